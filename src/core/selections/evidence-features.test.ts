import { describe, expect, it } from 'vitest';
import { buildRegionTree, regionCount } from '../region-tree.ts';
import type { ScoredItem } from '../selection.ts';
import { blankVectors, vectorsOf } from '../vectors.fixture.ts';
import { addEvidenceFeatures, EVIDENCE_FEATURES } from './evidence-features.ts';

const WIDTH = EVIDENCE_FEATURES.length;

/** An item whose leaves have these vectors; the regions above them have none. */
function item(...leaves: readonly (readonly number[])[]): ScoredItem {
  const tree = buildRegionTree(leaves.length);
  const rows = Array.from(tree.starts, (start, region) =>
    tree.childCount[region] === 0 ? leaves[start]! : [1e-9, 0],
  );
  return {
    ...{ tree, modality: 'text', vectors: vectorsOf(...rows) },
    scores: new Float32Array(rows.length),
    leafTokens: new Int32Array(leaves.length).fill(8),
  };
}

/** The features of the pool's leaves by name. */
function featuresOf(pool: readonly ScoredItem[], first: readonly number[]) {
  const data = new Float32Array(first.length * WIDTH);
  const offsets = new Int32Array(pool.length + 1);
  for (const [at, { leafTokens }] of pool.entries())
    offsets[at + 1] = offsets[at]! + leafTokens.length;
  addEvidenceFeatures(pool, Float32Array.from(first), { data, stride: WIDTH, offsets }, 0);
  return (name: (typeof EVIDENCE_FEATURES)[number], leaf: number) =>
    data[leaf * WIDTH + EVIDENCE_FEATURES.indexOf(name)];
}

describe('addEvidenceFeatures', () => {
  const [east, north, both] = [
    [1, 0],
    [0, 1],
    [1, 1],
  ];
  const pool = [item(east!, north!, both!), item(both!, north!)];
  const of = featuresOf(pool, [0.8, 0.1, 0.2, 0.4, 0.05]);

  it('counts how far the best leaf of the item is', () => {
    expect([0, 1, 2].map((leaf) => of('firstDistance', leaf))).toEqual(
      [0, 1, 2].map((away) => Math.fround(Math.log1p(away))),
    );
    expect([3, 4].map((leaf) => of('firstDistance', leaf))).toEqual([
      0,
      Math.fround(Math.log1p(1)),
    ]);
  });

  it('sums the evidence of the item, of the item beside the leaf, and of the pool', () => {
    expect(of('firstInItem', 1)).toBeCloseTo(Math.log(1.1 + 1e-3));
    expect(of('firstInOthers', 0)).toBeCloseTo(Math.log(0.3 + 1e-3));
    expect(of('firstInOthers', 3)).toBeCloseTo(Math.log(0.05 + 1e-3));
    expect(of('firstInPool', 4)).toBeCloseTo(Math.log(1.55 + 1e-3));
    expect(of('firstShare', 3)).toBeCloseTo(Math.log(0.401) - Math.log(1.551));
    expect(of('firstRank', 2)).toBeCloseTo(Math.log1p(2));
  });

  it('likens every leaf to the best ones, itself left out', () => {
    // The four best are the leaves 0, 3, 2 and 1.
    const half = Math.SQRT1_2;
    expect(of('likeBest', 0)).toBeCloseTo(half, 2);
    expect(of('likeBestWeighed', 0)).toBeCloseTo(half * 0.4, 2);
    expect(of('likeMean', 0)).toBeCloseTo((half * 0.6) / 0.7, 2);
    // North of the second item: like north of the first, which is hardly judged good.
    expect(of('likeBest', 4)).toBeCloseTo(1, 2);
    expect(of('likeBestWeighed', 4)).toBeCloseTo(half * 0.4, 2);
    expect(of('likeElsewhere', 4)).toBeCloseTo(1, 2);
    // East is like nothing of the other item but the leaf that is both.
    expect(of('likeElsewhere', 0)).toBeCloseTo(half, 2);
  });

  it('is finite for a single leaf and for vectors that are like nothing', () => {
    const lone = item(east!);
    const blank = { ...pool[0]!, vectors: blankVectors(regionCount(pool[0]!.tree)) };
    const single = featuresOf([lone], [0.5]);
    const plain = featuresOf([blank], [0, 0, 0]);
    for (const name of EVIDENCE_FEATURES) {
      expect(single(name, 0)).toSatisfy(Number.isFinite);
      for (const leaf of [0, 1, 2]) expect(plain(name, leaf)).toSatisfy(Number.isFinite);
    }
    expect(single('likeBest', 0)).toBe(0);
  });
});
