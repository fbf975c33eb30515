import { describe, expect, it } from 'vitest';
import { buildRegionTree, leafCount } from '../region-tree.ts';
import type { ScoredItem } from '../selection.ts';
import { blankVectors } from '../vectors.fixture.ts';
import { flatM } from './flat-m.ts';
import { poolRelative } from './pool-relative.ts';

/** An item whose regions all score as the mean of their leaves. */
function item(...leafScores: number[]): ScoredItem {
  const tree = buildRegionTree(leafScores.length);
  const scores = Float32Array.from(tree.starts, (start, region) => {
    const leaves = leafScores.slice(start, tree.ends[region]);
    return leaves.reduce((sum, score) => sum + score, 0) / leaves.length;
  });
  return {
    ...{ tree, scores, vectors: blankVectors(scores.length), modality: 'text' },
    leafTokens: new Int32Array(leafScores.length).fill(10),
  };
}
const spans = ({ tree }: ScoredItem, kept: Int32Array) =>
  Array.from(kept, (region) => [tree.starts[region], tree.ends[region]]);

describe('flat-m', () => {
  it('keeps the m best leaves of each item, the first of equal ones', () => {
    const pool = [item(0.1, 0.5, 0.5, 0.9), item(0.2)];
    const [first, second] = flatM.select(pool, 2);
    expect(spans(pool[0]!, first!.kept)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(spans(pool[1]!, second!.kept)).toEqual([[0, 1]]);
  });

  it('keeps a short item whole', () => {
    expect([...flatM.select([item(0.1, 0.2)], 5)[0]!.kept]).toEqual([0]);
  });
});

describe('pool-relative', () => {
  it('measures every leaf by the best of the pool and may drop an item', () => {
    const pool = [item(0.9), item(0.1), item(0.75)];
    expect(poolRelative.select(pool, 0.2).map(({ kept }) => kept.length)).toEqual([1, 0, 1]);
  });

  it('keeps the best leaf at 0 and everything at the far end', () => {
    const pool = [item(0.9, -0.1, 0.3), item(0.1, 0.2)];
    const kept = poolRelative.select(pool, 0);
    expect(spans(pool[0]!, kept[0]!.kept)).toEqual([[0, 1]]);
    expect(kept[1]!.kept.length).toBe(0);
    expect(poolRelative.select(pool, 1).map((selected) => [...selected.kept])).toEqual([[0], [0]]);
  });

  it('judges a leaf of a long item by the regions around it too', () => {
    const scores = Array.from({ length: 64 }, (_, leaf): number => (leaf < 32 ? 0.5 : 0.1));
    scores[8] = 0.2;
    scores[50] = 0.2;
    const [figures] = poolRelative.judge([item(...scores)]);
    expect(figures![8]).toBeGreaterThan(figures![50]!);
    expect(figures!.length).toBe(leafCount(buildRegionTree(64)));
  });

  it('keeps more at every step of its dial', () => {
    const pool = [item(0.3, 0.9, 0.2, 0.7), item(0.5, 0.1)];
    const counts = [0, 0.2, 0.4, 0.6, 0.8].map((tau) =>
      poolRelative
        .select(pool, tau)
        .flatMap(({ kept }, index) => spans(pool[index]!, kept))
        .reduce((sum, [start, end]) => sum + end! - start!, 0),
    );
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.at(-1)).toBeGreaterThan(counts[0]!);
  });
});
