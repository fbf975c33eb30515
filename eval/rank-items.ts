import { cosines, type QuantisedVectors } from '../src/core/similarity.ts';
import type { IndexedQuestions } from './index-questions.ts';

/** Ranks all items of a set for a question by the vector of the whole item, as the product's retriever does. */
export function itemRanking({ items, queries }: IndexedQuestions) {
  const ids = [...items.keys()];
  const dimensions = items.get(ids[0] ?? '')?.vectors.dimensions ?? 0;
  const data = new Int8Array(ids.length * dimensions);
  const scales = new Float32Array(ids.length);
  for (const [row, { vectors }] of [...items.values()].entries()) {
    data.set(vectors.data.subarray(0, dimensions), row * dimensions);
    scales[row] = vectors.scales[0]!;
  }
  const whole: QuantisedVectors = { rows: ids.length, dimensions, data, scales };
  return (questionId: string, k: number): string[] => {
    const scores = cosines(queries.get(questionId)!, whole);
    const order = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]!);
    return order.slice(0, k).map((row) => ids[row]!);
  };
}
