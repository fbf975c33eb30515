import type { AnswerSummary } from '../pipeline/answer-events.ts';

/** What the person says an endpoint takes; nothing is assumed of any endpoint. */
export interface TokenPrices {
  /** Per million tokens sent, and per million tokens received. */
  readonly sent: number;
  readonly received: number;
  /** ISO 4217, such as `EUR`. */
  readonly currency: string;
}

/** An estimate in the person's currency. */
export interface EstimatedCost {
  readonly amount: number;
  readonly currency: string;
  /** The endpoint did not count, and our estimate of what was sent stands in: what it answered is not in the amount. */
  readonly isAtLeast: boolean;
}

const MILLION = 1_000_000;

/**
 * What an answer cost by the prices that held when it was asked; undefined without prices, or where nothing was sent. Ours.
 */
export function costOf({
  prices,
  host,
  summary,
}: {
  readonly prices?: TokenPrices | undefined;
  /** Undefined where nothing left the device. */
  readonly host: string | undefined;
  readonly summary: Pick<AnswerSummary, 'usage' | 'sentTokens'> | undefined;
}): EstimatedCost | undefined {
  if (prices === undefined || host === undefined || summary === undefined) return undefined;
  const { usage, sentTokens } = summary;
  const sent = usage?.promptTokens ?? sentTokens;
  if (sent === undefined) return undefined;
  const received = usage?.completionTokens ?? 0;
  return {
    amount: (sent * prices.sent + received * prices.received) / MILLION,
    currency: prices.currency,
    isAtLeast: usage === undefined,
  };
}

/** An amount of money that may be a fraction of a cent: `$0.0031`; a currency nobody knows stands as it was written. */
export function formatCost({ amount, currency }: EstimatedCost): string {
  const digits = amount >= 1 || amount === 0 ? 2 : 4;
  const shape = { minimumFractionDigits: 2, maximumFractionDigits: digits };
  try {
    return new Intl.NumberFormat('en', { ...shape, style: 'currency', currency }).format(amount);
  } catch {
    // Not three letters.
    return `${new Intl.NumberFormat('en', shape).format(amount)} ${currency}`.trim();
  }
}
