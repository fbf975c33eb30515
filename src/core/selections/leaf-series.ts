/** Figures of neighbouring leaves, one number a leaf in reading order, from which features are made. */

/** The better of each value's two neighbours; its own where it has none. */
export function bestNeighbours(values: Float32Array): Float32Array {
  if (values.length === 1) return values;
  const best = new Float32Array(values.length);
  for (let at = 0; at < best.length; at++) {
    const before = at > 0 ? values[at - 1]! : -1;
    const after = at + 1 < values.length ? values[at + 1]! : -1;
    best[at] = Math.max(before, after);
  }
  return best;
}

/** Mean of the values up to `reach` to either side. */
export function windowMeans(values: Float32Array, reach: number): Float32Array {
  const before = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) before[i + 1] = before[i]! + values[i]!;
  const means = new Float32Array(values.length);
  for (let i = 0; i < means.length; i++) {
    const from = Math.max(0, i - reach);
    const to = Math.min(values.length, i + reach + 1);
    means[i] = (before[to]! - before[from]!) / (to - from);
  }
  return means;
}

/** The largest value. */
export function maximum(values: Float32Array): number {
  let best = Number.NEGATIVE_INFINITY;
  for (const value of values) if (value > best) best = value;
  return best;
}

/** How many deviations each value lies from the mean of all. */
export function spreadOut(values: Float32Array): Float32Array {
  let [sum, squares] = [0, 0];
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  const deviation = Math.sqrt(Math.max(0, squares / values.length - mean * mean)) + 0.02;
  return values.map((value) => (value - mean) / deviation);
}

/** log(1 + number of higher values) for each value. */
export function logRanks(values: Float32Array): Float32Array {
  const sorted = values.slice().sort();
  const ranks = new Float32Array(values.length);
  for (let i = 0; i < ranks.length; i++) {
    const value = values[i]!;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! <= value) low = middle + 1;
      else high = middle;
    }
    ranks[i] = Math.log1p(sorted.length - low);
  }
  return ranks;
}
