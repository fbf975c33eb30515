import { describe, expect, it } from 'vitest';
import { formatSeconds } from './format.ts';
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

describe('a pace', () => {
  it('is never told as none', () => {
    expect(strings.collection.pace(12.4)).toBe('12 a second');
    expect(strings.collection.pace(0.4)).toBe('24 a minute');
  });
});

it('counts refused files beside those that are ready', () => {
  const { total } = strings.collection;
  expect(total(18, 3659)).toBe('18 files · about 3,659 tokens, kept on this device');
  expect(total(18, 3659, 8)).toBe(`${total(18, 3659)} · 8 could not be read`);
  expect(total(0, 0, 1)).toBe('1 file could not be read');
});
