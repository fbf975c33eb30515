/** Ends of a 95% interval. */
export type Interval = readonly [low: number, high: number];

/** Resamples of an interval (paper, section 6). */
export const RESAMPLES = 10_000;

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Percentile bootstrap of several statistics over the same questions. Every statistic sees the same resamples, so the
 * interval of a difference (one of the statistics) is a paired one.
 *
 * @param strata number of questions of each data set; questions are drawn anew within their set.
 * @param statistics gets how often each question was drawn, per set, and returns the statistics.
 * @returns one interval per statistic, NaN where a statistic was not a number in every resample.
 */
export function bootstrap(
  strata: readonly number[],
  statistics: (draws: readonly Int32Array[]) => readonly number[],
  { seed = 1, resamples = RESAMPLES }: { seed?: number; resamples?: number } = {},
): Interval[] {
  const random = seededRandom(seed);
  const draws = strata.map((size) => new Int32Array(size));
  const found: number[][] = [];
  for (let resample = 0; resample < resamples; resample++) {
    for (const draw of draws) {
      draw.fill(0);
      for (let i = 0; i < draw.length; i++) draw[Math.floor(random() * draw.length)]!++;
    }
    for (const [index, value] of statistics(draws).entries()) {
      found[index] ??= [];
      if (!Number.isNaN(value)) found[index].push(value);
    }
  }
  return found.map((values) => [percentile(values, 0.025), percentile(values, 0.975)] as const);
}

function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = Float64Array.from(values).sort();
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (position - below) * (sorted[above]! - sorted[below]!);
}
