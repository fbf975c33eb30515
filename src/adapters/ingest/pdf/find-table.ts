import { headerCells, stacksOn } from './header-cells.ts';
import { groupRows, nearestExtent, overlaps, type Row } from './table-row.ts';
import { joinPieces, type TextLine } from './text-line.ts';

/** A table as its alignment tells it. */
export interface AlignedTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The pieces of each of those rows. */
  readonly rowPieces: readonly (readonly TextLine[])[];
  /** All pieces it was made of, headings and all. */
  readonly pieces: readonly TextLine[];
}

interface Column {
  left: number;
  right: number;
}

const FEWEST_ROWS = 3;
const FEWEST_COLUMNS = 3;
/** Rows further apart than this many font sizes belong to different tables. */
const WIDEST_ROW_GAP = 4;
/** A column of prose has longer lines than this; such a page is columns and not a table. */
const LONGEST_CELL = 64;
/** A single piece as wide as this share of the region is a line of prose and no cell. */
const PROSE_WIDTH = 0.88;
/** Cells in a row of a figure or a formula are not filled this evenly. */
const LEAST_FILL = 0.55;
/** Share of the body cells that are figures, dates or empty marks; with less, alignment may be chance. */
const LEAST_NUMERIC = 0.3;
/** Distance of baselines, in font sizes, below which they are no two lines of one text. */
const HALF_LINE = 0.9;
const MOST_HEADER_ROWS = 4;
const YEAR = /^(19|20)\d\d$/;
const NUMERIC = /^[\s$€£¥(+±–−-]*\d[\d\s.,:/%–−×±()-]*[a-zA-Z%*†‡]{0,3}\)?$|^[-–—−✓✗*]+$/;

/**
 * Finds the first table of a region by alignment alone: neighbouring rows whose pieces keep to the same columns, most of
 * them filled and a good part of them figures. Anything less regular is left to be read as text.
 */
export function findTable(pieces: readonly TextLine[]): AlignedTable | undefined {
  const left = Math.min(...pieces.map((piece) => piece.left));
  const right = Math.max(...pieces.map((piece) => piece.right));
  for (const rows of rowRuns(groupRows(pieces), right - left)) {
    const table = readRows(rows);
    if (table !== undefined) return table;
  }
  return undefined;
}

/** Runs of neighbouring rows that begin with a row of several pieces; a line of prose parts them. */
function* rowRuns(rows: readonly Row[], width: number): Generator<Row[]> {
  let run: Row[] = [];
  for (const [at, row] of rows.entries()) {
    const last = run.at(-1);
    const far = last !== undefined && row.baseline - last.baseline > WIDEST_ROW_GAP * row.size;
    const prose = row.pieces.length < 2 && isProse(row.pieces[0]!, width);
    if (far || prose) {
      if (run.length >= FEWEST_ROWS) yield run;
      run = [];
    }
    const begins = row.pieces.length >= 2 || isHalfLine(row, rows[at + 1]);
    if (run.length > 0 || begins) run.push(row);
  }
  if (run.length >= FEWEST_ROWS) yield run;
}

function isProse({ left, right, text }: TextLine, width: number): boolean {
  return right - left > PROSE_WIDTH * width && !NUMERIC.test(text);
}

function readRows(run: readonly Row[]): AlignedTable | undefined {
  const isFull = (row: Row) => row.pieces.length >= FEWEST_COLUMNS;
  const full = run.filter(isFull);
  if (full.length < FEWEST_ROWS) return undefined;
  const bodyColumns = alignColumns(full);
  if (bodyColumns.length < FEWEST_COLUMNS) return undefined;
  const start = firstHeaderRow(run, run.findIndex(isFull));
  const end = lastBodyRow(run, run.findLastIndex(isFull), bodyColumns) + 1;
  const rows = run.slice(start, end);
  const bodyStart = firstBodyRow(rows);
  const body = rows.slice(bodyStart);
  if (!isRegular(body, bodyColumns)) return undefined;
  const header = rows.slice(0, bodyStart);
  const columns = withHeadings(bodyColumns, header.at(-1));
  return {
    columns: headerCells(header, columns),
    ...bodyCells(body, columns),
    pieces: rows.flatMap((row) => row.pieces),
  };
}

/** Rows without figures on top are headings; years do not count as figures as long as others follow. */
function firstBodyRow(rows: readonly Row[]): number {
  const firstWith = (isFigure: (text: string) => boolean) =>
    rows.findIndex((row) => row.pieces.some(({ text }) => isFigure(text)));
  const figures = firstWith((text) => NUMERIC.test(text) && !YEAR.test(text));
  const start =
    figures >= 0 && figures <= MOST_HEADER_ROWS
      ? figures
      : Math.max(
          0,
          firstWith((text) => NUMERIC.test(text)),
        );
  return start > 1 && namesRows(rows.slice(0, start - 1), rows[start - 1]!) ? start - 1 : start;
}

/** A lone piece below the headings is the name of the rows that follow, unless a heading goes on in it. */
function namesRows(headings: readonly Row[], lower: Row): boolean {
  const [piece, ...others] = lower.pieces;
  return (
    others.length === 0 &&
    headings.at(-1)!.pieces.length > 1 &&
    !headings.some((row) => row.pieces.some((above) => stacksOn(above, piece!)))
  );
}

/**
 * Widens each column to its lowest heading. A heading over no column belongs to the neighbour that has none, and stands
 * for a column without any figure where both neighbours have one.
 */
function withHeadings(columns: readonly Column[], lowest: Row | undefined): Column[] {
  const widened = columns.map((column) => ({ ...column, headed: false }));
  const added: typeof widened = [];
  const join = (column: (typeof widened)[number], { left, right }: Column) => {
    column.left = Math.min(column.left, left);
    column.right = Math.max(column.right, right);
    column.headed = true;
  };
  const pieces = lowest?.pieces ?? [];
  const single = pieces.filter((piece) => columns.filter((at) => overlaps(at, piece)).length === 1);
  for (const piece of single) join(widened[columns.findIndex((at) => overlaps(at, piece))]!, piece);
  for (const piece of pieces) {
    if (columns.some((column) => overlaps(column, piece))) continue;
    const before = widened.findLast(({ right }) => right <= piece.left);
    const after = widened.find(({ left }) => left >= piece.right);
    const neighbour = [before, after].find((column) => column?.headed === false);
    if (neighbour === undefined) added.push({ left: piece.left, right: piece.right, headed: true });
    else join(neighbour, piece);
  }
  return [...widened, ...added].sort((a, b) => a.left - b.left);
}

/** Lines below the last full row that go on with one of its cells. */
function lastBodyRow(run: readonly Row[], last: number, columns: readonly Column[]): number {
  let end = last;
  for (let row = run[end + 1]; row !== undefined; row = run[end + 1]) {
    const piece = row.pieces[0]!;
    const near = row.baseline - run[end]!.baseline < 1.7 * row.size;
    if (!near || row.pieces.length > 1 || piece.left < columns[1]!.left - 1) break;
    end++;
  }
  return end;
}

/** A few rows of several pieces right above the first full row are its headings; a line between them may name rows. */
function firstHeaderRow(run: readonly Row[], first: number): number {
  const several = (row: number) => (run[row]?.pieces.length ?? 0) >= 2;
  let start = first;
  while (
    first - start < MOST_HEADER_ROWS - 1 &&
    (several(start - 1) || several(start - 2) || isHalfLine(run[start - 1], run[start]))
  ) {
    start--;
  }
  return start;
}

/** Headings of one and of two lines are set to a common middle, so their lines are half a line apart. */
function isHalfLine(upper: Row | undefined, lower: Row | undefined): boolean {
  if (upper === undefined || lower === undefined) return false;
  const alike = Math.abs(upper.size - lower.size) < 0.15 * upper.size;
  return alike && lower.baseline - upper.baseline < HALF_LINE * upper.size;
}

/**
 * Column borders: where no more than a few rows have ink. The cells of most rows decide; a heading may span columns.
 */
function alignColumns(rows: readonly Row[]): Column[] {
  const body = rows.filter((row) => numericShare(row.pieces) > 0.2);
  const cells = (body.length >= FEWEST_ROWS ? body : rows).flatMap((row) => row.pieces);
  const edges = [
    ...cells.map(({ left }) => [left, 1] as const),
    ...cells.map(({ right }) => [right, -1] as const),
  ].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const tolerated = Math.floor(body.length * 0.04);
  const columns: Column[] = [];
  let depth = 0;
  for (const [x, step] of edges) {
    const before = depth;
    depth += step;
    if (before <= tolerated && depth > tolerated) columns.push({ left: x, right: x });
    if (before > tolerated && depth <= tolerated) columns.at(-1)!.right = x;
  }
  return columns;
}

function isRegular(body: readonly Row[], columns: readonly Column[]): boolean {
  const rows = body.filter((row) => row.pieces.length >= 2);
  if (rows.length < FEWEST_ROWS) return false;
  const cells = rows.flatMap((row) => row.pieces);
  const fill = cells.length / (rows.length * columns.length);
  const longCells = cells.filter(({ text }) => text.length > LONGEST_CELL).length;
  return (
    fill >= LEAST_FILL && numericShare(cells) >= LEAST_NUMERIC && longCells < cells.length * 0.05
  );
}

function numericShare(pieces: readonly TextLine[]): number {
  return pieces.filter(({ text }) => NUMERIC.test(text)).length / pieces.length;
}

/**
 * The cells of each row. A line below a cell's left edge, and nothing else beside it, goes on with that cell; any
 * other line of words by itself names the rows below it.
 */
function bodyCells(
  rows: readonly Row[],
  columns: readonly Column[],
): { readonly rows: string[][]; readonly rowPieces: TextLine[][] } {
  const cells: string[][] = [];
  const rowPieces: TextLine[][] = [];
  let above: readonly (TextLine | undefined)[] = [];
  for (const row of rows) {
    const only = row.pieces.length === 1 ? row.pieces[0]! : undefined;
    const column = only === undefined ? 0 : nearestExtent(only, columns);
    if (only !== undefined && column > 0 && goesOn(above[column], only)) {
      cells.at(-1)![column] += ` ${only.text}`;
      rowPieces.at(-1)!.push(only);
      continue;
    }
    const isName = only !== undefined && !NUMERIC.test(only.text);
    const placed = columns.map((_, at) =>
      row.pieces.filter((piece) => (isName ? 0 : nearestExtent(piece, columns)) === at),
    );
    above = placed.map((pieces) => pieces[0]);
    cells.push(placed.map((pieces) => (pieces.length > 0 ? joinPieces(pieces).text : '')));
    rowPieces.push([...row.pieces]);
  }
  return { rows: cells, rowPieces };
}

function goesOn(above: TextLine | undefined, below: TextLine): boolean {
  return (
    above !== undefined &&
    Math.abs(above.left - below.left) < below.size &&
    !NUMERIC.test(above.text) &&
    !NUMERIC.test(below.text)
  );
}
