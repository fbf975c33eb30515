import { leafCount, leafRegions, parentsOf } from '../region-tree.ts';
import type { ScoredItem } from '../selection.ts';
import { leafSelection } from './leaf-selection.ts';

/** Share of a leaf's figure that comes from the wider regions around it, in an item of many leaves. */
const SURROUNDINGS = 0.5;
/** Leaves at which the surroundings count half of {@link SURROUNDINGS}: a short passage is judged leaf by leaf. */
const MANY_LEAVES = 40;

/**
 * Keeps a leaf that comes within τ of the pool's best leaf, whatever item it is in; the dial is τ in cosine (ours,
 * method 8.9). On long items a leaf's score is smoothed with those of the regions around it, where the wider view tells
 * more than a single sentence.
 */
export const poolRelative = leafSelection({
  name: 'pool-relative',
  dial: { min: 0, max: 1, step: 0.01, initial: 0.3 },
  judge(pool) {
    const scores = pool.map(smoothedScores);
    const best = scores.reduce(
      (high, values) => values.reduce((higher, value) => Math.max(higher, value), high),
      Number.NEGATIVE_INFINITY,
    );
    return scores.map((values) => values.map((value) => value - best));
  },
  bar: (tau) => -tau,
});

/** Each leaf's score, mixed with the mean score of the regions that hold it. */
function smoothedScores({ tree, scores }: ScoredItem): Float32Array {
  const parents = parentsOf(tree);
  const leaves = leafCount(tree);
  const share = (SURROUNDINGS * leaves) / (leaves + MANY_LEAVES);
  // Sum of the scores on the way down to each region; parents come before their children.
  const sums = new Float32Array(scores.length);
  const depths = new Int32Array(scores.length);
  for (let region = 1; region < scores.length; region++) {
    const parent = parents[region]!;
    sums[region] = sums[parent]! + scores[parent]!;
    depths[region] = depths[parent]! + 1;
  }
  return Float32Array.from(leafRegions(tree), (region) => {
    const own = scores[region]!;
    if (depths[region] === 0) return own;
    return (1 - share) * own + (share * sums[region]!) / depths[region]!;
  });
}
