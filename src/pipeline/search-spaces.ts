import { bestOfEach } from '../core/best-of-each.ts';
import { CanopyError, toCanopyError } from '../core/errors.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import type { Modality } from '../core/item.ts';
import { mergeRankings } from '../core/merge-rankings.ts';
import type { CallOptions, Encoder } from '../ports/encoder.ts';
import type { RegionStore } from '../ports/region-store.ts';
import type { RetrievedItem, RetrieveOptions, Retriever } from '../ports/retriever.ts';

/** The vectors of one encoder: who embeds queries for them, and who searches them. */
export interface SearchSpace {
  readonly encoder: Pick<Encoder, 'embedQuery' | 'fingerprint'>;
  readonly retriever: Retriever;
}

/** A query as each of the spaces reads it. */
export interface SpaceQuery {
  /** By fingerprint; a space whose encoder failed has none. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** Why spaces could not be searched, where others can. */
  readonly failures: readonly CanopyError[];
}

/** Where a round searches. */
export interface RoutedOptions extends CallOptions {
  /** From 1. */
  readonly round: number;
  /** The corpora that were chosen for the query; all of them where none were. */
  readonly modalities?: readonly Modality[] | undefined;
}

/** A found item as it is stored; `indexed.fingerprint` names the space in which it was found. */
export interface FoundItem extends RetrievedItem {
  readonly indexed: IndexedItem;
}

/**
 * Embeds a query in every space. An encoder that fails costs its own space only; where none is left, and for `ABORTED`
 * and `ENCODER_CHANGED`, which end the question, the first failure is thrown.
 */
export async function embedInSpaces(
  query: string,
  spaces: readonly Pick<SearchSpace, 'encoder'>[],
  options: CallOptions = {},
): Promise<SpaceQuery> {
  const vectors = new Map<string, Float32Array>();
  const failures: CanopyError[] = [];
  const settled = await Promise.allSettled(
    spaces.map(async ({ encoder }) => {
      const key = fingerprintKey(encoder.fingerprint);
      return [key, await encoder.embedQuery(query, options)] as const;
    }),
  );
  for (const result of settled) {
    if (result.status === 'fulfilled') vectors.set(...result.value);
    else failures.push(toCanopyError(result.reason, 'ENCODER_CRASHED'));
  }
  const final = failures.find(({ code }) => code === 'ABORTED' || code === 'ENCODER_CHANGED');
  if (final !== undefined) throw final;
  if (vectors.size === 0 && failures[0] !== undefined) throw failures[0];
  return { vectors, failures };
}

/**
 * Finds the k best items over all spaces that have a vector of the query (with `modalities`, the k best of each). Cosines of
 * different encoders say nothing about each other, so the spaces' own rankings are merged by rank alone; an item that
 * several spaces hold counts in the first of them. Ours; see docs/decisions/0009-spaces-merge-by-rank.md.
 *
 * @param spaces in the order in which they are preferred.
 */
export async function searchSpaces(
  { vectors }: SpaceQuery,
  k: number,
  spaces: readonly SearchSpace[],
  store: Pick<RegionStore, 'getItems'>,
  options: RetrieveOptions = {},
): Promise<FoundItem[]> {
  const found = new Set<string>();
  const rankings: FoundItem[][] = [];
  const before: string[] = [];
  // Read at once: a device that is lost meanwhile changes the encoder, not what the query's vectors belong to.
  const keys = spaces.map(({ encoder }) => fingerprintKey(encoder.fingerprint));
  for (const [index, { retriever }] of spaces.entries()) {
    const fingerprint = keys[index]!;
    const vector = vectors.get(fingerprint);
    if (vector === undefined) continue;
    const except = before.length === 0 ? {} : { except: [...before] };
    const ranking = await retriever.retrieve(vector, k, { ...options, ...except });
    const read = await readFound(ranking, store, fingerprint);
    const items = read.filter(({ itemId }) => !found.has(itemId));
    for (const { itemId } of items) found.add(itemId);
    rankings.push(items);
    before.push(fingerprint);
  }
  const merged = mergeRankings(rankings, found.size);
  const { modalities } = options;
  if (modalities === undefined) return merged.slice(0, k);
  return bestOfEach(merged, ({ indexed }) => indexed.item.modality, modalities, k);
}

/**
 * As {@link searchSpaces}, for a query that may have been routed: a route that leads nowhere is worth less than none, so
 * all corpora are searched then.
 *
 * @throws CanopyError `NOTHING_INDEXED` when a first round finds nothing at all.
 */
export async function searchRouted(
  query: SpaceQuery,
  k: number,
  spaces: readonly SearchSpace[],
  store: Pick<RegionStore, 'getItems'>,
  { round, modalities, ...call }: RoutedOptions,
): Promise<FoundItem[]> {
  const routed = modalities === undefined ? call : { ...call, modalities };
  let found = await searchSpaces(query, k, spaces, store, routed);
  if (found.length === 0 && modalities !== undefined) {
    found = await searchSpaces(query, k, spaces, store, call);
  }
  if (round > 1 || found.length > 0) return found;
  throw new CanopyError('NOTHING_INDEXED', 'There is nothing in the collection to search yet.', {
    nextStep: 'Add a file, or wait until the first one is indexed.',
  });
}

/** The items behind what was found; one that was removed since the retriever looked is left out. */
export async function readFound(
  found: readonly RetrievedItem[],
  store: Pick<RegionStore, 'getItems'>,
  fingerprint: string,
): Promise<FoundItem[]> {
  const unread = found.filter(({ indexed }) => indexed === undefined);
  const ids = unread.map(({ itemId }) => itemId);
  const read = ids.length === 0 ? [] : await store.getItems(ids, fingerprint);
  const byId = new Map(ids.map((id, at) => [id, read[at]]));
  return found.flatMap((item) => {
    const indexed = item.indexed ?? byId.get(item.itemId);
    return indexed === undefined ? [] : [{ ...item, indexed }];
  });
}

/** What an event tells of found items: they themselves come with the evidence. */
export function asRetrieved(found: readonly FoundItem[]): RetrievedItem[] {
  return found.map(({ itemId, score }) => ({ itemId, score }));
}

/** Stops a question whose vectors belong to an encoder that is no longer there. */
export function checkSpaces(
  spaces: readonly Pick<SearchSpace, 'encoder'>[],
  fingerprints: readonly string[],
): void {
  const now = spaces.map(({ encoder }) => fingerprintKey(encoder.fingerprint));
  if (fingerprints.every((fingerprint) => now.includes(fingerprint))) return;
  throw new CanopyError('ENCODER_CHANGED', 'The encoder changed while a question was answered.', {
    nextStep: 'Ask again.',
  });
}
