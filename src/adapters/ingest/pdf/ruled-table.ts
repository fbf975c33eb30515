import { guessHeadings } from '../guess-headings.ts';
import { columnNames, type GridCell, layGrid, type SpanningCell } from '../html/table-grid.ts';
import { type AlignedTable, findTable } from './find-table.ts';
import { joinLines, wordsInside } from './join-lines.ts';
import type { RuledGrid } from './ruled-grids.ts';
import { groupRows } from './table-row.ts';
import { joinPieces, linePieces, type TextLine } from './text-line.ts';
import type { PageText, TextRun } from './text-run.ts';

/** A table whose cells rules enclose. */
export interface RuledTable extends AlignedTable {
  readonly kind: 'ruled';
  /** One line for each row, as wide as the table, which stands for it while the page is put in order. */
  readonly standIns: readonly TextLine[];
  /** Its upright borders, by which the next page's table is known to go on with it. */
  readonly borders: readonly number[];
  /** Whether a row of its own is set apart as headings, rather than only read as such. */
  readonly hasHeadings: boolean;
  /** All of its rows, headings and all, for where they turn out to go on with the page before. */
  readonly whole: Pick<AlignedTable, 'rows' | 'rowPieces'>;
}

/** Cells longer than this, in UTF-16 units, are parts of a page and no cells. */
const LONGEST_CELL = 1500;
/** Share of a table's cells that hold words at least; emptier grids are forms, frames or drawings. */
const LEAST_FILL = 0.4;
/** Share of a grid's places that are cells of their own at least; the others are spanned. */
const LEAST_CELLS = 0.6;
/** With fewer rows, rules may part headings from a body whose rows only alignment tells. */
const FEWEST_ROWS = 3;
/** Share of a grid's pieces that an aligned table takes up at least, to be all of it. */
const ALIGNED_SHARE = 0.8;

/** A cell and its words; `row` and `column` are where it begins. */
interface RuledCell extends SpanningCell {
  readonly row: number;
  readonly lines: readonly TextLine[];
}

/** Reads the grids of a page as tables, and returns them with the runs that stand in none. */
export function ruledTables(
  page: PageText,
  grids: readonly RuledGrid[],
): { tables: RuledTable[]; rest: TextRun[] } {
  let rest = [...page.runs];
  const tables: RuledTable[] = [];
  // A grid around another one is a frame; the inner one is read first.
  for (const whole of grids.toSorted((a, b) => area(a) - area(b))) {
    const grid = withoutTitle(whole);
    const inside = rest.filter((run) => isInside(run, grid));
    if (inside.length === 0 || isAligned({ ...page, runs: inside })) continue;
    const table = readGrid(grid, { ...page, runs: inside });
    if (table === undefined) continue;
    tables.push(table);
    const own = new Set(inside);
    rest = rest.filter((run) => !own.has(run));
  }
  return { tables, rest };
}

/** A table of figures that alignment reads as a whole is left to it: it knows headings that no rules part. */
function isAligned(page: PageText): boolean {
  const pieces = linePieces(page);
  const table = findTable(pieces);
  return table !== undefined && table.pieces.length >= pieces.length * ALIGNED_SHARE;
}

/** A first row of one cell over all columns is a title above the table. */
function withoutTitle(grid: RuledGrid): RuledGrid {
  const { xs, ys } = grid;
  const parted = xs.slice(2).some((_, column) => grid.partsRight(0, column));
  if (parted || ys.length < 4) return grid;
  return withoutTitle({
    xs,
    ys: ys.slice(1),
    partsRight: (row, column) => grid.partsRight(row + 1, column),
    partsBelow: (row, column) => grid.partsBelow(row + 1, column),
  });
}

function area({ xs, ys }: RuledGrid): number {
  return (xs.at(-1)! - xs[0]!) * (ys.at(-1)! - ys[0]!);
}

function isInside(run: TextRun, { xs, ys }: RuledGrid): boolean {
  const [x, y] = [(run.left + run.right) / 2, run.baseline - 0.3 * run.size];
  return x > xs[0]! && x < xs.at(-1)! && y > ys[0]! && y < ys.at(-1)!;
}

function readGrid(grid: RuledGrid, page: PageText): RuledTable | undefined {
  const words = wordsInside(linePieces(page).map(({ text }) => text));
  const cells = gridCells(grid, page, words);
  const rows = layGrid(cells);
  const used = usedColumns(rows);
  if (used.length < 2 || !isRegular(grid, cells.flat())) return undefined;
  const texts = rows.map((row) => used.map((column) => row[column]!.text));
  const kept = texts.flatMap((row, at) => (row.some((text) => text !== '') ? [at] : []));
  if (kept.length < 2) return undefined;
  const body = kept.map((at) => texts[at]!);
  const isApart = isSetApart(kept.map((row) => cells[row]!.flatMap(({ lines }) => lines)));
  const headings = Math.min(Math.max(isApart ? 1 : 0, guessHeadings(body)), kept.length - 1);
  const linesOf = (row: number) =>
    cells.flat().flatMap((cell) => (cell.row === row ? cell.lines : []));
  const headed = kept.slice(0, headings).map((at) => used.map((column) => rows[at]![column]!));
  const rowPieces = kept.map((row) => orStandIn(linesOf(row), grid, row, page));
  return {
    kind: 'ruled',
    columns: headings > 0 ? columnNames(headed) : used.map(() => ''),
    rows: body.slice(headings),
    rowPieces: rowPieces.slice(headings),
    pieces: cells.flat().flatMap(({ lines }) => lines),
    standIns: kept.map((row) => standIn(grid, row, texts[row]!.join(' '), page)),
    borders: grid.xs,
    hasHeadings: isApart,
    whole: { rows: body, rowPieces },
  };
}

/** The cells of each row of a grid, each where it begins. */
function gridCells(grid: RuledGrid, page: PageText, words: ReadonlySet<string>): RuledCell[][] {
  const [rows, columns] = [grid.ys.length - 1, grid.xs.length - 1];
  const taken = new Set<number>();
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column): RuledCell[] => {
      if (taken.has(row * columns + column)) return [];
      let [right, below] = [column + 1, row + 1];
      while (right < columns && !grid.partsRight(row, right - 1)) right++;
      while (below < rows && !grid.partsBelow(below - 1, column)) below++;
      for (let r = row; r < below; r++) {
        for (let c = column; c < right; c++) taken.add(r * columns + c);
      }
      const box: RuledGrid = {
        ...grid,
        xs: [grid.xs[column]!, grid.xs[right]!],
        ys: [grid.ys[row]!, grid.ys[below]!],
      };
      const runs = page.runs.filter((run) => isInside(run, box));
      const lines = groupRows(linePieces({ ...page, runs })).map(({ pieces }) =>
        joinPieces(pieces),
      );
      const { text } = joinLines(
        lines.map((line) => line.text),
        words,
      );
      return [
        { text, columnSpan: right - column, rowSpan: below - row, isHeading: false, row, lines },
      ];
    }).flat(),
  );
}

/** Columns that hold anything of their own; a double rule or a margin makes empty ones. */
function usedColumns(rows: readonly (readonly GridCell[])[]): number[] {
  const width = rows[0]?.length ?? 0;
  return Array.from({ length: width }, (_, column) => column).filter((column) =>
    rows.some((row) => row[column]!.text !== '' && row[column]!.text !== row[column - 1]?.text),
  );
}

/** Whether a grid is cut into cells as evenly, and filled as well, as tables are; drawings made of boxes are not. */
function isRegular({ xs, ys }: RuledGrid, cells: readonly RuledCell[]): boolean {
  const filled = cells.filter(({ text }) => text !== '');
  const tooLong = filled.some(({ text }) => text.length > LONGEST_CELL);
  const places = (xs.length - 1) * (ys.length - 1);
  const isEven = cells.length >= places * LEAST_CELLS && ys.length > FEWEST_ROWS;
  return isEven && !tooLong && filled.length >= cells.length * LEAST_FILL;
}

/** Whether the first row is set in one font that is not the only one of any other row. */
function isSetApart(rows: readonly (readonly TextLine[])[]): boolean {
  const [first, ...others] = rows.map((lines) => new Set(lines.map(({ font }) => font)));
  const [own] = first ?? [];
  if (own === undefined || first!.size > 1) return false;
  return others.every((fonts) => fonts.size > 0 && !(fonts.size === 1 && fonts.has(own)));
}

function orStandIn(
  lines: readonly TextLine[],
  grid: RuledGrid,
  row: number,
  page: PageText,
): readonly TextLine[] {
  return lines.length > 0 ? lines : [standIn(grid, row, '', page)];
}

function standIn({ xs, ys }: RuledGrid, row: number, text: string, page: PageText): TextLine {
  const size = Math.min(ys[row + 1]! - ys[row]!, 12);
  return {
    text,
    page: page.page,
    left: xs[0]!,
    right: xs.at(-1)!,
    baseline: ys[row]! + 0.8 * size,
    size,
    font: '',
    oneFont: true,
  };
}
