/** A worksheet as people see it: every cell as it is displayed, merged cells filled in. */
export interface ShownSheet {
  readonly name: string;
  /** Rows of equal length; empty cells are empty strings. */
  readonly rows: readonly (readonly string[])[];
  /** Rows of equal length that tell which cells hold numbers or dates. */
  readonly numeric: readonly (readonly boolean[])[];
  /** Merged areas that are wider than a column, as row and first and last column. */
  readonly wide: readonly { readonly row: number; readonly first: number; readonly last: number }[];
}

/** A block of a sheet, bounds included, counted from 0. */
export interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** A table found in a sheet. */
export interface SheetTable {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Row of the sheet of each row of the table, counted from 0. */
  readonly rowNumbers: readonly number[];
  readonly area: Area;
}

/** A line of text that stands by itself. */
export interface SheetNote {
  readonly text: string;
  readonly row: number;
  readonly column: number;
}

const MOST_HEADING_ROWS = 3;

/**
 * Finds the tables of a sheet: areas that empty rows and columns part. A line of a single cell above a table is its
 * caption; such a line elsewhere is a note. A table's leading rows without numbers, where rows with numbers follow, are
 * its headings; a table of words only has its first row as heading.
 */
export function sheetTables(sheet: ShownSheet): { tables: SheetTable[]; notes: SheetNote[] } {
  const tables: SheetTable[] = [];
  const notes: SheetNote[] = [];
  let lines: SheetNote[] = [];
  for (const area of areas(sheet)) {
    const split = leadingLines(sheet, area);
    lines.push(...split.lines);
    if (split.rest === undefined) continue;
    const caption = lines.map(({ text }) => text).join(' ');
    lines = [];
    tables.push(readTable(sheet, split.rest, caption));
  }
  notes.push(...lines);
  return { tables, notes };
}

/** Areas parted by empty rows, those again by empty columns, and so on; from the top, then from the left. */
function areas(sheet: ShownSheet): Area[] {
  const [first] = sheet.rows;
  if (first === undefined) return [];
  const whole = { top: 0, left: 0, bottom: sheet.rows.length - 1, right: first.length - 1 };
  return joinHeadings(sheet, cutRows(sheet.rows, whole, false));
}

function cutRows(rows: ShownSheet['rows'], area: Area, settled: boolean): Area[] {
  const { top, bottom, left, right } = area;
  const bands = runs(top, bottom, (row) =>
    rows[row]!.slice(left, right + 1).some((cell) => cell !== ''),
  );
  const [only] = bands;
  if (settled && bands.length === 1 && only![0] === top && only![1] === bottom) return [area];
  return bands.flatMap(([from, to]) => cutColumns(rows, { ...area, top: from, bottom: to }));
}

function cutColumns(rows: ShownSheet['rows'], area: Area): Area[] {
  const filled = (column: number) => {
    for (let row = area.top; row <= area.bottom; row++) if (rows[row]![column] !== '') return true;
    return false;
  };
  const strips = runs(area.left, area.right, filled);
  return strips.flatMap(([left, right]) => cutRows(rows, { ...area, left, right }, true));
}

/** A single row right above a block of the same columns, parted by one empty row, is its heading. */
function joinHeadings(sheet: ShownSheet, parts: readonly Area[]): Area[] {
  const joined: Area[] = [];
  for (const part of parts) {
    const above = joined.at(-1);
    const isHeading =
      above !== undefined &&
      above.top === above.bottom &&
      soleCell(sheet, above, above.top) === undefined &&
      above.left === part.left &&
      above.right === part.right &&
      part.top === above.bottom + 2;
    if (isHeading) joined[joined.length - 1] = { ...part, top: above.top };
    else joined.push(part);
  }
  return joined;
}

function runs(from: number, to: number, holds: (at: number) => boolean): [number, number][] {
  const found: [number, number][] = [];
  for (let at = from; at <= to; at++) {
    if (!holds(at)) continue;
    const last = found.at(-1);
    if (last?.[1] === at - 1) last[1] = at;
    else found.push([at, at]);
  }
  return found;
}

/** Takes the lines of a single (or single merged) cell off the top of an area. */
function leadingLines(sheet: ShownSheet, area: Area): { lines: SheetNote[]; rest?: Area } {
  const lines: SheetNote[] = [];
  for (let row = area.top; row <= area.bottom; row++) {
    const line = soleCell(sheet, area, row);
    if (line === undefined) return { lines, rest: { ...area, top: row } };
    // A narrow list is a table of one column: its lines are rows.
    if (area.left === area.right && area.bottom > area.top && row === area.top) break;
    lines.push(line);
  }
  return area.left === area.right && area.bottom > area.top ? { lines, rest: area } : { lines };
}

function soleCell(sheet: ShownSheet, area: Area, row: number): SheetNote | undefined {
  const filled: number[] = [];
  for (let column = area.left; column <= area.right; column++) {
    if (sheet.rows[row]![column] !== '') filled.push(column);
  }
  const [first] = filled;
  if (first === undefined) return undefined;
  const merged = sheet.wide.find((wide) => wide.row === row && wide.first === first);
  const end = merged?.last ?? first;
  if (filled.some((column) => column > end)) return undefined;
  return { text: sheet.rows[row]![first]!, row, column: first };
}

function readTable(sheet: ShownSheet, area: Area, caption: string): SheetTable {
  const cells = (row: number) => sheet.rows[row]!.slice(area.left, area.right + 1);
  const isEmpty = (row: number) => cells(row).every((cell) => cell === '');
  const headings = headingRows(sheet, area);
  const first = area.top + headings;
  const rowNumbers: number[] = [];
  for (let row = first; row <= area.bottom; row++) if (!isEmpty(row)) rowNumbers.push(row);
  const names = Array.from({ length: headings }, (_, at) => cells(area.top + at));
  const columns = Array.from({ length: area.right - area.left + 1 }, (_, column) => {
    const parts = names.map((row) => row[column]!).filter((text) => text !== '');
    return (
      [...new Set(parts)].join(' ') || (headings === 0 ? columnLetters(area.left + column) : '')
    );
  });
  return {
    caption,
    columns,
    rows: rowNumbers.map(cells),
    rowNumbers,
    area: { ...area, top: first },
  };
}

/** How many of an area's leading rows name its columns. */
function headingRows(sheet: ShownSheet, { top, bottom, left, right }: Area): number {
  if (top === bottom) return 0;
  const numbers = (row: number) =>
    sheet.numeric[row]!.slice(left, right + 1).filter(Boolean).length;
  let firstNumbers = top;
  while (firstNumbers <= bottom && numbers(firstNumbers) === 0) firstNumbers++;
  if (firstNumbers > bottom) return 1;
  const rows = firstNumbers - top;
  if (rows > 0) return spansColumns(sheet, top, left) ? Math.min(rows, MOST_HEADING_ROWS) : 1;
  // Years over columns of figures are numbers too, but shorter than what stands below them.
  const corner = sheet.rows[top]![left] === '' || !sheet.numeric[top]![left];
  const years = sheet.rows[top]!.slice(left + 1, right + 1).filter((cell) => cell !== '');
  return corner && years.length > 0 && years.every((cell) => /^(?:19|20)\d\d$/.test(cell)) ? 1 : 0;
}

/** A heading that spans columns has the headings of those columns below it. */
function spansColumns(sheet: ShownSheet, row: number, left: number): boolean {
  return sheet.wide.some((wide) => wide.row === row && wide.first >= left);
}

/** A column's letters as sheets show them: 0 is A, 26 is AA. */
export function columnLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter;
}
