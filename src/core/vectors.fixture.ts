import { normalise, type QuantisedVectors, quantise } from './similarity.ts';

/** Vectors of these rows, each brought to length 1; all rows as long as the first. */
export function vectorsOf(...rows: readonly (readonly number[])[]): QuantisedVectors {
  const dimensions = rows[0]?.length ?? 0;
  const data = Float32Array.from(rows.flatMap((row) => [...normalise(Float32Array.from(row))]));
  return quantise({ rows: rows.length, dimensions, data });
}

/** As many vectors that are like nothing, for what only looks at scores. */
export function blankVectors(rows: number): QuantisedVectors {
  return {
    ...{ rows, dimensions: 1 },
    ...{ data: new Int8Array(rows), scales: new Float32Array(rows) },
  };
}
