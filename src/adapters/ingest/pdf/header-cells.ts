import { type Extent, nearestExtent, overlaps, type Row } from './table-row.ts';
import type { TextLine } from './text-line.ts';

/** A heading of one or several lines, and the columns it stands over. */
interface Heading extends Extent {
  readonly text: string;
  readonly lastLine: TextLine;
  /** The row of its first line. */
  readonly row: number;
  /** The column it stands nearest to. */
  readonly nearest: number;
  first: number;
  last: number;
}

/**
 * The heading of each column: what stands above it, joined from top to bottom. A heading over several columns is centred
 * over them, so it reaches evenly to both sides over columns that have headings of their own further down and none
 * further up, and never over the first column, which names the rows.
 */
export function headerCells(rows: readonly Row[], columns: readonly Extent[]): string[] {
  const headings = stackLines(rows, columns);
  for (let row = 0; row < rows.length; row++) {
    const owned = (matches: (heading: Heading) => boolean) =>
      new Set(headings.filter(matches).map(({ nearest }) => nearest));
    const above = owned((heading) => heading.row < row);
    const below = owned((heading) => heading.row > row);
    const isFree = (column: number) => below.has(column) && !above.has(column);
    const own = headings.filter((heading) => heading.row === row);
    for (const heading of own) {
      const under = columns.flatMap((column, at) => (overlaps(column, heading) ? [at] : []));
      if ([heading.nearest, ...under].every(isFree)) centre(heading, columns);
      else if (under.length > 0) [heading.first, heading.last] = [under[0]!, under.at(-1)!];
    }
    spread(own, columns, isFree);
  }
  return columns.map((_, column) =>
    headings
      .filter(({ first, last }) => first <= column && column <= last)
      .map(({ text }) => text)
      .join(' '),
  );
}

/** Joins the lines of a heading: one right below the other with a common middle or left edge. */
function stackLines(rows: readonly Row[], columns: readonly Extent[]): Heading[] {
  const headings: Heading[] = [];
  rows.forEach((row, at) => {
    for (const piece of row.pieces) {
      const stacked = headings.findIndex(({ lastLine }) => stacksOn(lastLine, piece));
      const upper = headings[stacked];
      const nearest = nearestExtent(piece, columns);
      if (upper === undefined) {
        const { text, left, right } = piece;
        headings.push({
          text,
          left,
          right,
          lastLine: piece,
          row: at,
          nearest,
          first: nearest,
          last: nearest,
        });
      } else {
        headings[stacked] = {
          ...upper,
          text: `${upper.text} ${piece.text}`,
          left: Math.min(upper.left, piece.left),
          right: Math.max(upper.right, piece.right),
          lastLine: piece,
        };
      }
    }
  });
  return headings;
}

/** Whether a line goes on right below another: in the same font, with a common middle or left edge. */
export function stacksOn(above: TextLine, below: TextLine): boolean {
  const near = below.baseline - above.baseline < 1.45 * Math.max(above.size, below.size);
  const middles = Math.abs(above.left + above.right - below.left - below.right) / 2;
  const aligned = middles < below.size || Math.abs(above.left - below.left) < below.size / 4;
  return near && below.baseline > above.baseline && aligned && above.font === below.font;
}

/** Puts a heading over the column in whose middle it stands, or over the two that it stands between. */
function centre(heading: Heading, columns: readonly Extent[]): void {
  const middle = (heading.left + heading.right) / 2;
  const middles = columns.map(({ left, right }) => (left + right) / 2);
  const distance = (column: number) => Math.abs((middles[column] ?? Infinity) - middle);
  const nearest = middles.reduce((best, _, at) => (distance(at) < distance(best) ? at : best), 0);
  const next = middle > middles[nearest]! ? nearest + 1 : nearest - 1;
  const between = distance(nearest) * 2 >= distance(next);
  heading.first = between ? Math.min(nearest, next) : nearest;
  heading.last = between ? Math.max(nearest, next) : nearest;
}

/** Lets all headings of a row grow by a column on both sides as long as they stay centred and do not meet. */
function spread(
  headings: readonly Heading[],
  columns: readonly Extent[],
  isFree: (column: number) => boolean,
): void {
  const pitch = (columns.at(-1)!.right - columns[0]!.left) / columns.length;
  const taken = (column: number) =>
    headings.some(({ first, last }) => first <= column && column <= last);
  const mayTake = (column: number) =>
    column > 0 && column < columns.length && isFree(column) && !taken(column);
  for (let grown = true; grown; ) {
    grown = false;
    // The narrowest first, so that neighbours meet halfway.
    for (const heading of headings.toSorted((a, b) => a.last - a.first - (b.last - b.first))) {
      const first = heading.first - 1;
      const last = heading.last + 1;
      if (!mayTake(first) || !mayTake(last)) continue;
      const middle = (columns[first]!.left + columns[last]!.right) / 2;
      if (Math.abs(middle - (heading.left + heading.right) / 2) > pitch / 2) continue;
      heading.first = first;
      heading.last = last;
      grown = true;
    }
  }
}
