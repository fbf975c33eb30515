/** How passes are put together for a device. */
export interface BatchPolicy {
  /** Padded length of a pass of this many tokens. */
  readonly padTo: (tokens: number) => number;
  /** Row counts that a batch of this padded length may have, ascending from 1; unused rows are filled up. */
  readonly rows: (length: number) => readonly number[];
}

/** Passes that run together, by index. */
export interface PlannedBatch {
  readonly passes: readonly number[];
  /** Rows and tokens of each row as they run, filling included. */
  readonly rows: number;
  readonly length: number;
}

/**
 * WASM runs each pass alone and without padding. A batch gains nothing on one thread, and int8 kernels scale activations
 * by the range of the whole batch, so a vector would depend on what happened to run beside it.
 */
export const wasmBatches: BatchPolicy = { padTo: (tokens) => tokens, rows: () => [1] };

const GPU_TOKENS = 4096;

/**
 * A GPU compiles shaders anew for each shape, so there are few: lengths are powers of two, and so are rows, in steps of
 * four, up to a budget of tokens.
 */
export const webGpuBatches: BatchPolicy = {
  padTo: (tokens) => Math.max(16, 2 ** Math.ceil(Math.log2(tokens))),
  rows: (length) => [1, 4, 16, 64].filter((rows) => rows === 1 || rows * length <= GPU_TOKENS),
};

/** Groups passes of like length; `lengths[i]` is the tokens of pass i. Every pass is in exactly one batch. */
export function planBatches(lengths: readonly number[], policy: BatchPolicy): PlannedBatch[] {
  const byLength = new Map<number, number[]>();
  for (const [pass, tokens] of lengths.entries()) {
    const length = policy.padTo(tokens);
    const group = byLength.get(length);
    if (group === undefined) byLength.set(length, [pass]);
    else group.push(pass);
  }
  const batches: PlannedBatch[] = [];
  for (const [length, passes] of [...byLength].sort(([a], [b]) => a - b)) {
    const allowed = policy.rows(length);
    for (let from = 0; from < passes.length; ) {
      const left = passes.length - from;
      // Filled up where that wastes less than half of the batch, otherwise the largest that fills itself.
      const rows =
        allowed.find((count) => count >= left && count <= 2 * left) ??
        allowed.findLast((count) => count <= left)!;
      batches.push({ passes: passes.slice(from, from + rows), rows, length });
      from += rows;
    }
  }
  return batches;
}
