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
      ...{ amount: 7.5, currency: 'USD', isFromEvidence: false },
    });
  });

  it('is from our own estimate of the evidence where the endpoint does not count', () => {
    expect(costOf({ prices, host: 'h', summary })).toEqual({
      ...{ amount: 0.003, currency: 'USD', isFromEvidence: true },
    });
  });

  it('is nothing without prices, without an endpoint, or before the end', () => {
    expect(costOf({ prices: undefined, host: 'h', summary })).toBeUndefined();
    expect(costOf({ prices, host: undefined, summary })).toBeUndefined();
    expect(costOf({ prices, host: 'h', summary: undefined })).toBeUndefined();
  });

  it('is written in its currency, small amounts with the digits that matter', () => {
    const of = (amount: number, currency = 'USD') =>
      formatCost({ amount, currency, isFromEvidence: false });
    expect(of(0.00314)).toBe('$0.0031');
    expect(of(12.345, 'EUR')).toBe('€12.35');
    expect(of(0)).toBe('$0.00');
    expect(of(0.5, 'credits')).toBe('0.50 credits');
  });
});
