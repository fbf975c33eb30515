import { sameBaseline, type TextLine } from './text-line.ts';

/** Pieces on one baseline, from the left. */
export interface Row {
  readonly baseline: number;
  readonly size: number;
  readonly pieces: TextLine[];
}

/** From where to where something has ink, in points from the left edge. */
export interface Extent {
  readonly left: number;
  readonly right: number;
}

/** Groups pieces by baseline, from the top. */
export function groupRows(pieces: readonly TextLine[]): Row[] {
  const rows: Row[] = [];
  for (const piece of pieces.toSorted((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1);
    if (row !== undefined && sameBaseline(row, piece)) row.pieces.push(piece);
    else rows.push({ baseline: piece.baseline, size: piece.size, pieces: [piece] });
  }
  for (const row of rows) row.pieces.sort((a, b) => a.left - b.left);
  return rows;
}

/** Whether two extents share ink. */
export function overlaps(a: Extent, b: Extent): boolean {
  return a.left < b.right && a.right > b.left;
}

/** The extent whose middle is nearest among those that `piece` overlaps, else the nearest of all. */
export function nearestExtent(piece: Extent, extents: readonly Extent[]): number {
  const distance = (extent: Extent) =>
    Math.max(extent.left - piece.right, piece.left - extent.right, 0) * 1000 +
    Math.abs(extent.left + extent.right - piece.left - piece.right) / 2;
  return extents.reduce(
    (best, extent, at) => (distance(extent) < distance(extents[best]!) ? at : best),
    0,
  );
}
