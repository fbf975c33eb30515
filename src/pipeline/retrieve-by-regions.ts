import type { IndexedItem } from '../core/indexed-item.ts';
import type { Modality } from '../core/item.ts';
import { RETRIEVAL_REACH, retrievalScore } from '../core/retrieval-score.ts';
import { cosines } from '../core/similarity.ts';
import type { RegionStore } from '../ports/region-store.ts';
import type { RetrievedItem, Retriever } from '../ports/retriever.ts';

/**
 * Looks into the items that a retriever finds: of {@link RETRIEVAL_REACH} times as many as are wanted, those stay whose
 * {@link retrievalScore} is highest. Ours.
 *
 * @param fingerprint of the encoder that makes the queries.
 */
export function retrieveByRegions(
  retriever: Retriever,
  store: Pick<RegionStore, 'getItems'>,
  fingerprint: string,
): Retriever {
  return {
    async retrieve(query, k, options = {}) {
      const candidates = await retriever.retrieve(query, RETRIEVAL_REACH * k, options);
      const ids = candidates.map(({ itemId }) => itemId);
      const items = await store.getItems(ids, fingerprint);
      const looked = candidates.map((found, at) => ({ item: items[at], found }));
      const ranked = looked
        .map(({ item, found }) => ({ item, found: rescored(found, item, query) }))
        .sort((a, b) => b.found.score - a.found.score);
      const { modalities } = options;
      const kept = modalities === undefined ? ranked.slice(0, k) : ofEach(ranked, modalities, k);
      return kept.map(({ found }) => found);
    },
  };
}

type Looked = { readonly item: IndexedItem | undefined; readonly found: RetrievedItem };

/** An item that is gone or cannot be read keeps its score. */
function rescored(
  found: RetrievedItem,
  item: IndexedItem | undefined,
  query: Float32Array,
): RetrievedItem {
  if (item === undefined) return found;
  return { ...found, score: retrievalScore(found.score, cosines(query, item.vectors)) };
}

/** The k best of each corpus, in the order of the ranking. */
function ofEach(ranked: readonly Looked[], modalities: readonly Modality[], k: number): Looked[] {
  const room = new Map(modalities.map((modality) => [modality, k]));
  return ranked.filter(({ item }) => {
    const left = item === undefined ? 0 : (room.get(item.item.modality) ?? 0);
    if (item === undefined || left === 0) return false;
    room.set(item.item.modality, left - 1);
    return true;
  });
}
