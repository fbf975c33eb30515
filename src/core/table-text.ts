/** What parts the cells of a table's line. */
export const CELL_BREAK = ' | ';

/** Columns from which on a table is wide: then the spaces around the bars cost a seventh to a fifth of its tokens. */
const WIDE = 10;

/**
 * Table lines as the reader gets them. A wide table loses the spaces around its bars, which saves 14-21% of its tokens
 * (docs/tables.md) and leaves every value in its column; a narrow one stays as it is, easier to read.
 *
 * @param lines rows as `tableLine` writes them.
 * @param columns how many columns the table has.
 */
export function readerTableText(lines: string, columns: number): string {
  return columns < WIDE ? lines : lines.replaceAll(CELL_BREAK, '|');
}

/** Columns of a table by its header line. */
export function columnCount(headerLine: string): number {
  return headerLine.split(CELL_BREAK).length;
}

/** Whether lines are a table as it is quoted: the names of its columns, then rows. */
export function isQuotedTable(lines: readonly string[]): boolean {
  return lines.length > 1 && lines.every((line) => line.includes(CELL_BREAK));
}
