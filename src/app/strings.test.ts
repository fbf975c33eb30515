import { describe, expect, it } from 'vitest';
import { strings } from './strings.ts';

describe('what left this device', () => {
  it('is counted since the page was opened, and says so', () => {
    // Tests and people look for how it ends.
    expect(strings.top.ledger(0)).toBe('Since this page was opened, 0 requests left this device');
    expect(strings.ledger.total(2, 1930)).toBe(
      '2 requests, about 1,930 tokens since this page was opened',
    );
  });
});
