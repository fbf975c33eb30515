import { describe, expect, it } from 'vitest';
import { Outcome } from '../core/refine.ts';
import { buildRegionTree } from '../core/region-tree.ts';
import { leafRuns } from './leaf-runs.ts';
import { fillOf, regionBars, scoreScale } from './region-bars.ts';

const span = (firstLeaf: number, endLeaf: number) => ({
  firstLeaf,
  endLeaf,
  start: firstLeaf,
  end: endLeaf,
  text: '',
});

describe('leafRuns', () => {
  it('covers the item with kept and held-back runs in order', () => {
    expect(leafRuns({ leafCount: 7, spans: [span(1, 3), span(5, 6)] })).toEqual([
      { isKept: false, first: 0, end: 1, span: undefined },
      { isKept: true, first: 1, end: 3, span: 0 },
      { isKept: false, first: 3, end: 5, span: undefined },
      { isKept: true, first: 5, end: 6, span: 1 },
      { isKept: false, first: 6, end: 7, span: undefined },
    ]);
    expect(leafRuns({ leafCount: 2, spans: [] })).toEqual([
      { isKept: false, first: 0, end: 2, span: undefined },
    ]);
  });
});

describe('regionBars', () => {
  it('draws the regions that were looked at, depth first, and no others', () => {
    const tree = buildRegionTree(4);
    const outcomes = Uint8Array.of(
      Outcome.split,
      Outcome.split,
      Outcome.dropped,
      Outcome.kept,
      Outcome.dropped,
      Outcome.unvisited,
      Outcome.unvisited,
    );
    const scores = Float32Array.of(0.2, 0.4, 0.1, 0.6, 0.3, 0, 0);
    const bars = regionBars(tree, scores, { kept: Int32Array.of(3), outcomes });
    expect(bars.map(({ region, depth, outcome }) => [region, depth, outcome])).toEqual([
      [0, 0, 'split'],
      [1, 1, 'split'],
      [3, 2, 'kept'],
      [4, 2, 'dropped'],
      [2, 1, 'dropped'],
    ]);
  });

  it('fills bars on one scale for all trees', () => {
    const scale = scoreScale([Float32Array.of(0, 0.5), Float32Array.of(1)]);
    expect(scale).toEqual({ low: 0, high: 1 });
    expect(fillOf(0.5, scale)).toBe(0.5);
    expect(fillOf(0.5, { low: 0.5, high: 0.5 })).toBe(1);
  });
});
