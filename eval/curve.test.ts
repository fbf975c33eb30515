import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildRegionTree } from '../src/core/region-tree.ts';
import { keepLeaves } from '../src/core/selections/keep-leaves.ts';
import { goldBars, leafCurves, meanCurve } from './curve.ts';
import { goldRecall, tokenCut, total } from './metrics.ts';

const fact = (leaves: number, gold: number[]) => ({
  tree: buildRegionTree(leaves),
  leafTokens: Int32Array.from({ length: leaves }, (_, leaf) => 3 + ((leaf * 7) % 11)),
  headTokens: 4,
  gold: Int32Array.from(gold),
});

it('says at every bar what the metrics say of the same selection', () => {
  const facts = [fact(7, [1, 5]), fact(3, [0]), fact(1, [])];
  const figure = fc.integer({ min: 0, max: 5 });
  const figures = fc.tuple(
    ...facts.map(({ leafTokens: { length } }) =>
      fc.array(figure, { minLength: length, maxLength: length }),
    ),
  );
  fc.assert(
    fc.property(figures, (lists) => {
      const values = lists.map((list) => Float32Array.from(list));
      const bars = [5, 4, 3, 2, 1, 0];
      const { recall, cut } = leafCurves([{ facts }], [values], bars);
      for (const [index, bar] of bars.entries()) {
        const items = facts.map((rest, item) => ({
          ...rest,
          selection: keepLeaves(
            rest.tree,
            Uint8Array.from(values[item]!, (value) => (value >= bar ? 1 : 0)),
          ),
        }));
        expect(recall[0]![index]).toBeCloseTo(total([goldRecall(items, 'all')]));
        expect(cut[0]![index]).toBeCloseTo(total([tokenCut(items)]));
      }
    }),
  );
});

it('means over questions, each as often as it was drawn', () => {
  const curves = {
    bars: [1],
    recall: [Float64Array.of(0.2), Float64Array.of(0.8)],
    cut: [Float64Array.of(1), Float64Array.of(0)],
  };
  expect(meanCurve(curves)).toEqual([{ recall: 0.5, cut: 0.5 }]);
  expect(meanCurve(curves, Int32Array.of(0, 2))).toEqual([{ recall: 0.8, cut: 0 }]);
});

it('puts bars where gold leaves are, from high to low', () => {
  const facts = [fact(4, [0, 2])];
  expect(goldBars([{ facts }], [[Float32Array.of(1, 9, 3, 7)]], 4)).toEqual([3, 1]);
});
