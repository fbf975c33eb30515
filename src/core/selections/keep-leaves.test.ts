import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinRegions } from '../evidence-forest.ts';
import { Outcome } from '../refine.ts';
import { buildRegionTree } from '../region-tree.ts';
import { keepLeaves } from './keep-leaves.ts';

it('makes one region of leaves that fill it', () => {
  // Regions: 0 all; 1 leaves 0-1, 2 leaves 2-3; 3 to 6 the leaves.
  const { kept, outcomes } = keepLeaves(buildRegionTree(4), Uint8Array.of(1, 1, 0, 1));
  expect([...kept]).toEqual([1, 6]);
  expect([...outcomes]).toEqual([
    Outcome.split,
    Outcome.kept,
    Outcome.split,
    Outcome.unvisited,
    Outcome.unvisited,
    Outcome.dropped,
    Outcome.kept,
  ]);
});

it('keeps a whole item as its root and drops one of which nothing stays', () => {
  const tree = buildRegionTree(5);
  expect([...keepLeaves(tree, new Uint8Array(5).fill(1)).kept]).toEqual([0]);
  expect([...keepLeaves(tree, new Uint8Array(5)).kept]).toEqual([]);
});

it('holds exactly the marked leaves, in order, with no region inside another', () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 2, max: 4 }),
      (marks, branching) => {
        const tree = buildRegionTree(marks.length, branching);
        const { kept } = keepLeaves(tree, Uint8Array.from(marks, Number));
        const found = marks.map(() => false);
        for (const [start, end] of joinRegions(tree, kept)) found.fill(true, start, end);
        expect(found).toEqual(marks);
        const ends = Array.from(kept, (region) => tree.ends[region]!);
        expect(
          Array.from(kept.subarray(1), (region, i) => tree.starts[region]! >= ends[i]!),
        ).not.toContain(false);
      },
    ),
  );
});
