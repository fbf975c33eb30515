import { expect, it } from 'vitest';
import { compare } from './compare.ts';
import { FIGURES, type SetStatistics } from './summarise.ts';

/** A set whose resamples are all alike but for `spread`, which is added to the cuts of the second one. */
function set(figures: Readonly<Record<string, number>>, spread = 0): SetStatistics {
  const values = Float64Array.from(FIGURES, (key) => figures[key] ?? Number.NaN);
  const resampled = FIGURES.map((key, i) =>
    Float64Array.of(values[i]!, values[i]! + (key.includes('ut') ? spread : 0)),
  );
  return { dataset: 'a', n: 2, values, resampled };
}

const whole = {
  name: 'whole-item',
  family: 'whole-item',
  sets: [set({ tokenCut: 0, answerInContext: 0.9 })],
};
const ours = (spread = 0) => ({
  name: 'canopy-calibrated',
  family: 'canopy-calibrated',
  sets: [
    set(
      { tokenCut: 0.5, answerInContext: 0.8, 'cutAtRecall.0.9': 0.7, 'cutAtRecall.0.95': 0.6 },
      spread,
    ),
  ],
});
const flat = (name: string, tokenCut: number, answerInContext: number, cut?: number) => ({
  name,
  family: 'flat-m',
  sets: [
    set({ tokenCut, answerInContext, ...(cut === undefined ? {} : { 'cutAtRecall.0.9': cut }) }),
  ],
});

it('reads a rival between its settings for equal answers', () => {
  // Between (0.6 cut, 0.7 answers) and whole items (0, 0.9), 0.8 answers lie half way.
  const found = compare([whole, ours(), flat('flat-m-1', 0.6, 0.7, 0.4)]);
  expect(found.map(({ at }) => at)).toEqual([0.9, 'answer']);
  expect(found[1]!.theirs).toBeCloseTo(0.3);
  expect(found[1]!.difference.value).toBeCloseTo(0.2);
  expect(found[0]).toMatchObject({ rival: 'flat-m', ours: 0.7, theirs: 0.4 });
});

it('pairs the resamples', () => {
  const [at90] = compare([whole, ours(-0.4), flat('flat-m-1', 0.6, 0.7, 0.4)]);
  const [low, high] = at90!.difference.interval;
  expect(low).toBeCloseTo(-0.1 + 0.025 * 0.4);
  expect(high).toBeCloseTo(0.3 - 0.025 * 0.4);
});

it('says nothing where the default or the rival was not run', () => {
  expect(compare([whole, flat('flat-m-1', 0.6, 0.7)])).toEqual([]);
  expect(compare([whole, ours()])).toEqual([]);
  expect(compare([ours(), flat('flat-m-1', 0.6, 0.7, 0.4)]).map(({ at }) => at)).toEqual([0.9]);
});
