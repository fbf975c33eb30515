import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameTimes } from './frame-times.ts';

describe('frameTimes', () => {
  it('looks at a leaf three times, and at a long tail as often as it lasts', () => {
    expect(frameTimes(30_000, 60_000)).toEqual([30, 40, 50]);
    expect(frameTimes(60_000, 101_000)).toEqual([60, 70, 80, 90, 100]);
    expect(frameTimes(0, 4_000)).toEqual([0]);
  });

  it('spreads 32 frames over an hour, first and last of the grid included', () => {
    const times = frameTimes(0, 3_600_000);
    expect(times).toHaveLength(32);
    expect(times[0]).toBe(0);
    expect(times.at(-1)).toBe(3590);
    expect(times[1]).toBe(120);
  });

  it('stays inside the region, on the grid, without repeats', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e7 }),
        fc.integer({ min: 1, max: 1e7 }),
        fc.integer({ min: 1, max: 40 }),
        (start, length, most) => {
          const times = frameTimes(start, start + length, most);
          expect(times.length).toBeGreaterThan(0);
          expect(times.length).toBeLessThanOrEqual(most);
          expect(new Set(times).size).toBe(times.length);
          for (const time of times) {
            // Seconds are fractions; the milliseconds they stand for are whole.
            const milliseconds = Math.round(time * 1000);
            expect(milliseconds).toBeGreaterThanOrEqual(start);
            expect(milliseconds).toBeLessThan(start + length);
            expect((milliseconds - start) % 10_000).toBe(0);
          }
          expect(times).toEqual([...times].sort((a, b) => a - b));
        },
      ),
    );
  });
});
