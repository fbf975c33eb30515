import { describe, expect, it } from 'vitest';
import { calibrated } from '../core/selections/calibrated-default.ts';
import { parentRelative } from '../core/selections/parent-relative.ts';
import { cutsBySelection, DEFAULT_WAY, dialAt, possibleWay, type Way, wayOf } from './way.ts';

const vanilla: Way = { ...DEFAULT_WAY, strategy: 'vanilla-rag' };

describe('a way of answering', () => {
  it('has a dial where a selection cuts', () => {
    expect(cutsBySelection(DEFAULT_WAY)).toBe(true);
    expect(cutsBySelection(vanilla)).toBe(false);
    expect(cutsBySelection({ ...vanilla, compressor: 'canopy' })).toBe(true);
    expect(cutsBySelection({ ...vanilla, strategy: 's2g-rag', compressor: 'canopy' })).toBe(false);
  });

  it('is CANOPY’s without an endpoint, and the chosen one again with one', () => {
    expect(possibleWay(vanilla, false)).toEqual(DEFAULT_WAY);
    expect(possibleWay(vanilla, true)).toEqual(vanilla);
  });

  it('of a turn from another version is the default where it is unknown', () => {
    expect(wayOf({})).toEqual(DEFAULT_WAY);
    expect(wayOf({ way: vanilla })).toEqual(vanilla);
    expect(wayOf({ way: { ...vanilla, strategy: 'oracle' as 'ircot' } })).toEqual(DEFAULT_WAY);
  });

  it('never takes a position from another dial', () => {
    expect(dialAt(calibrated.dial, 0.9)).toBe(0.9);
    expect(dialAt(parentRelative.dial, 0.9)).toBe(0);
    expect(dialAt(parentRelative.dial, undefined)).toBe(0);
  });
});
