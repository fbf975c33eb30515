import { BRANCHING } from './defaults.ts';
import { CanopyError } from './errors.ts';

/**
 * All regions of one item as struct-of-arrays, breadth-first: region 0 is the whole item and the children of a region
 * are neighbours. A region covers the leaves `[starts[r], ends[r])`.
 */
export interface RegionTree {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** First child of each region, -1 for a leaf. */
  readonly firstChild: Int32Array;
  readonly childCount: Int32Array;
}

/**
 * Cuts `leafCount` leaves top-down into `branching` contiguous parts as even as possible, the longer parts first
 * (paper, section 3: with two parts the left one has ceil(n / 2) leaves).
 *
 * @throws CanopyError `INVALID_ARGUMENT` for less than one leaf or less than two parts.
 */
export function buildRegionTree(leafCount: number, branching: number = BRANCHING): RegionTree {
  if (!Number.isInteger(leafCount) || leafCount < 1) {
    throw new CanopyError(
      'INVALID_ARGUMENT',
      `A region tree needs at least one leaf, got ${leafCount}.`,
    );
  }
  if (!Number.isInteger(branching) || branching < 2) {
    throw new CanopyError(
      'INVALID_ARGUMENT',
      `Branching must be an integer of at least 2, got ${branching}.`,
    );
  }
  // An internal region has at least two children, so there are at most 2n - 1 regions.
  const capacity = 2 * leafCount - 1;
  const starts = new Int32Array(capacity);
  const ends = new Int32Array(capacity);
  const firstChild = new Int32Array(capacity).fill(-1);
  const childCount = new Int32Array(capacity);
  ends[0] = leafCount;
  let size = 1;
  for (let region = 0; region < size; region++) {
    const leaves = ends[region]! - starts[region]!;
    if (leaves === 1) continue;
    const parts = Math.min(branching, leaves);
    const shortPart = Math.floor(leaves / parts);
    const longParts = leaves % parts;
    firstChild[region] = size;
    childCount[region] = parts;
    let start = starts[region]!;
    for (let part = 0; part < parts; part++) {
      starts[size] = start;
      start += part < longParts ? shortPart + 1 : shortPart;
      ends[size] = start;
      size++;
    }
  }
  return {
    starts: starts.slice(0, size),
    ends: ends.slice(0, size),
    firstChild: firstChild.slice(0, size),
    childCount: childCount.slice(0, size),
  };
}

/** Number of regions, leaves included. */
export function regionCount(tree: RegionTree): number {
  return tree.starts.length;
}

/** Number of leaves of the whole item. */
export function leafCount(tree: RegionTree): number {
  return tree.ends[0]!;
}

/** The parent of each region, -1 for the root. */
export function parentsOf(tree: RegionTree): Int32Array {
  const parents = new Int32Array(regionCount(tree)).fill(-1);
  for (let region = 0; region < parents.length; region++) {
    const first = tree.firstChild[region]!;
    for (let child = 0; child < tree.childCount[region]!; child++) parents[first + child] = region;
  }
  return parents;
}

/** The region of each leaf, by leaf index. */
export function leafRegions(tree: RegionTree): Int32Array {
  const regions = new Int32Array(leafCount(tree));
  for (let region = 0; region < regionCount(tree); region++) {
    if (tree.childCount[region] === 0) regions[tree.starts[region]!] = region;
  }
  return regions;
}
