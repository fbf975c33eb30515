import type { IndexedItem } from '../src/core/indexed-item.ts';
import { stackItemVectors, wholeItemVector } from '../src/core/item-vectors.ts';
import { RETRIEVAL_REACH, retrievalScore } from '../src/core/retrieval-score.ts';
import { cosines } from '../src/core/similarity.ts';
import type { RetrievedItem } from '../src/ports/retriever.ts';
import type { IndexedQuestions } from './index-questions.ts';

/** Ranks items for a query as the product does: by the vector of the whole item, then also by the best region of it. */
export function vectorRanking(
  items: ReadonlyMap<string, IndexedItem>,
): (query: Float32Array, k: number) => RetrievedItem[] {
  const { itemIds, vectors } = stackItemVectors([...items.values()].map(wholeItemVector));
  return (query, k) => {
    const scores = cosines(query, vectors);
    const order = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]!);
    return order
      .slice(0, RETRIEVAL_REACH * k)
      .map((row) => {
        const itemId = itemIds[row]!;
        const regions = cosines(query, items.get(itemId)!.vectors);
        return { itemId, score: retrievalScore(scores[row]!, regions) };
      })
      .sort((a, b) => b.score - a.score)
      .slice(0, k);
  };
}

/** Ranks all items of a set for one of its questions. */
export function itemRanking({ items, queries }: IndexedQuestions) {
  const rank = vectorRanking(items);
  return (questionId: string, k: number): string[] =>
    rank(queries.get(questionId)!, k).map(({ itemId }) => itemId);
}
