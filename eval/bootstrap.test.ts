import { describe, expect, it } from 'vitest';
import {
  createResampler,
  meanWithInterval,
  percentileInterval,
  seededRandom,
} from './bootstrap.ts';

describe('resampler', () => {
  it('draws as many questions as there are', () => {
    const draws = createResampler({ resamples: 50 }).draws('a', 5);
    expect(draws).toHaveLength(250);
    for (let row = 0; row < 50; row++) {
      expect(draws.subarray(row * 5, row * 5 + 5).reduce((sum, times) => sum + times, 0)).toBe(5);
    }
  });

  it('draws the same for the same seed and set, and otherwise differently', () => {
    const draws = (seed: number, name: string) =>
      createResampler({ seed, resamples: 20 }).draws(name, 30);
    expect(draws(1, 'a')).toEqual(draws(1, 'a'));
    expect(draws(1, 'a')).not.toEqual(draws(2, 'a'));
    expect(draws(1, 'a')).not.toEqual(draws(1, 'b'));
  });

  it('gives a mean an interval of about two standard errors', () => {
    const values = Array.from({ length: 200 }, (_, i) => (i % 10) / 10);
    const resampler = createResampler({ resamples: 2000 });
    const { mean, interval } = meanWithInterval(resampler, 'a', values);
    const standardError = Math.sqrt(0.0825 / 200);
    expect(mean).toBeCloseTo(0.45, 10);
    expect(interval[0]).toBeCloseTo(0.45 - 1.96 * standardError, 2);
    expect(interval[1]).toBeCloseTo(0.45 + 1.96 * standardError, 2);
  });
});

describe('percentile interval', () => {
  it('interpolates', () => {
    const [low, high] = percentileInterval(Float64Array.from({ length: 101 }, (_, i) => 100 - i));
    expect(low).toBeCloseTo(2.5);
    expect(high).toBeCloseTo(97.5);
  });

  it('leaves out what is no number', () => {
    expect(percentileInterval(Float64Array.of(Number.NaN, 1, Number.NaN))).toEqual([1, 1]);
    expect(percentileInterval(Float64Array.of(Number.NaN))).toEqual([Number.NaN, Number.NaN]);
  });
});

it('makes numbers in [0, 1)', () => {
  const random = seededRandom(7);
  const numbers = Array.from({ length: 1000 }, random);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  expect(numbers.reduce((sum, value) => sum + value, 0) / 1000).toBeCloseTo(0.5, 1);
});
