import type { Leaves } from '../item.ts';

/** One leaf per row, as row indices. */
export function segmentTable(rowCount: number): Leaves {
  return {
    starts: Int32Array.from({ length: rowCount }, (_, row) => row),
    ends: Int32Array.from({ length: rowCount }, (_, row) => row + 1),
  };
}
