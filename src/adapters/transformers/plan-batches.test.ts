import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planBatches, wasmBatches, webGpuBatches } from './plan-batches.ts';

describe('planBatches', () => {
  it('runs each pass alone and unpadded on WASM, short ones first', () => {
    expect(planBatches([9, 4, 9], wasmBatches)).toEqual([
      { passes: [1], rows: 1, length: 4 },
      { passes: [0], rows: 1, length: 9 },
      { passes: [2], rows: 1, length: 9 },
    ]);
  });

  it('uses few shapes on a GPU, filled up where little is wasted', () => {
    const lengths = [...Array.from({ length: 6 }, () => 20), 17, 300];
    expect(planBatches(lengths, webGpuBatches)).toEqual([
      { passes: [0, 1, 2, 3], rows: 4, length: 32 },
      { passes: [4, 5, 6], rows: 4, length: 32 },
      { passes: [7], rows: 1, length: 512 },
    ]);
  });

  it('keeps a GPU batch within its token budget', () => {
    const batches = planBatches(
      Array.from({ length: 200 }, () => 256),
      webGpuBatches,
    );
    expect(Math.max(...batches.map(({ rows, length }) => rows * length))).toBe(4096);
  });

  it('puts every pass into exactly one batch that holds it', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 256 }), { maxLength: 300 });
    fc.assert(
      fc.property(lengths, fc.constantFrom(wasmBatches, webGpuBatches), (tokens, policy) => {
        const batches = planBatches(tokens, policy);
        const passes = batches.flatMap((batch) => batch.passes).sort((a, b) => a - b);
        expect(passes).toEqual(tokens.map((_, pass) => pass));
        for (const batch of batches) {
          expect(batch.rows).toBeGreaterThanOrEqual(batch.passes.length);
          expect(batch.rows).toBeLessThanOrEqual(2 * batch.passes.length);
          for (const pass of batch.passes)
            expect(batch.length).toBeGreaterThanOrEqual(tokens[pass]!);
        }
      }),
    );
  });
});
