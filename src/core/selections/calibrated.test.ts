import { describe, expect, it } from 'vitest';
import type { Item } from '../item.ts';
import { itemTerms, termsOf } from '../lexical.ts';
import { buildRegionTree, regionCount } from '../region-tree.ts';
import { segmentItem } from '../segment-item.ts';
import type { ScoredItem } from '../selection.ts';
import { blankVectors } from '../vectors.fixture.ts';
import { addBridgeFeatures, BRIDGE_FEATURES } from './bridge-features.ts';
import { calibratedSelection, ROW } from './calibrated.ts';
import { calibrated } from './calibrated-default.ts';
import { LEAF_FEATURES, leafFeatures } from './leaf-features.ts';
import { poolRelative } from './pool-relative.ts';
import { networkJudge, type SmallNetwork } from './small-network.ts';

function item(title: string, text: string, query: string, score: number): ScoredItem {
  const source: Item = {
    ...{ id: title, title, text, modality: 'text', headingPath: [] },
    provenance: { source: 'test' },
  };
  const leaves = segmentItem(source);
  const tree = buildRegionTree(leaves.starts.length);
  return {
    ...{ tree, modality: 'text' },
    scores: new Float32Array(regionCount(tree)).fill(score),
    vectors: blankVectors(regionCount(tree)),
    leafTokens: new Int32Array(leaves.starts.length).fill(8),
    lexical: { terms: itemTerms(source, leaves), query: termsOf(query) },
  };
}

const QUERY = 'Where was the director of Northern Tide born?';
const film = item('Northern Tide', 'A film. It was directed by Astrid Vik.', QUERY, 0.7);
const person = item('Astrid Vik', 'She was born in Hamar. She paints.', QUERY, 0.2);
const other = item('Southern Wind', 'A ship. It was built in Narvik.', QUERY, 0.3);

/** A network that hands one feature on: logistic of `slope` times it. */
function only(inputs: number, feature: number, slope: number): SmallNetwork {
  const weights = Array.from({ length: inputs }, (_, i) => (i === feature ? slope : 0));
  return {
    mean: new Array(inputs).fill(0),
    scale: new Array(inputs).fill(1),
    layers: [{ inputs, outputs: 1, weights, bias: [0] }],
  };
}

describe('leafFeatures', () => {
  it('has a row per leaf and compares across the pool', () => {
    const { stride, data, offsets } = leafFeatures([film, person]);
    expect([...offsets]).toEqual([0, 2, 4]);
    expect(stride).toBe(LEAF_FEATURES.length);
    const of = (name: (typeof LEAF_FEATURES)[number], row: number) =>
      data[row * stride + LEAF_FEATURES.indexOf(name)];
    expect(of('score', 0)).toBeCloseTo(0.7);
    expect(of('toPoolBest', 2)).toBeCloseTo(-0.5);
    expect(of('itemRank', 2)).toBeCloseTo(Math.log(2));
    expect(of('rankInPool', 3)).toBeCloseTo(Math.log(3));
    expect(of('wordsHeadToBest', 0)).toBe(0);
    expect(of('wordsHeadToBest', 2)).toBeLessThan(0);
    expect(data.every(Number.isFinite)).toBe(true);
  });

  it('is finite for a single leaf and for no terms', () => {
    const lone = { ...item('', 'Only.', '', 0.5) };
    expect(leafFeatures([lone]).data.every(Number.isFinite)).toBe(true);
    const { lexical: _lexical, ...plain } = film;
    expect(leafFeatures([plain]).data.every(Number.isFinite)).toBe(true);
  });
});

describe('addBridgeFeatures', () => {
  /** The features of items of two leaves each, for a first judgement. */
  function bridges(pool: readonly ScoredItem[], first: Float32Array) {
    const stride = BRIDGE_FEATURES.length;
    const data = new Float32Array(first.length * stride);
    const offsets = Int32Array.from({ length: pool.length + 1 }, (_, place) => 2 * place);
    addBridgeFeatures(pool, first, { stride, data, offsets }, 0);
    return data;
  }

  it('sees that a good leaf names another item', () => {
    const first = Float32Array.of(0.2, 0.9, 0.1, 0.1, 0.1, 0.1);
    const rows = bridges([film, person, other], first);
    const of = (name: (typeof BRIDGE_FEATURES)[number], row: number) =>
      rows[row * BRIDGE_FEATURES.length + BRIDGE_FEATURES.indexOf(name)];
    expect(of('namedByEvidence', 2)).toBeCloseTo(0.9);
    expect(of('namedByEvidence', 4)).toBe(0);
    expect(of('namesEvidence', 1)).toBeCloseTo(0.1);
    expect(of('namesEvidence', 0)).toBe(0);
    expect(of('firstToPoolBest', 1)).toBe(0);
    expect(of('firstNeighbour', 0)).toBeCloseTo(0.9);
  });

  it('finds no names where all titles are the same', () => {
    const same = [film, { ...film }];
    const rows = bridges(same, new Float32Array(4).fill(0.5));
    const at = BRIDGE_FEATURES.indexOf('namedByEvidence');
    expect(rows[at]).toBe(0);
  });
});

describe('networkJudge', () => {
  it('standardises, bends between layers and ends in the logistic function', () => {
    const network: SmallNetwork = {
      mean: [1, 0],
      scale: [2, 1],
      layers: [
        { inputs: 2, outputs: 2, weights: [1, 0, 0, 1], bias: [0, 0.5] },
        { inputs: 2, outputs: 1, weights: [2, -1], bias: [0.25] },
      ],
    };
    const expected = 2 * (1 / 2) - -0.5 / 1.5 + 0.25;
    const [value] = networkJudge(network)(Float32Array.of(3, -1, 99), 3);
    expect(value).toBeCloseTo(1 / (1 + Math.exp(-expected)));
  });
});

describe('calibrated', () => {
  const width = LEAF_FEATURES.length;
  const named = width + BRIDGE_FEATURES.indexOf('namedByEvidence');
  const selection = calibratedSelection({
    first: only(width, LEAF_FEATURES.indexOf('score'), 4),
    second: only(ROW, named, 4),
    dial: [
      [0.5, 0.9],
      [1, 0.1],
    ],
  });

  it('keeps what reaches the bar of the dial, and drops items', () => {
    const kept = selection.select([film, person, other], 0.5).map((selected) => [...selected.kept]);
    expect(kept).toEqual([[], [0], []]);
    const all = selection.select([film, person, other], 1).map((selected) => [...selected.kept]);
    expect(all).toEqual([[0], [0], [0]]);
  });

  it('tells which items come near the best of the pool', () => {
    const scored = calibratedSelection({
      first: only(width, LEAF_FEATURES.indexOf('score'), 4),
      second: only(ROW, LEAF_FEATURES.indexOf('score'), 10),
      dial: [[1, 0.1]],
    });
    // Log-odds 7, 2 and 3: the last but one is more than 3 behind.
    const near = item('Near', 'A ship.', QUERY, 0.41);
    expect(scored.nearBest?.([film, person, near])).toEqual([true, false, true]);
    expect(scored.nearBest?.([person])).toEqual([true]);
  });

  it('interpolates the bar on a logarithmic scale', () => {
    expect(selection.bar(0.75)).toBeCloseTo(0.3);
    expect(selection.bar(0.5)).toBeCloseTo(0.9);
    expect(selection.bar(2)).toBeCloseTo(0.1);
  });

  it('falls back to the pool-relative rule without terms', () => {
    const { lexical: _lexical, ...plain } = film;
    const pool = [plain, person];
    expect(selection.select(pool, 0.9)).toEqual(
      poolRelative.select(pool, poolRelative.dial.initial),
    );
  });

  it('is vendored with networks that fit the features', () => {
    const pool = [film, person, other];
    const figures = calibrated.judge(pool);
    expect(figures.map(({ length }) => length)).toEqual([2, 2, 2]);
    for (const figure of figures.flatMap((values) => [...values])) {
      expect(figure).toBeGreaterThan(0);
      expect(figure).toBeLessThan(1);
    }
    const bars = [0.5, 0.7, 0.9, 0.95, 0.99].map(calibrated.bar);
    expect(bars).toEqual([...bars].sort((a, b) => b - a));
    expect(calibrated.select(pool, calibrated.dial.max).map(({ kept }) => [...kept])).toEqual([
      [0],
      [0],
      [0],
    ]);
  });
});
