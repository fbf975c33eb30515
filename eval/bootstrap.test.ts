import { expect, it } from 'vitest';
import { bootstrap, seededRandom } from './bootstrap.ts';

const values = Array.from({ length: 200 }, (_, i) => (i % 10) / 10);
const meanOf = (draw: Int32Array) =>
  draw.reduce((sum, times, i) => sum + times * values[i]!, 0) / values.length;

it('brackets a mean by about two standard errors', () => {
  const [interval] = bootstrap([200], ([draw]) => [meanOf(draw!)], { resamples: 2000 });
  const standardError = Math.sqrt(0.0825 / 200);
  expect(interval![0]).toBeCloseTo(0.45 - 1.96 * standardError, 2);
  expect(interval![1]).toBeCloseTo(0.45 + 1.96 * standardError, 2);
});

it('pairs: the difference of a statistic with itself has no width', () => {
  const [difference] = bootstrap([200], ([draw]) => [meanOf(draw!) - meanOf(draw!)], {
    resamples: 100,
  });
  expect(difference).toEqual([0, 0]);
});

it('draws within each set and says the same for the same seed', () => {
  const sizes: number[][] = [];
  const run = (seed: number) =>
    bootstrap(
      [3, 5],
      (draws) => {
        sizes.push(draws.map((draw) => draw.reduce((sum, times) => sum + times, 0)));
        return [draws[1]![0]!];
      },
      { seed, resamples: 50 },
    );
  expect(run(1)).toEqual(run(1));
  expect(sizes.every(([a, b]) => a === 3 && b === 5)).toBe(true);
});

it('leaves resamples without a number out', () => {
  let times = 0;
  const [interval] = bootstrap([1], () => [times++ % 2 === 0 ? Number.NaN : 1], { resamples: 10 });
  expect(interval).toEqual([1, 1]);
});

it('makes numbers in [0, 1)', () => {
  const random = seededRandom(7);
  const numbers = Array.from({ length: 1000 }, random);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  expect(numbers.reduce((sum, value) => sum + value, 0) / 1000).toBeCloseTo(0.5, 1);
});
