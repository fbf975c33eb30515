import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cosines,
  cosinesOfFour,
  type EmbeddingBatch,
  fourVectors,
  normalise,
  quantise,
} from './similarity.ts';

/** Unit vectors, row after row. */
const batches = fc
  .record({ rows: fc.integer({ min: 1, max: 6 }), dimensions: fc.integer({ min: 1, max: 67 }) })
  .chain(({ rows, dimensions }) =>
    fc
      .array(fc.double({ min: -1, max: 1, noNaN: true }), {
        minLength: rows * dimensions,
        maxLength: rows * dimensions,
      })
      .map((values): EmbeddingBatch => {
        const data = Float32Array.from(values);
        for (let row = 0; row < rows; row++) {
          normalise(data.subarray(row * dimensions, (row + 1) * dimensions));
        }
        return { rows, dimensions, data };
      }),
  );

const isZero = (row: Float32Array) => row.every((value) => value === 0);

describe('quantise', () => {
  it('gives every row length 1 and bytes within half a step of the vector', () => {
    fc.assert(
      fc.property(batches, (batch) => {
        const { rows, dimensions, data } = batch;
        const vectors = quantise(batch);
        for (let row = 0; row < rows; row++) {
          const exact = data.subarray(row * dimensions, (row + 1) * dimensions);
          const bytes = vectors.data.subarray(row * dimensions, (row + 1) * dimensions);
          if (isZero(exact)) {
            expect(vectors.scales[row]).toBe(0);
            continue;
          }
          const scale = vectors.scales[row]!;
          expect(Math.hypot(...Array.from(bytes, (byte) => byte * scale))).toBeCloseTo(1, 5);
          const largest = Math.max(...exact.map(Math.abs));
          bytes.forEach((byte, at) => {
            expect(Math.abs(byte - (exact[at]! / largest) * 127)).toBeLessThanOrEqual(0.5001);
          });
        }
      }),
      { seed: 20261007 },
    );
  });
});

describe('cosines', () => {
  it('stays within the rounding error of the exact cosine', () => {
    fc.assert(
      fc.property(batches, (batch) => {
        const { rows, dimensions, data } = batch;
        const query = data.slice(0, dimensions);
        const scores = cosines(query, quantise(batch));
        for (let row = 0; row < rows; row++) {
          const vector = data.subarray(row * dimensions, (row + 1) * dimensions);
          const exact = vector.reduce((sum, value, at) => sum + value * query[at]!, 0);
          // Half a step of 1/127 of the largest entry in each dimension, twice for the rescaling.
          const bound = (Math.sqrt(dimensions) / 127) * Math.max(...vector.map(Math.abs)) + 1e-6;
          expect(Math.abs(scores[row]! - exact)).toBeLessThanOrEqual(bound);
        }
      }),
      { seed: 20261008 },
    );
  });

  it('is 1 for a vector with itself, -1 for its opposite, 0 for a zero row', () => {
    const query = normalise(Float32Array.of(3, -4, 0, 12, 84));
    const data = new Float32Array(15);
    data.set(query);
    data.set(
      query.map((value) => -value),
      5,
    );
    const [same, opposite, zero] = cosines(query, quantise({ rows: 3, dimensions: 5, data }));
    expect(same).toBeCloseTo(1, 4);
    expect(opposite).toBeCloseTo(-1, 4);
    expect(zero).toBe(0);
  });

  it('gives the same bits for the same input', () => {
    const data = Float32Array.from({ length: 384 * 4 }, (_, at) => Math.sin(at * at));
    const vectors = quantise({ rows: 4, dimensions: 384, data });
    const query = normalise(data.slice(0, 384));
    expect(cosines(query, vectors)).toEqual(cosines(query.slice(), vectors));
  });
});

describe('normalise', () => {
  it('leaves a zero vector alone', () => {
    expect([...normalise(new Float32Array(3))]).toEqual([0, 0, 0]);
    expect([...normalise(Float32Array.of(3, 4))].map((x) => x.toFixed(3))).toEqual([
      '0.600',
      '0.800',
    ]);
  });
});

it('compares four vectors with a row as one by one', () => {
  const data = Float32Array.from({ length: 6 * 7 }, (_, at) => Math.sin(at * 12.9898));
  const vectors = quantise({ rows: 6, dimensions: 7, data });
  const rows = [5, 0, 3];
  const four = fourVectors(rows.map((row) => ({ vectors, row })));
  const into = new Float32Array(4);
  cosinesOfFour(four, vectors, 2, into);
  for (const [at, row] of rows.entries()) {
    const unit = Float32Array.from(
      vectors.data.subarray(row * 7, row * 7 + 7),
      (byte) => byte * vectors.scales[row]!,
    );
    expect(into[at]).toBeCloseTo(cosines(unit, vectors)[2]!, 5);
  }
  expect(into[3]).toBe(0);
  cosinesOfFour(four, vectors, 5, into);
  expect(into[0]).toBeCloseTo(1, 5);
});
