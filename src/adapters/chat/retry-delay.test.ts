import { describe, expect, it } from 'vitest';
import { isRetryable, parseRetryAfter, retryDelay } from './retry-delay.ts';

describe('parseRetryAfter', () => {
  const now = Date.parse('2026-03-01T10:00:00Z');
  it.each([
    ['7', 7000],
    [' 0.5 ', 500],
    ['Sun, 01 Mar 2026 10:00:12 GMT', 12_000],
    ['Sun, 01 Mar 2026 09:00:00 GMT', 0],
    ['soon', undefined],
    [null, undefined],
  ])('%s', (header, expected) => {
    expect(parseRetryAfter(header, now)).toBe(expected);
  });
});

describe('retryDelay', () => {
  it('honours the wish of the endpoint up to 30 s', () => {
    expect(retryDelay(1, 3000, 0)).toBe(3000);
    expect(retryDelay(1, 30_000, 0)).toBe(30_000);
    expect(retryDelay(1, 30_001, 0)).toBeUndefined();
  });

  it('doubles within its jitter otherwise', () => {
    expect([1, 2, 3].map((attempt) => retryDelay(attempt, undefined, 0))).toEqual([
      500, 1000, 2000,
    ]);
    expect(retryDelay(3, undefined, 0.5)).toBe(3000);
    expect(retryDelay(20, undefined, 0)).toBe(15_000);
  });
});

it('only repeats what may succeed', () => {
  expect([408, 429, 500, 503, 529].every(isRetryable)).toBe(true);
  expect([400, 401, 403, 404, 422].some(isRetryable)).toBe(false);
});
