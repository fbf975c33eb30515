import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CanopyError } from './errors.ts';
import { joinRegions } from './evidence-forest.ts';
import golden from './golden/refine.json' with { type: 'json' };
import { Outcome, refine } from './refine.ts';
import { buildRegionTree, parentsOf, type RegionTree, regionCount } from './region-tree.ts';

interface GoldenRegion {
  readonly score: number;
  readonly leaf?: number;
  readonly children?: readonly GoldenRegion[];
}
interface GoldenTree {
  readonly name: string;
  readonly root: GoldenRegion;
  readonly keep: readonly number[];
  readonly regions: readonly (readonly number[])[];
}

/** The scores of a published tree in the order of our region ids, and its leaf count. */
function breadthFirst(root: GoldenRegion): { scores: Float32Array; leaves: number } {
  const queue = [root];
  for (let at = 0; at < queue.length; at++) queue.push(...(queue[at]!.children ?? []));
  return {
    scores: Float32Array.from(queue, ({ score }) => score),
    leaves: queue.filter(({ leaf }) => leaf !== undefined).length,
  };
}

function replay({ root, keep, regions }: GoldenTree): void {
  const { scores, leaves } = breadthFirst(root);
  const tree = buildRegionTree(leaves);
  const { kept } = refine(tree, scores);
  const ranges = [...kept].map((region) => [tree.starts[region]!, tree.ends[region]!]);
  const left = ranges.flatMap(([start, end]) =>
    Array.from({ length: end! - start! }, (_, index) => start! + index),
  );
  expect(left).toEqual(keep);
  expect(joinRegions(tree, kept)).toEqual(regions);
}

describe('published trees', () => {
  it.each(golden.trees as GoldenTree[])('$name', replay);

  const shared = '../shared/data/golden/refine.json';
  it.skipIf(!existsSync(shared))('agree with ../shared (skipped where it is absent)', () => {
    const published = JSON.parse(readFileSync(shared, 'utf8')) as { trees: GoldenTree[] };
    expect(published.trees).toEqual(golden.trees);
    expect(published.trees).toHaveLength(5);
  });
});

/** The rule as the paper states it, word by word, on one region and recursively. */
function naiveRefine(tree: RegionTree, scores: Float32Array, region = 0, margin = 0): number[] {
  const children = Array.from(
    { length: tree.childCount[region]! },
    (_, child) => tree.firstChild[region]! + child,
  );
  const better = children.filter((child) => scores[child]! >= scores[region]! - margin);
  if (better.length === 0) return [region];
  return better.flatMap((child) => naiveRefine(tree, scores, child, margin));
}

/** Random trees whose few distinct scores make ties common. */
const scoredTrees = fc
  .record({
    leaves: fc.integer({ min: 1, max: 70 }),
    branching: fc.integer({ min: 2, max: 4 }),
    levels: fc.integer({ min: 1, max: 12 }),
    margin: fc.constantFrom(0, 0, 0.125, -0.125),
  })
  .chain(({ leaves, branching, levels, margin }) => {
    const tree = buildRegionTree(leaves, branching);
    const size = regionCount(tree);
    return fc
      .array(fc.integer({ min: 0, max: levels }), { minLength: size, maxLength: size })
      .map((values) => ({ tree, margin, scores: Float32Array.from(values, (value) => value / 8) }));
  });

describe('refine', () => {
  it('agrees with the naive recursive rule on random trees', () => {
    fc.assert(
      fc.property(scoredTrees, ({ tree, scores, margin }) => {
        expect([...refine(tree, scores, margin).kept]).toEqual(
          naiveRefine(tree, scores, 0, margin),
        );
      }),
      { seed: 20261001, numRuns: 1000 },
    );
  });

  it('keeps regions that do not overlap, in document order, and at least one', () => {
    fc.assert(
      fc.property(scoredTrees, ({ tree, scores }) => {
        const { kept } = refine(tree, scores);
        expect(kept.length).toBeGreaterThan(0);
        for (let at = 1; at < kept.length; at++) {
          expect(tree.starts[kept[at]!]!).toBeGreaterThanOrEqual(tree.ends[kept[at - 1]!]!);
        }
      }),
      { seed: 20261002 },
    );
  });

  it('tells the outcome of every region', () => {
    fc.assert(
      fc.property(scoredTrees, ({ tree, scores }) => {
        const { kept, outcomes } = refine(tree, scores);
        const parents = parentsOf(tree);
        outcomes.forEach((outcome, region) => {
          const parentSplit = region === 0 || outcomes[parents[region]!] === Outcome.split;
          expect(outcome === Outcome.unvisited).toBe(!parentSplit);
          expect(outcome === Outcome.kept).toBe(kept.includes(region));
        });
      }),
      { seed: 20261003, numRuns: 50 },
    );
  });

  it('descends on a tie, into all tied children', () => {
    const { kept } = refine(buildRegionTree(2), Float32Array.of(0.5, 0.5, 0.5));
    expect([...kept]).toEqual([1, 2]);
  });

  it('keeps the whole when no child reaches it, unless the margin lets it', () => {
    const tree = buildRegionTree(2);
    const scores = Float32Array.of(0.5, 0.45, 0.2);
    expect([...refine(tree, scores).kept]).toEqual([0]);
    expect([...refine(tree, scores, 0.1).kept]).toEqual([1]);
  });

  it('refuses scores that are missing or no numbers', () => {
    const tree = buildRegionTree(2);
    expect(() => refine(tree, new Float32Array(2))).toThrow(CanopyError);
    expect(() => refine(tree, Float32Array.of(0, Number.NaN, 1))).toThrow('not a number');
  });
});
