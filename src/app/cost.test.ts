import { describe, expect, it } from 'vitest';
import type { AnswerSummary } from '../pipeline/answer-events.ts';
import { costOf, formatCost } from './cost.ts';

const summary: AnswerSummary = {
  ...{ answer: '', citations: [], rounds: 1, wholeTokens: 9000, keptTokens: 500 },
  ...{ modelCalls: 2, seconds: 1, reader: 'm', extractive: false },
};
const prices = { sent: 3, received: 15, currency: 'USD' };

describe('the cost of an answer', () => {
  it('is what the endpoint counted, by the prices that the person gave', () => {
    const usage = { promptTokens: 2_000_000, completionTokens: 100_000 };
    expect(costOf({ prices, host: 'h', summary: { ...summary, usage } })).toEqual({
      ...{ amount: 7.5, currency: 'USD', isAtLeast: false },
    });
  });

  it('is at least that of our own estimate of what was sent where the endpoint does not count', () => {
    // One of the two requests carried no evidence, so twice the evidence would be too much.
    const sent = { ...summary, keptTokens: 5000, sentTokens: 6000 };
    expect(costOf({ prices, host: 'h', summary: sent })).toEqual({
      ...{ amount: 0.018, currency: 'USD', isAtLeast: true },
    });
  });

  it('is nothing without prices, an endpoint or a request, and before the end', () => {
    expect(costOf({ prices: undefined, host: 'h', summary })).toBeUndefined();
    expect(costOf({ prices, host: undefined, summary })).toBeUndefined();
    expect(costOf({ prices, host: 'h', summary: undefined })).toBeUndefined();
    expect(costOf({ prices, host: 'h', summary })).toBeUndefined();
  });

  it('is written in its currency, small amounts with the digits that matter', () => {
    const of = (amount: number, currency = 'USD') =>
      formatCost({ amount, currency, isAtLeast: false });
    expect(of(0.00314)).toBe('$0.0031');
    expect(of(12.345, 'EUR')).toBe('€12.35');
    expect(of(0)).toBe('$0.00');
    expect(of(0.5, 'credits')).toBe('0.50 credits');
  });
});
