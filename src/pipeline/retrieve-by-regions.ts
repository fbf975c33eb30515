import { bestOfEach } from '../core/best-of-each.ts';
import { RETRIEVAL_REACH, retrievalScore } from '../core/retrieval-score.ts';
import { cosines } from '../core/similarity.ts';
import type { RegionStore } from '../ports/region-store.ts';
import type { RetrievedItem, Retriever } from '../ports/retriever.ts';

/**
 * Looks into the items that a retriever finds: of {@link RETRIEVAL_REACH} times as many as are wanted, those stay whose
 * {@link retrievalScore} is highest, and come with what was read of them. Ours.
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
      const ranked = candidates
        .map((found, at): RetrievedItem => {
          const indexed = items[at];
          // An item that is gone or cannot be read keeps its score.
          if (indexed === undefined) return found;
          const score = retrievalScore(found.score, cosines(query, indexed.vectors));
          return { ...found, score, indexed };
        })
        .sort((a, b) => b.score - a.score);
      const { modalities } = options;
      if (modalities === undefined) return ranked.slice(0, k);
      return bestOfEach(ranked, ({ indexed }) => indexed?.item.modality, modalities, k);
    },
  };
}
