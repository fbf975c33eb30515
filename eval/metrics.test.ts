import { describe, expect, it } from 'vitest';
import { refine } from '../src/core/refine.ts';
import { buildRegionTree } from '../src/core/region-tree.ts';
import { keepLeaves } from '../src/core/selections/keep-leaves.ts';
import {
  answerInContext,
  cutAtRecall,
  decisions,
  evidenceTokens,
  goldRecall,
  type MeasuredItem,
  normaliseAnswer,
  outcomeShares,
  prunedItems,
  retrievalRecall,
  tokenCut,
  total,
  wholeTokens,
} from './metrics.ts';

/** Tree of four leaves: 0 = all, 1 = leaves 0-1, 2 = leaves 2-3, 3 to 6 = leaves 0 to 3. */
const four = buildRegionTree(4);

function item(
  kept: readonly number[],
  gold: readonly number[],
  tokens = [10, 20, 30, 40],
): MeasuredItem {
  const tree = buildRegionTree(tokens.length);
  const mask = Uint8Array.from(tokens, (_, leaf) => (kept.includes(leaf) ? 1 : 0));
  return {
    tree,
    leafTokens: Int32Array.from(tokens),
    headTokens: 5,
    gold: Int32Array.from(gold),
    selection: keepLeaves(tree, mask),
  };
}

describe('decisions', () => {
  const gold = Int32Array.of(2);
  const of = (...scores: number[]) => decisions(four, Float32Array.from(scores), gold);

  it('asks one region after the other down to the gold leaf', () => {
    // Root and region 2 overlap gold; region 1 does not and is no instance.
    expect(of(0.5, 0.4, 0.6, 0, 0, 0.7, 0.1)).toEqual({ numerator: 2, denominator: 2 });
  });

  it('lets a gold child tie with its parent, but no other child', () => {
    expect(of(0.5, 0.4, 0.5, 0, 0, 0.5, 0.1).numerator).toBe(2);
    expect(of(0.5, 0.5, 0.6, 0, 0, 0.7, 0.1).numerator).toBe(1);
    expect(of(0.5, 0.4, 0.6, 0, 0, 0.7, 0.6).numerator).toBe(1);
  });

  it('wants a gold child not to be below its parent', () => {
    expect(of(0.5, 0.4, 0.4, 0, 0, 0.4, 0.1)).toEqual({ numerator: 1, denominator: 2 });
  });

  it('wants a fully gold region strictly above its children and goes no deeper', () => {
    const full = (...scores: number[]) =>
      decisions(four, Float32Array.from(scores), Int32Array.of(2, 3));
    expect(full(0.5, 0.4, 0.6, 0, 0, 0.5, 0.1)).toEqual({ numerator: 2, denominator: 2 });
    expect(full(0.5, 0.4, 0.6, 0, 0, 0.6, 0.1)).toEqual({ numerator: 1, denominator: 2 });
  });

  it('finds a wholly gold item to be one instance, and none without gold or in a single leaf', () => {
    const scores = Float32Array.of(1, 0, 0, 0, 0, 0, 0);
    const all = Int32Array.of(0, 1, 2, 3);
    expect(decisions(four, scores, all)).toEqual({ numerator: 1, denominator: 1 });
    expect(decisions(four, scores, new Int32Array(0)).denominator).toBe(0);
    const single = decisions(buildRegionTree(1), Float32Array.of(1), Int32Array.of(0));
    expect(single.denominator).toBe(0);
  });
});

describe('goldRecall', () => {
  it('is the share of the gold leaves of all gold items that remain', () => {
    const items = [item([0, 1], [1, 2]), item([], [0], [9]), item([0, 1, 2, 3], [])];
    expect(total([goldRecall(items, 'all')])).toBeCloseTo(1 / 3);
    expect(total([goldRecall(items, 'splittable')])).toBe(0.5);
  });

  it('says nothing when no gold item may be split', () => {
    expect(goldRecall([item([0], [0], [9])], 'splittable').denominator).toBe(0);
  });
});

describe('tokens', () => {
  it('counts heads of the items that keep something', () => {
    const items = [item([1, 2], []), item([], [])];
    expect(evidenceTokens(items)).toBe(55);
    expect(wholeTokens(items)).toBe(210);
    expect(total([tokenCut(items)])).toBeCloseTo(1 - 55 / 210);
  });
});

describe('items and regions', () => {
  it('counts as pruned what may be split and lost something', () => {
    const items = [item([0], []), item([0, 1, 2, 3], []), item([], [], [9])];
    expect(prunedItems(items)).toEqual({ numerator: 1, denominator: 2 });
  });

  it('shares out the visited regions only', () => {
    const selection = refine(four, Float32Array.of(0.5, 0.6, 0.1, 0.7, 0.2, 0.9, 0.9));
    const shares = outcomeShares([{ ...item([], []), selection }]);
    // Root and region 1 split, leaf 0 kept, region 2 and leaf 1 dropped.
    expect(shares.kept).toEqual({ numerator: 1, denominator: 5 });
    expect(shares.split).toEqual({ numerator: 2, denominator: 5 });
    expect(shares.dropped).toEqual({ numerator: 2, denominator: 5 });
  });

  it('measures retrieval by gold items found', () => {
    expect(total([retrievalRecall(['a', 'b'], ['c', 'b'])])).toBe(0.5);
    expect(retrievalRecall([], ['c']).denominator).toBe(0);
  });
});

describe('answerInContext', () => {
  const stands = (answers: string[], evidence: string, type = '') =>
    total([answerInContext(answers, type, [evidence])]);

  it('compares whole words after normalisation', () => {
    expect(normaliseAnswer('  The “Great”, $1,234 Wall!')).toBe('great 1 234 wall');
    expect(stands(['1755'], 'founded in 1755.')).toBe(1);
    expect(stands(['175'], 'founded in 1755.')).toBe(0);
    expect(stands(['The Beatles'], 'by beatles')).toBe(1);
  });

  it('takes any alternative, but all parts of a multi-span answer', () => {
    expect(stands(['34%', '11%'], 'it was 34%')).toBe(1);
    expect(stands(['34%', '11%'], 'it was 34%', 'multi-span')).toBe(0);
  });

  it('leaves yes and no out', () => {
    expect(answerInContext(['yes'], '', ['yes']).denominator).toBe(0);
  });
});

describe('cutAtRecall', () => {
  const curve = [
    { recall: 0.5, cut: 0.9 },
    { recall: 0.8, cut: 0.7 },
    { recall: 1, cut: 0.3 },
  ];

  it('interpolates along the dial', () => {
    expect(cutAtRecall(curve, 0.9)).toBeCloseTo(0.5);
    expect(cutAtRecall(curve, 0.8)).toBeCloseTo(0.7);
    expect(cutAtRecall(curve, 0.4)).toBeCloseTo(0.9);
  });

  it('takes the best of several positions that reach the recall', () => {
    expect(cutAtRecall([...curve, { recall: 0.95, cut: 0.6 }], 0.9)).toBeCloseTo(0.6);
  });

  it('has no figure where the recall is not reached', () => {
    expect(cutAtRecall(curve.slice(0, 2), 0.9)).toBeNaN();
  });
});

describe('total', () => {
  it('weighs by denominators and is not a number for nothing', () => {
    expect(
      total([
        { numerator: 1, denominator: 1 },
        { numerator: 1, denominator: 3 },
      ]),
    ).toBe(0.5);
    expect(total([{ numerator: 0, denominator: 0 }])).toBeNaN();
  });
});
