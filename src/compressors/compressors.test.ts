import { describe, expect, it } from 'vitest';
import { leafCount, leafRegions } from '../core/region-tree.ts';
import { flatM } from '../core/selections/flat-m.ts';
import { parentRelative } from '../core/selections/parent-relative.ts';
import { describeCompressor } from '../ports/compressor.contract.ts';
import type { Compressor } from '../ports/compressor.ts';
import { adaptiveKeyframes, aks } from './aks.ts';
import { canopy } from './canopy.ts';
import { keptOf, scoredItem, scoredText } from './compressor-item.fixture.ts';
import { embeddingFilter, sentenceFilter } from './embedding-filter.ts';
import { flatAny } from './flat-any.ts';
import { flatLeaf } from './flat-leaf.ts';
import { goldItem, goldSpan } from './gold.ts';
import { recompExtractive } from './recomp-extractive.ts';
import { selected } from './selected.ts';
import { wholeItem } from './whole-item.ts';

// Four leaves: region 0 is all, 1 and 2 the halves, 3 to 6 the leaves. Three: 0, then 1 (two leaves) and 2, then 3 and 4.
const four = scoredText(
  'four',
  ['One.', 'Two.', 'Three.', 'Four.'],
  [0.5, 0.6, 0.2, 0.1, 0.7, 0.3, 0.4],
);
const three = scoredText('three', ['Ah.', 'Be.', 'Ce.'], [0.3, 0.9, 0.8, 0.2, 0.1]);
const pool = [four, three];
const kept = async (compressor: Compressor) => keptOf(pool, await compressor.compress(pool, 'q'));

describe('what stays of two items with known scores', () => {
  it('whole items', async () => {
    expect(await kept(wholeItem)).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2],
    ]);
  });
  it('CANOPY by the paper’s rule: 0.6 >= 0.5, then 0.7 >= 0.6; and both halves of the other, the first unsplit', async () => {
    expect(await kept(canopy(parentRelative))).toEqual([[1], [0, 1, 2]]);
    expect(canopy(parentRelative).name).toBe('canopy-parent-relative');
  });
  it('the best leaf of each', async () => {
    expect(await kept(flatLeaf)).toEqual([[1], [2]]);
  });
  it('the best region of each, of any level', async () => {
    expect(await kept(flatAny)).toEqual([[1], [0, 1]]);
  });
  it('of equal regions the widest', async () => {
    const equal = scoredText('equal', ['A.', 'B.'], [0.5, 0.5, 0.5]);
    expect(keptOf([equal], await flatAny.compress([equal], ''))).toEqual([[0, 1]]);
  });
  it('the m best leaves of each', async () => {
    expect(await kept(selected(flatM, 2))).toEqual([
      [1, 3],
      [0, 2],
    ]);
  });
  it('the N best leaves of all: 0.8, 0.7, 0.4', async () => {
    expect(await kept(selected(recompExtractive, 3))).toEqual([[1, 3], [2]]);
  });
  it('items whose own similarity reaches the threshold', async () => {
    expect(await kept(selected(embeddingFilter, 1 - 0.4))).toEqual([[0, 1, 2, 3], []]);
    expect(await kept(selected(embeddingFilter, 1 - 0.2))).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2],
    ]);
  });
  it('sentences that reach the threshold', async () => {
    expect(await kept(selected(sentenceFilter, 1 - 0.35))).toEqual([[1, 3], [2]]);
  });
  it('gold items and gold leaves', async () => {
    const goldOf = (id: string) => (id === 'four' ? [0, 2] : undefined);
    expect(await kept(goldItem(goldOf))).toEqual([[0, 1, 2, 3], []]);
    expect(await kept(goldSpan(goldOf))).toEqual([[0, 2], []]);
  });
});

describe('adaptive keyframes', () => {
  it('takes the best frames of the whole video where they stand out', () => {
    const scores = new Float32Array(20);
    scores[7] = 1;
    // One frame asked for: 1 − 0.05 > 0.8.
    expect(adaptiveKeyframes(scores, { count: 1 })).toEqual([7]);
  });
  it('halves down to the depth, and each interval gives its share', () => {
    // Nothing stands out. With 4 frames the depth is 2: four intervals of two give one each.
    const scores = Float32Array.of(1, 0, 0, 1, 1, 0, 0, 1);
    expect(adaptiveKeyframes(scores, { count: 4 })).toEqual([0, 3, 4, 7]);
  });
  it('leaves an interval alone that stands out, and halves the others', () => {
    // Threshold 0.4 and two frames. Whole: (1 + 0.5) / 2 − 1.6 / 8 = 0.55 > 0.4.
    const scores = Float32Array.of(1, 0.5, 0.1, 0, 0, 0, 0, 0);
    expect(adaptiveKeyframes(scores, { count: 2, threshold: 0.4 })).toEqual([0, 1]);
    // At 0.6 it is halved; each half gives floor(2 / 2) frames: the best, and of equal ones the first.
    expect(adaptiveKeyframes(scores, { count: 2, threshold: 0.6 })).toEqual([0, 4]);
  });
  it('stands equal scores, no frames and no count', () => {
    expect(adaptiveKeyframes(Float32Array.of(0.3, 0.3), { count: 1 })).toEqual([0]);
    expect(adaptiveKeyframes(new Float32Array(0), { count: 3 })).toEqual([]);
    expect(adaptiveKeyframes(Float32Array.of(1), { count: 0 })).toEqual([]);
  });
  it('cuts video items alone', async () => {
    const video = scoredItem({
      ...{ id: 'v', modality: 'video', title: 'v', headingPath: [], provenance: { source: 'v' } },
      durationSeconds: 120,
      segments: [{ start: 0, end: 100, text: 'words' }],
    });
    expect(leafCount(video.tree)).toBe(4);
    const scores = new Float32Array(video.scores.length);
    scores[leafRegions(video.tree)[2]!] = 1;
    const both = [{ ...video, scores }, three];
    const found = await aks({ count: 1, threshold: 0.5 }).compress(both, '');
    expect(keptOf(both, found)).toEqual([[2], [0, 1, 2]]);
  });
});

describe('the contract', () => {
  const goldOf = (id: string) => (id === 'four' ? [1] : undefined);
  const all = [
    wholeItem,
    canopy(parentRelative),
    flatLeaf,
    flatAny,
    selected(flatM, 2),
    aks({ count: 4 }),
  ];
  for (const one of [
    ...all,
    selected(recompExtractive),
    selected(embeddingFilter),
    goldItem(goldOf),
    goldSpan(goldOf),
  ]) {
    describeCompressor(one.name, one, pool);
  }
});
