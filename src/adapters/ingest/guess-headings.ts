/** A number, an amount or a share, as tables write them. */
const FIGURE = /^[-+(−–]?[$€£¥]?\s*\d[\d.,'\s]*\s?%?\)?$|^[-+]?\.\d+%?$/;
const YEAR = /^(?:1[5-9]|20)\d\d$/;
const MOST_HEADING_ROWS = 3;
/** Share of a column's cells that are figures, for its name to be told from them. */
const FIGURE_SHARE = 0.6;
/** A name of a column is no longer than this, in UTF-16 units. */
const LONGEST_NAME = 48;

/** Whether a cell holds a figure; a year counts as one. */
export function isFigure(cell: string): boolean {
  return FIGURE.test(cell.trim());
}

/**
 * How many leading rows name the columns of a table whose source marks none. Rows of words above columns of figures do,
 * several of them if the first spans columns. A table of words alone has its first row for names when that holds
 * a different short one for each of three columns or more; with two, each row may be a name and its value. Ours: a row
 * taken for names is kept whatever is cut, so being wrong costs a line and no evidence.
 */
export function guessHeadings(rows: readonly (readonly string[])[]): number {
  const [first = []] = rows;
  if (rows.length < 3 && first.length < 3) return 0;
  if (!first.some((cell) => cell !== '') || first.some((cell) => cell.length > LONGEST_NAME)) {
    return 0;
  }
  const start = rows.findIndex((row) => row.some((cell) => isFigure(cell) && !YEAR.test(cell)));
  if (start < 0) return namesAll(first) && (rows.length >= 3 || onlyBelow(rows, /\d/)) ? 1 : 0;
  if (start === 0 || !hasFigureColumn(rows.slice(start))) return 0;
  return spansColumns(first) ? Math.min(start, MOST_HEADING_ROWS) : 1;
}

function namesAll(row: readonly string[]): boolean {
  const isDistinct = new Set(row).size === row.length;
  return row.length >= 3 && isDistinct && row.every((cell) => cell !== '' && !isFigure(cell));
}

function onlyBelow([first = [], ...rest]: readonly (readonly string[])[], sign: RegExp): boolean {
  return !first.some((cell) => sign.test(cell)) && rest.flat().some((cell) => sign.test(cell));
}

function hasFigureColumn(rows: readonly (readonly string[])[]): boolean {
  return rows[0]!.some((_, column) => {
    const cells = rows.map((row) => row[column]!).filter((cell) => cell !== '');
    return cells.filter(isFigure).length > cells.length * FIGURE_SHARE;
  });
}

function spansColumns(row: readonly string[]): boolean {
  return row.some((cell, column) => cell !== '' && cell === row[column + 1]);
}

/**
 * Whether the second of a table's rows goes on naming the columns: under headings that stand for several columns, which
 * leave cells empty, it has words for those, and none of the figures that columns hold further down.
 */
export function isSecondHeading(
  first: readonly string[],
  second: readonly string[],
  rest: readonly (readonly string[])[],
): boolean {
  const filled = (cells: readonly string[], column: number) => (cells[column] ?? '').trim() !== '';
  const unnamed = first.flatMap((_, column) =>
    column > 0 && !filled(first, column) && rest.some((row) => filled(row, column)) ? [column] : [],
  );
  if (unnamed.length < 2 || !unnamed.every((column) => filled(second, column))) return false;
  if (second.some(isFigure)) return false;
  return first.some((_, column) => {
    const cells = rest.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '');
    return cells.length > 1 && cells.filter(isFigure).length > cells.length * FIGURE_SHARE;
  });
}

/**
 * Joins headings that stand for several columns with the names below them. Such a heading is said again for each of its
 * columns only where the name alone also stands elsewhere; once is enough otherwise, and costs fewer tokens.
 */
export function joinHeadingRows(first: readonly string[], second: readonly string[]): string[] {
  const names = second.map((name) => name.trim());
  const isShared = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  let group = '';
  return names.map((name, column) => {
    const own = (first[column] ?? '').trim();
    if (own !== '') group = own;
    if (own === '' && name !== '' && !isShared(name)) return name;
    return [...new Set([own === '' && name === '' ? '' : group, name])]
      .filter((part) => part !== '')
      .join(' ');
  });
}
