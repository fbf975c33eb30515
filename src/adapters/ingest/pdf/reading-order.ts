import { type AlignedTable, findTable } from './find-table.ts';
import type { RuledTable } from './ruled-table.ts';
import { groupRows } from './table-row.ts';
import { joinPieces, type TextLine } from './text-line.ts';

/** A part of a page that is read from top to bottom: the lines of a column, or a table. */
export type PagePart =
  | { readonly kind: 'lines'; readonly lines: readonly TextLine[] }
  | { readonly kind: 'table'; readonly table: AlignedTable | RuledTable };

interface Gutter {
  readonly left: TextLine[];
  readonly right: TextLine[];
  readonly above: TextLine[];
  readonly below: TextLine[];
}

/** Lines that a column needs on either side of a gutter; fewer may be chance. */
const FEWEST_LINES = 4;
/** Width of a gutter, and of the lines beside it, in font sizes; narrower ones are list marks or labels. */
const GUTTER_WIDTH = 0.85;
const COLUMN_WIDTH = 6;
/** Rows at the foot of columns that may belong to what stands below, and the gap above them in font sizes. */
const TAIL_ROWS = 7;
const TAIL_GAP = 1.8;
/** Letters in a line of running text. */
const PROSE_LENGTH = 24;
/** Deeper pages than this are no layout that a person made. */
const MOST_CUTS = 60;

/**
 * Puts the pieces of a page in reading order. The upright strip that stays empty longest parts columns, as far up and down
 * as nothing crosses it; what stands above is read first, then left, right and what stands below. Tables have such strips
 * too, so they are taken out before any strip that does not part running text.
 */
export function readingOrder(
  pieces: readonly TextLine[],
  ruled: readonly RuledTable[] = [],
  cuts = MOST_CUTS,
): PagePart[] {
  if (pieces.length === 0) return [];
  const gutter = cuts > 0 ? withoutSharedTail(widestReach(pieces)) : undefined;
  const prose = gutter !== undefined && isProse(gutter.left) && isProse(gutter.right);
  const found = cuts > 0 && !prose ? nextTable(pieces, ruled) : undefined;
  if (found !== undefined) {
    const own = new Set(found.pieces);
    const top = Math.min(...found.pieces.map(({ baseline }) => baseline));
    const others = pieces.filter((piece) => !own.has(piece));
    return [
      ...readingOrder(
        others.filter(({ baseline }) => baseline < top),
        ruled,
        cuts - 1,
      ),
      { kind: 'table', table: found.table },
      ...readingOrder(
        others.filter(({ baseline }) => baseline >= top),
        ruled,
        cuts - 1,
      ),
    ];
  }
  if (gutter !== undefined) {
    const columns = isRightToLeft(pieces)
      ? [gutter.right, gutter.left]
      : [gutter.left, gutter.right];
    return [gutter.above, ...columns, gutter.below].flatMap((part) =>
      readingOrder(part, ruled, cuts - 1),
    );
  }
  return [{ kind: 'lines', lines: groupRows(pieces).map((row) => joinPieces(row.pieces)) }];
}

/** A table of the region, one between rules before one that only alignment tells, with its pieces in the region. */
function nextTable(pieces: readonly TextLine[], ruled: readonly RuledTable[]) {
  for (const table of ruled) {
    const standIns = new Set(table.standIns);
    const own = pieces.filter((piece) => standIns.has(piece));
    if (own.length > 0) return { table, pieces: own };
  }
  const table = findTable(pieces);
  return table === undefined ? undefined : { table, pieces: table.pieces };
}

/**
 * What stands at the foot of columns, parted from all of them by a gap, belongs to what crosses them below: the headings
 * of a table over the whole width, whose gaps fall into the gutter by chance.
 */
function withoutSharedTail(gutter: Gutter | undefined): Gutter | undefined {
  if (gutter === undefined || gutter.below.length === 0) return gutter;
  const rows = groupRows([...gutter.left, ...gutter.right]);
  const cut = rows.findIndex(
    (row, at) =>
      at >= Math.max(1, rows.length - TAIL_ROWS) &&
      row.baseline - rows[at - 1]!.baseline > TAIL_GAP * row.size,
  );
  if (cut < 0) return gutter;
  const end = rows[cut]!.baseline - rows[cut]!.size;
  const tail = (piece: TextLine) => piece.baseline > end;
  const [left, right] = [gutter.left, gutter.right].map((side) => side.filter((at) => !tail(at)));
  if (columnLines(left!) === 0 || columnLines(right!) === 0) return gutter;
  const below = [...gutter.left, ...gutter.right].filter(tail);
  return { ...gutter, left: left!, right: right!, below: [...below, ...gutter.below] };
}

function isRightToLeft(pieces: readonly TextLine[]): boolean {
  const text = pieces.map((piece) => piece.text).join('');
  return (text.match(/[\u0590-\u08FF]/g)?.length ?? 0) * 2 > text.length;
}

/** The gutter with the most lines on its poorer side. */
function widestReach(all: readonly TextLine[]): Gutter | undefined {
  if (all.length < 2 * FEWEST_LINES) return undefined;
  const sorted = all.toSorted((a, b) => a.baseline - b.baseline);
  // Right edges within a point of each other count as one; the outermost of them decides.
  const edges = new Map<number, TextLine>();
  for (const piece of sorted) {
    const key = Math.round(piece.right);
    if (piece.right > (edges.get(key)?.right ?? 0)) edges.set(key, piece);
  }
  let best: Gutter | undefined;
  let most = 0;
  let reach = 0;
  for (const piece of edges.values()) {
    const x = piece.right + 0.1;
    for (const band of bandsAt(sorted, x, x + GUTTER_WIDTH * piece.size)) {
      // Pieces bound the lines from above, so most bands need no closer look.
      if (Math.min(band.left.length, band.right.length) < most) continue;
      const lines = Math.min(columnLines(band.left), columnLines(band.right));
      const pieces = band.left.length + band.right.length;
      // Of two as good the one that leaves less above and below.
      if (lines > most || (lines > 0 && lines === most && pieces > reach)) {
        most = lines;
        reach = pieces;
        best = band;
      }
    }
  }
  return best;
}

/** The stretches of the page in which nothing has ink between `from` and `to`. */
function* bandsAt(sorted: readonly TextLine[], from: number, to: number): Generator<Gutter> {
  let start = 0;
  for (let end = 0; end <= sorted.length; end++) {
    const piece = sorted[end];
    if (piece !== undefined && (piece.right <= from || piece.left >= to)) continue;
    if (end - start >= 2 * FEWEST_LINES) {
      const band = sorted.slice(start, end);
      yield {
        above: sorted.slice(0, start),
        left: band.filter(({ right }) => right <= from),
        right: band.filter(({ left }) => left >= to),
        below: sorted.slice(end),
      };
    }
    start = end + 1;
  }
}

/** Lines of a column, 0 when it is too short or too narrow to be one. */
function columnLines(pieces: readonly TextLine[]): number {
  const widths = groupRows(pieces)
    .map((row) => (row.pieces.at(-1)!.right - row.pieces[0]!.left) / row.size)
    .sort((a, b) => a - b);
  const wide = widths.length >= FEWEST_LINES && widths[widths.length >> 1]! >= COLUMN_WIDTH;
  return wide ? widths.length : 0;
}

/** Whether enough lines of a column are words across much of its width. */
function isProse(lines: readonly TextLine[]): boolean {
  const rows = groupRows(lines);
  const left = Math.min(...lines.map((line) => line.left));
  const right = Math.max(...lines.map((line) => line.right));
  const running = lines.filter(
    (line) => line.right - line.left > 0.6 * (right - left) && line.text.length >= PROSE_LENGTH,
  );
  return running.length >= Math.max(2 * FEWEST_LINES, rows.length / 4);
}
