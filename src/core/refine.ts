import { CanopyError } from './errors.ts';
import { type RegionTree, regionCount } from './region-tree.ts';

/** What a selection did with a region. */
export const Outcome = {
  /** Never looked at: it lies inside a region that was kept or dropped whole. */
  unvisited: 0,
  /** Goes into the evidence forest whole. */
  kept: 1,
  /** Replaced by some of its children. */
  split: 2,
  /** Left out with everything below it. */
  dropped: 3,
} as const;

/** The regions one selection keeps of one item. */
export interface RegionSelection {
  /** Ids of the kept regions in document order; none is an ancestor of another. Empty: the item is dropped. */
  readonly kept: Int32Array;
  /** An {@link Outcome} for every region of the tree. */
  readonly outcomes: Uint8Array;
}

/**
 * Parent-relative refinement (paper, section 3): from the root, a region is replaced by every child that scores at
 * least as high as itself, and kept whole when no child does. Ties descend. Leaves that are reached are kept.
 *
 * @param scores cosine of the query with each region, by region id.
 * @param margin ours: descend when `score(child) >= score(parent) - margin`; 0 is the paper's rule.
 * @throws CanopyError `INVALID_ARGUMENT` when scores and tree differ in size or a score is not a number.
 */
export function refine(tree: RegionTree, scores: Float32Array, margin = 0): RegionSelection {
  const size = regionCount(tree);
  if (scores.length !== size) {
    throw new CanopyError('INVALID_ARGUMENT', `Got ${scores.length} scores for ${size} regions.`);
  }
  if (scores.some(Number.isNaN)) {
    throw new CanopyError('INVALID_ARGUMENT', 'A region score is not a number.');
  }
  const outcomes = new Uint8Array(size);
  const kept: number[] = [];
  // Depth-first with the last child pushed first, so that regions leave the stack in document order.
  const stack = [0];
  while (stack.length > 0) {
    const region = stack.pop()!;
    const first = tree.firstChild[region]!;
    const end = first + tree.childCount[region]!;
    const bar = scores[region]! - margin;
    const descends = scores.subarray(Math.max(first, 0), end).some((score) => score >= bar);
    if (tree.childCount[region] === 0 || !descends) {
      outcomes[region] = Outcome.kept;
      kept.push(region);
      continue;
    }
    outcomes[region] = Outcome.split;
    for (let child = end - 1; child >= first; child--) {
      if (scores[child]! >= bar) stack.push(child);
      else outcomes[child] = Outcome.dropped;
    }
  }
  return { kept: Int32Array.from(kept), outcomes };
}
