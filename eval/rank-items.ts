import type { IndexedItem } from '../src/core/indexed-item.ts';
import { cosines, type QuantisedVectors } from '../src/core/similarity.ts';
import type { RetrievedItem } from '../src/ports/retriever.ts';
import type { IndexedQuestions } from './index-questions.ts';

/** Ranks items for a query by the vector of the whole item, as the product's retriever does. */
export function vectorRanking(
  items: ReadonlyMap<string, IndexedItem>,
): (query: Float32Array, k: number) => RetrievedItem[] {
  const ids = [...items.keys()];
  const dimensions = items.get(ids[0] ?? '')?.vectors.dimensions ?? 0;
  const data = new Int8Array(ids.length * dimensions);
  const scales = new Float32Array(ids.length);
  for (const [row, { vectors }] of [...items.values()].entries()) {
    data.set(vectors.data.subarray(0, dimensions), row * dimensions);
    scales[row] = vectors.scales[0]!;
  }
  const whole: QuantisedVectors = { rows: ids.length, dimensions, data, scales };
  return (query, k) => {
    const scores = cosines(query, whole);
    const order = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]!);
    return order.slice(0, k).map((row) => ({ itemId: ids[row]!, score: scores[row]! }));
  };
}

/** Ranks all items of a set for one of its questions. */
export function itemRanking({ items, queries }: IndexedQuestions) {
  const rank = vectorRanking(items);
  return (questionId: string, k: number): string[] =>
    rank(queries.get(questionId)!, k).map(({ itemId }) => itemId);
}
