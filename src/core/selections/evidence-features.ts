import { leafRegions } from '../region-tree.ts';
import type { ScoredItem } from '../selection.ts';
import { cosinesOfFour, fourVectors, type QuantisedVectors } from '../similarity.ts';
import type { LeafFeatures } from './leaf-features.ts';
import { logRanks, maximum } from './leaf-series.ts';

/** Names of the features of {@link addEvidenceFeatures}, in the order of a row. */
export const EVIDENCE_FEATURES = [
  'firstDistance',
  'firstInItem',
  'firstInOthers',
  'firstInPool',
  'firstShare',
  'firstRank',
  'likeBest',
  'likeBestWeighed',
  'likeMean',
  'likeElsewhere',
] as const;

/** Leaves to which every other is likened, the best of the first judgement: as many as are compared in one pass. */
const BEST_LEAVES = 4;
/** Added to sums before their logarithm. */
const LITTLE = 1e-3;

/**
 * Writes how each leaf stands to those that the first judgement found best (ours). Evidence of a long text lies together:
 * `firstDistance` is how many leaves away the best one of the item is, `firstInItem` and `firstInOthers` how much of its
 * evidence there is in all and beside this leaf, `firstInPool` and
 * `firstShare` the same of the pool. Evidence speaks of the same things: `like…` are cosines with the best
 * leaves of the pool, as vectors and not by the question.
 *
 * @param first first judgement of each leaf, 0 to 1, item after item.
 * @param features whose rows get these features from column `column` on.
 */
export function addEvidenceFeatures(
  pool: readonly ScoredItem[],
  first: Float32Array,
  { data, stride, offsets }: LeafFeatures,
  column: number,
): void {
  const ranks = logRanks(first);
  const inPool = Math.log(total(first) + LITTLE);
  const best = bestLeaves(pool, first, offsets);
  const four = fourVectors(best);
  const likenesses = new Float32Array(BEST_LEAVES);
  for (const [index, { tree, vectors }] of pool.entries()) {
    const [from, to] = [offsets[index]!, offsets[index + 1]!];
    const own = first.subarray(from, to);
    const sum = total(own);
    const top = own.indexOf(maximum(own));
    const regions = leafRegions(tree);
    for (let leaf = 0; leaf < own.length; leaf++) {
      const row = (from + leaf) * stride + column;
      data[row] = Math.log1p(Math.abs(leaf - top));
      data[row + 1] = Math.log(sum + LITTLE);
      data[row + 2] = Math.log(Math.max(0, sum - own[leaf]!) + LITTLE);
      data[row + 3] = inPool;
      data[row + 4] = Math.log(own[leaf]! + LITTLE) - inPool;
      data[row + 5] = ranks[from + leaf]!;
      let [like, weighed, sumOfLikes, weights, elsewhere] = [0, 0, 0, 0, 0];
      cosinesOfFour(four, vectors, regions[leaf]!, likenesses);
      for (let at = 0; at < best.length; at++) {
        const other = best[at]!;
        if (other.leaf === from + leaf) continue;
        const likeness = Math.max(0, likenesses[at]!);
        like = Math.max(like, likeness);
        weighed = Math.max(weighed, likeness * other.judgement);
        sumOfLikes += likeness * other.judgement;
        weights += other.judgement;
        if (other.item !== index) elsewhere = Math.max(elsewhere, likeness);
      }
      data[row + 6] = like;
      data[row + 7] = weighed;
      data[row + 8] = weights > 0 ? sumOfLikes / weights : 0;
      data[row + 9] = elsewhere;
    }
  }
}

function total(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

interface BestLeaf {
  readonly item: number;
  /** Its place among all leaves of the pool. */
  readonly leaf: number;
  readonly judgement: number;
  /** Where its vector is. */
  readonly vectors: QuantisedVectors;
  readonly row: number;
}

function bestLeaves(
  pool: readonly ScoredItem[],
  first: Float32Array,
  offsets: Int32Array,
): BestLeaf[] {
  const found: number[] = [];
  for (let leaf = 0; leaf < first.length; leaf++) {
    let place = found.length;
    while (place > 0 && first[found[place - 1]!]! < first[leaf]!) place--;
    if (place < BEST_LEAVES) found.splice(place, 0, leaf);
    if (found.length > BEST_LEAVES) found.pop();
  }
  return found.map((leaf) => {
    let item = pool.length - 1;
    while (offsets[item]! > leaf) item--;
    const { tree, vectors } = pool[item]!;
    const row = leafRegions(tree)[leaf - offsets[item]!]!;
    return { item, leaf, judgement: first[leaf]!, vectors, row };
  });
}
