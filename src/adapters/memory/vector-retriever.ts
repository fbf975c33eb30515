import { CanopyError } from '../../core/errors.ts';
import { cosines } from '../../core/similarity.ts';
import type { ItemVectors, RegionStore } from '../../ports/region-store.ts';
import type { RetrievedItem, Retriever } from '../../ports/retriever.ts';
import { createKindsOf, type KindsOf, takeOfEach } from './items-of-kinds.ts';

/** A {@link Retriever} over the store's whole-item vectors. */
export interface VectorRetriever extends Retriever {
  /** Makes the next call read the store again; call it when documents came or went. */
  refresh(): void;
}

/**
 * Compares the query with every stored item (exact, no index) and keeps the k best; equal scores keep the store's order.
 * Ten thousand items of 384 dimensions take a few milliseconds, so an approximate index would cost more than it saves.
 *
 * @param fingerprint {@link fingerprintKey} of the encoder that makes the query vectors.
 */
export function createVectorRetriever(store: RegionStore, fingerprint: string): VectorRetriever {
  let loaded: Promise<ItemVectors> | undefined;
  let kindsOf: KindsOf = createKindsOf(store);
  // Those of the items that no other space holds, by the fingerprints of those.
  const alone = new Map<string, Alone>();
  const aloneFrom = (except: readonly string[], itemIds: readonly string[]) => {
    const key = except.join(' ');
    const known = alone.get(key);
    // A call that began before a refresh leaves what is true of its own rows only.
    if (known?.itemIds === itemIds) return known.wanted;
    const asked = { itemIds, wanted: lackingIn(store, itemIds, except) };
    alone.set(key, asked);
    return asked.wanted.catch((error: unknown) => {
      if (alone.get(key) === asked) alone.delete(key);
      throw error;
    });
  };
  return {
    refresh() {
      loaded = undefined;
      kindsOf = createKindsOf(store);
      alone.clear();
    },
    async retrieve(query, k, { signal, modalities, except = [] } = {}) {
      if (signal?.aborted) throw new CanopyError('ABORTED', 'The search was stopped.');
      loaded ??= store.itemVectors(fingerprint);
      const reading = loaded;
      // A failed read is forgotten, so that the next call tries again.
      const { itemIds, vectors } = await reading.catch((error: unknown) => {
        if (loaded === reading) loaded = undefined;
        throw error;
      });
      if (signal?.aborted) throw new CanopyError('ABORTED', 'The search was stopped.');
      if (vectors.rows > 0 && query.length !== vectors.dimensions) {
        throw new CanopyError(
          'INVALID_ARGUMENT',
          `The query has ${query.length} dimensions, the stored items ${vectors.dimensions}.`,
        );
      }
      const scores = cosines(query, vectors);
      if (except.length > 0) {
        const wanted = await aloneFrom(except, itemIds);
        for (const [row, id] of itemIds.entries()) if (!wanted.has(id)) scores[row] = Number.NaN;
      }
      const most = modalities === undefined ? k : vectors.rows;
      const ranked = best(scores, most).map(
        ({ row, score }): RetrievedItem => ({ itemId: itemIds[row]!, score }),
      );
      return modalities === undefined ? ranked : takeOfEach(ranked, modalities, k, kindsOf);
    },
  };
}

interface Alone {
  readonly itemIds: readonly string[];
  readonly wanted: Promise<ReadonlySet<string>>;
}

/** Those of the items that are stored under none of the fingerprints. */
async function lackingIn(
  store: Pick<RegionStore, 'missing'>,
  itemIds: readonly string[],
  fingerprints: readonly string[],
): Promise<ReadonlySet<string>> {
  let left: readonly string[] = itemIds;
  for (const fingerprint of fingerprints) left = await store.missing(left, fingerprint);
  return new Set(left);
}

/** The k highest scores that are numbers, best first, ties by row: one pass with a short sorted list where k is small. */
function best(scores: Float32Array, k: number): { row: number; score: number }[] {
  if (k >= scores.length) {
    const all = Array.from(scores, (score, row) => ({ row, score }));
    return all.filter(({ score }) => !Number.isNaN(score)).sort((a, b) => b.score - a.score);
  }
  const found: { row: number; score: number }[] = [];
  for (let row = 0; row < scores.length; row++) {
    const score = scores[row]!;
    if (Number.isNaN(score)) continue;
    if (found.length >= k && !(score > (found.at(-1)?.score ?? Number.POSITIVE_INFINITY))) continue;
    let place = found.length;
    while (place > 0 && found[place - 1]!.score < score) place--;
    found.splice(place, 0, { row, score });
    if (found.length > k) found.pop();
  }
  return found;
}
