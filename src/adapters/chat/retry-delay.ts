/** Attempts at one request, the first included. */
export const MAX_ATTEMPTS = 4;
/** Longest pause before another attempt; an endpoint that asks for more is told to the person instead. */
export const LONGEST_PAUSE_MS = 30_000;

/** Statuses after which the same request may succeed: timeouts, rate limits, overload, and failures of the server. */
export function isRetryable(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

/** Milliseconds that a `Retry-After` header asks for, as seconds or as a date; undefined when it says nothing usable. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * Pause before the next attempt, or undefined when it would be too long. Without a wish of the endpoint it doubles from
 * one second, with jitter so that several clients do not come back together.
 *
 * @param attempt attempts made so far, from 1.
 * @param random number in [0, 1).
 */
export function retryDelay(
  attempt: number,
  retryAfterMs: number | undefined,
  random: number,
): number | undefined {
  if (retryAfterMs !== undefined) {
    if (retryAfterMs > LONGEST_PAUSE_MS) return undefined;
    return retryAfterMs + random * 250;
  }
  return Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (attempt - 1)) * (0.5 + random / 2);
}
