/** Ends of a 95% interval. */
export type Interval = readonly [low: number, high: number];

/** Resamples of an interval (paper, section 6). */
const RESAMPLES = 10_000;

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

/** Draws the questions of data sets anew, the same way for every system, so that differences between systems are paired. */
export interface Resampler {
  readonly resamples: number;
  /**
   * How often each of the `size` questions of a data set is drawn in each resample.
   *
   * @returns `resamples` rows of `size` counts.
   */
  draws(dataset: string, size: number): Uint16Array;
}

/** A resampler whose draws depend on the seed, the data set's name and its size alone. */
export function createResampler({ seed = 1, resamples = RESAMPLES } = {}): Resampler {
  const known = new Map<string, Uint16Array>();
  return {
    resamples,
    draws(dataset, size) {
      const key = `${dataset} ${size}`;
      const counts = known.get(key) ?? drawAll(seed + hash(key), size, resamples);
      known.set(key, counts);
      return counts;
    },
  };
}

function drawAll(seed: number, size: number, resamples: number): Uint16Array {
  const random = seededRandom(seed);
  const counts = new Uint16Array(resamples * size);
  for (let row = 0; row < resamples; row++) {
    for (let i = 0; i < size; i++) counts[row * size + Math.floor(random() * size)]!++;
  }
  return counts;
}

function hash(text: string): number {
  let value = 0;
  for (let i = 0; i < text.length; i++) value = (Math.imul(value, 31) + text.charCodeAt(i)) | 0;
  return value >>> 0;
}

/** The 95% percentile interval of a statistic's resamples; those that are no number are left out. */
export function percentileInterval(resampled: Float64Array): Interval {
  const sorted = resampled.filter((value) => !Number.isNaN(value)).sort();
  return [percentile(sorted, 0.025), percentile(sorted, 0.975)];
}

/** A figure as it is, and in every resample. */
export interface Figure {
  readonly value: number;
  readonly resampled: Float64Array;
}

/** One figure less another on the same questions, with the interval of the paired resamples. */
export interface Difference {
  readonly value: number;
  readonly interval: Interval;
}

/** Takes a figure from another, resample by resample. */
export function pairedDifference(one: Figure, other: Figure): Difference {
  const resampled = one.resampled.map((figure, row) => figure - other.resampled[row]!);
  return { value: one.value - other.value, interval: percentileInterval(resampled) };
}

/** A mean over the questions of a data set, with its 95% interval. */
export function meanWithInterval(
  resampler: Resampler,
  dataset: string,
  numbers: readonly number[],
): { readonly mean: number; readonly interval: Interval } {
  const size = numbers.length;
  const draws = resampler.draws(dataset, size);
  const mean = (times: (index: number) => number) =>
    numbers.reduce((sum, value, index) => sum + value * times(index), 0) / size;
  const means = Float64Array.from({ length: resampler.resamples }, (_, row) =>
    mean((index) => draws[row * size + index]!),
  );
  return { mean: mean(() => 1), interval: percentileInterval(means) };
}

function percentile(sorted: Float64Array, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (position - below) * (sorted[above]! - sorted[below]!);
}
