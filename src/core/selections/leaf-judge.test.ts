import { expect, it } from 'vitest';
import { itemTerms, termsOf } from '../lexical.ts';
import { buildRegionTree, regionCount } from '../region-tree.ts';
import { segmentItem } from '../segment-item.ts';
import type { ScoredItem } from '../selection.ts';
import { vectorsOf } from '../vectors.fixture.ts';
import { BRIDGE_FEATURES } from './bridge-features.ts';
import { leafJudge, ROW } from './calibrated.ts';
import { LEAF_FEATURES } from './leaf-features.ts';
import { remembered } from './remembered.ts';
import type { SmallNetwork } from './small-network.ts';

const query = termsOf('Which sentence of item 7 ends here?');

function item(seed: number, count: number, modality: ScoredItem['modality']): ScoredItem {
  const source = {
    ...{ id: `${seed}`, modality: 'text' as const, title: `Item ${seed} of ${count}` },
    ...{ headingPath: [], provenance: { source: 'test' } },
    text: Array.from(
      { length: count },
      (_, at) => `Sentence ${at} of item ${seed} ends here.`,
    ).join(' '),
  };
  const tree = buildRegionTree(count);
  return {
    ...{ tree, modality },
    scores: Float32Array.from(
      { length: regionCount(tree) },
      (_, at) => 0.7 * Math.sin((seed * 100 + at) * 12.9898),
    ),
    vectors: vectorsOf(
      ...Array.from({ length: regionCount(tree) }, (_, at) => wave(5, seed * 100 + at, 1)),
    ),
    leafTokens: Int32Array.from({ length: count }, (_, at) => 5 + at),
    lexical: { terms: itemTerms(source, segmentItem(source)), query },
  };
}

const pool = [item(1, 1, 'text'), item(3, 7, 'table'), item(5, 11, 'text'), item(7, 2, 'text')];

/** Numbers without order in them that are the same every time. */
function wave(length: number, seed: number, size: number): number[] {
  return Array.from({ length }, (_, at) => size * Math.sin((seed * 1000 + at) * 78.233));
}

function network(inputs: number, seed: number): SmallNetwork {
  return {
    mean: wave(inputs, seed, 0.2),
    scale: wave(inputs, seed + 1, 0.3).map((value) => 1 + value),
    layers: [
      {
        ...{ inputs, outputs: 5, weights: wave(5 * inputs, seed + 2, 0.3) },
        bias: wave(5, seed + 3, 0.1),
      },
      { inputs: 5, outputs: 1, weights: wave(5, seed + 4, 1), bias: [0.1] },
    ],
  };
}

/** The network with further inputs that it does not heed. */
function widened(narrow: SmallNetwork, inputs: number): SmallNetwork {
  const [first, ...others] = narrow.layers;
  const more = inputs - first!.inputs;
  const weights = Array.from({ length: first!.outputs }, (_, out) => [
    ...first!.weights.slice(out * first!.inputs, (out + 1) * first!.inputs),
    ...new Array<number>(more).fill(0),
  ]).flat();
  return {
    mean: [...narrow.mean, ...wave(more, 40, 0.2)],
    scale: [...narrow.scale, ...new Array<number>(more).fill(1)],
    layers: [{ ...first!, inputs, weights }, ...others],
  };
}

/** What the plain version of the code, one number after the other, judged of this pool. */
const PLAIN = [
  [0.5491620302200317],
  [
    0.6713574528694153, 0.6233515739440918, 0.5989990234375, 0.5516399145126343,
    0.48815199732780457, 0.4336170256137848, 0.5468934774398804,
  ],
  [
    0.6648330688476562, 0.5720924139022827, 0.4508766233921051, 0.5436694622039795,
    0.5425884127616882, 0.47273677587509155, 0.44588255882263184, 0.5188601016998291,
    0.4577578902244568, 0.5282488465309143, 0.5516336560249329,
  ],
  [0.6985151171684265, 0.6712543368339539],
];

it('judges as the plain version did, to the last digit', () => {
  // Made before there were features of the best leaves, which have tests of their own.
  const second = widened(network(LEAF_FEATURES.length + BRIDGE_FEATURES.length, 9), ROW);
  const model = { first: network(LEAF_FEATURES.length, 1), second };
  const figures = leafJudge(model)(pool);
  expect(figures.map(({ length }) => length)).toEqual([1, 7, 11, 2]);
  for (const [index, leaves] of figures.entries()) {
    for (const [leaf, figure] of leaves.entries()) {
      expect(Math.abs(figure - PLAIN[index]![leaf]!)).toBeLessThan(1e-9);
    }
  }
});

it('judges a pool once while its scores stay, and anew when anything of it is another', () => {
  let times = 0;
  const judge = remembered((items) => {
    times++;
    return items.map(({ scores }) => scores.slice(0, 1));
  });
  const first = judge(pool);
  // The dial moved: other objects around the same scores.
  expect(judge(pool.map((entry) => ({ ...entry })))).toBe(first);
  expect(times).toBe(1);
  judge(pool.slice(0, 2));
  judge(pool.map((entry) => ({ ...entry, leafTokens: entry.leafTokens.slice() })));
  judge(pool.map(({ lexical: _, ...entry }) => entry));
  judge(pool.map((entry) => ({ ...entry, scores: entry.scores.slice() })));
  expect(times).toBe(5);
  expect(judge([])).toEqual([]);
});
