import { CELL_BREAK } from '../core/table-text.ts';

/**
 * A quoted row as a row of a table; one whose cells do not fit the columns is a single cell, as it is written.
 *
 * @param inside what stands in a cell for its text.
 */
export function tableRow(
  line: string,
  columns: number,
  inside: (text: string) => readonly (string | Node)[] = (text) => [text],
): HTMLTableRowElement {
  const row = document.createElement('tr');
  const cells = line.split(CELL_BREAK);
  if (cells.length === columns) row.append(...cells.map((text) => tableCell('td', inside(text))));
  else row.append(Object.assign(tableCell('td', inside(line)), { colSpan: columns }));
  return row;
}

/** A header's line as a row of column names. */
export function headerRow(line: string): HTMLTableRowElement {
  const row = document.createElement('tr');
  row.append(...line.split(CELL_BREAK).map((text) => tableCell('th', [text])));
  return row;
}

/** A cell with this in it. */
export function tableCell(
  tag: 'th' | 'td',
  inside: readonly (string | Node)[],
): HTMLTableCellElement {
  const cell = document.createElement(tag);
  cell.append(...inside);
  return cell;
}
