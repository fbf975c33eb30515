import { Outcome, type RegionSelection } from '../refine.ts';
import { leafCount, type RegionTree, regionCount } from '../region-tree.ts';

/**
 * The smallest evidence forest that holds exactly the marked leaves: a region whose leaves are all marked is one region,
 * one without any is dropped.
 *
 * @param mask 1 for each leaf to keep.
 */
export function keepLeaves(tree: RegionTree, mask: Uint8Array): RegionSelection {
  const leaves = leafCount(tree);
  const before = new Int32Array(leaves + 1);
  for (let leaf = 0; leaf < leaves; leaf++) before[leaf + 1] = before[leaf]! + mask[leaf]!;
  const outcomes = new Uint8Array(regionCount(tree));
  const kept: number[] = [];
  // Depth-first with the last child pushed first, so that regions leave the stack in document order.
  const stack = [0];
  while (stack.length > 0) {
    const region = stack.pop()!;
    const [start, end] = [tree.starts[region]!, tree.ends[region]!];
    const marked = before[end]! - before[start]!;
    if (marked === 0) outcomes[region] = Outcome.dropped;
    else if (marked === end - start) {
      outcomes[region] = Outcome.kept;
      kept.push(region);
    } else {
      outcomes[region] = Outcome.split;
      const first = tree.firstChild[region]!;
      for (let child = first + tree.childCount[region]! - 1; child >= first; child--) {
        stack.push(child);
      }
    }
  }
  return { kept: Int32Array.from(kept), outcomes };
}
