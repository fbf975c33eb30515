import type { RegionSelection } from '../refine.ts';
import type { RegionTree } from '../region-tree.ts';
import { leafCount } from '../region-tree.ts';
import { keepLeaves } from './keep-leaves.ts';

/**
 * Re-refinement (ours, method 8.2): an item that comes back in a later round keeps what either round's query selected,
 * as one evidence forest.
 */
export function mergeSelections(
  tree: RegionTree,
  selections: readonly Pick<RegionSelection, 'kept'>[],
): RegionSelection {
  const mask = new Uint8Array(leafCount(tree));
  for (const { kept } of selections) {
    for (const region of kept) mask.fill(1, tree.starts[region]!, tree.ends[region]!);
  }
  return keepLeaves(tree, mask);
}
