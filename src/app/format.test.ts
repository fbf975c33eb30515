import { describe, expect, it } from 'vitest';
import { formatRate, formatSeconds } from './format.ts';
import { strings } from './strings.ts';

describe('a span of time', () => {
  it.each([
    [1.84, '1.8 s'],
    [9.96, '10 s'],
    [59.4, '59 s'],
    [59.6, '1 min 0 s'],
    [125, '2 min 5 s'],
    [179.6, '3 min 0 s'],
  ])('%d s is told as %s', (seconds, told) => {
    expect(formatSeconds(seconds)).toBe(told);
  });
});

describe('a rate', () => {
  it('is never told as none in a second', () => {
    expect(formatRate(12.4, 'file')).toBe('12 files/s');
    expect(formatRate(0.05, 'file')).toBe('1 file in 20 s');
    expect(strings.collection.batchRate(0.01, 90)).toBe('1 file in 1 min 40 s · 1 min 30 s left');
    expect(strings.collection.embeddingRate(0.4, 5)).toBe('1 region in 2.5 s · 5.0 s left');
  });
});
