import { expect, it } from 'vitest';
import { withItemGate } from './item-gate.ts';
import { buildRegionTree, regionCount } from './region-tree.ts';
import type { ScoredItem } from './selection.ts';
import { mergeSelections } from './selections/merge-selections.ts';
import { parentRelative } from './selections/parent-relative.ts';
import { blankVectors } from './vectors.fixture.ts';

function item(best: number): ScoredItem {
  const tree = buildRegionTree(4);
  const scores = new Float32Array(regionCount(tree)).fill(best - 0.1);
  scores[3] = best;
  return {
    ...{ tree, scores, vectors: blankVectors(scores.length), modality: 'text' },
    leafTokens: new Int32Array(4).fill(5),
  };
}
const pool = [item(0.3), item(0.9), item(0.75), item(0.2)];
const keeps = (exempt: number) =>
  withItemGate(parentRelative, { reach: 0.2, exempt })
    .select(pool, 0)
    .map(({ kept }) => kept.length > 0);

it('drops items too far below the pool’s best, the first ones aside', () => {
  expect(keeps(0)).toEqual([false, true, true, false]);
  expect(keeps(1)).toEqual([true, true, true, false]);
});

it('leaves the items that pass to the selection', () => {
  const gated = withItemGate(parentRelative, { reach: 0.2, exempt: 0 }).select(pool, 0);
  expect(gated[2]).toEqual(parentRelative.select([pool[2]!], 0)[0]);
  expect(gated[0]!.outcomes[0]).toBe(3);
});

it('merges what two rounds selected of an item into one forest', () => {
  const tree = buildRegionTree(4);
  const rounds = [
    { kept: Int32Array.of(3) },
    { kept: Int32Array.of(2) },
    { kept: Int32Array.of(3) },
  ];
  expect([...mergeSelections(tree, rounds).kept]).toEqual([3, 2]);
  expect([...mergeSelections(tree, [...rounds, { kept: Int32Array.of(4) }]).kept]).toEqual([0]);
  expect([...mergeSelections(tree, []).kept]).toEqual([]);
});
