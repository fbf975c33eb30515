import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildRegionTree,
  leafCount,
  leafRegions,
  parentsOf,
  type RegionTree,
  regionCount,
} from './region-tree.ts';

const childSizes = (tree: RegionTree, region: number) =>
  Array.from({ length: tree.childCount[region]! }, (_, index) => {
    const child = tree.firstChild[region]! + index;
    return tree.ends[child]! - tree.starts[child]!;
  });

const trees = fc
  .tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 2, max: 6 }))
  .map(([leaves, branching]) => ({ leaves, branching, tree: buildRegionTree(leaves, branching) }));

describe('buildRegionTree', () => {
  it.each([
    [11, [6, 5]],
    [5, [3, 2]],
    [3, [2, 1]],
    [6, [3, 3]],
  ])('splits %i leaves as published', (leaves, sizes) => {
    expect(childSizes(buildRegionTree(leaves), 0)).toEqual(sizes);
  });

  it('gives longer parts first with more than two parts', () => {
    expect(childSizes(buildRegionTree(11, 4), 0)).toEqual([3, 3, 3, 2]);
    expect(childSizes(buildRegionTree(3, 4), 0)).toEqual([1, 1, 1]);
  });

  it('covers every region by its children: contiguous, even, longer first', () => {
    fc.assert(
      fc.property(trees, ({ branching, tree }) => {
        for (let region = 0; region < regionCount(tree); region++) {
          const sizes = childSizes(tree, region);
          const size = tree.ends[region]! - tree.starts[region]!;
          expect(sizes.length).toBe(size === 1 ? 0 : Math.min(branching, size));
          let at = tree.starts[region]!;
          sizes.forEach((length, index) => {
            expect(tree.starts[tree.firstChild[region]! + index]).toBe(at);
            at += length;
          });
          if (sizes.length > 0) expect(at).toBe(tree.ends[region]);
          expect([...sizes].sort((a, b) => b - a)).toEqual(sizes);
          if (sizes.length > 0) expect(sizes[0]! - sizes.at(-1)!).toBeLessThanOrEqual(1);
        }
      }),
      { seed: 20261004, numRuns: 30 },
    );
  });

  it('has one leaf region per leaf and at most 2n - 1 regions', () => {
    fc.assert(
      fc.property(trees, ({ leaves, tree }) => {
        expect(leafCount(tree)).toBe(leaves);
        expect(regionCount(tree)).toBeLessThanOrEqual(2 * leaves - 1);
        leafRegions(tree).forEach((region, leaf) => {
          expect([tree.starts[region], tree.ends[region]]).toEqual([leaf, leaf + 1]);
        });
        const parents = parentsOf(tree);
        expect(parents[0]).toBe(-1);
        for (let region = 1; region < parents.length; region++) {
          const first = tree.firstChild[parents[region]!]!;
          expect(region).toBeGreaterThanOrEqual(first);
          expect(region).toBeLessThan(first + tree.childCount[parents[region]!]!);
        }
      }),
      { seed: 20261005, numRuns: 30 },
    );
  });

  it.each([
    [0, 2],
    [1.5, 2],
    [3, 1],
  ])('refuses %d leaves in %d parts', (leaves, branching) => {
    expect(() => buildRegionTree(leaves, branching)).toThrow(/at least|integer/);
  });
});
