import { type Element, isTag, isText } from 'domhandler';
import { findOne } from 'domutils';
import type { TableBlock } from '../document-blocks.ts';
import { guessHeadings } from '../guess-headings.ts';
import { isLeftOut, plainText } from './main-content.ts';
import { columnNames, type GridCell, layGrid, type SpanningCell } from './table-grid.ts';

/** Heading rows of a table at most. */
const MOST_HEADING_ROWS = 4;

/**
 * Reads a table element; undefined when it serves the layout of the page and its cells are to be read as text.
 *
 * @throws CanopyError `FILE_TOO_COMPLEX`, see {@link layGrid}.
 */
export function readTable(table: Element, place: TableBlock['place']): TableBlock | undefined {
  if (table.attribs.role === 'presentation' || hasInnerTable(table)) return undefined;
  const sections = tableRows(table);
  const grid = layGrid(sections.map(({ cells }) => cells));
  const width = grid[0]?.length ?? 0;
  if (width < 2 || grid.length < 2) return undefined;
  const marked = sections.filter(({ isHeading }) => isHeading).length;
  const headings = marked > 0 ? marked : headingRows(grid, table);
  const body = grid.slice(headings).map((row) => row.map(({ text }) => text));
  const rows = body.filter((row) => row.some((text) => text !== ''));
  const columns = headings > 0 ? columnNames(grid.slice(0, headings)) : Array(width).fill('');
  if (rows.length === 0) return undefined;
  return withoutEmptyColumns({ kind: 'table', ...captionOf(table), columns, rows, place });
}

/** Leading rows of heading or bold cells only, as long as rows with other cells follow; else what looks like such rows. */
function headingRows(grid: readonly (readonly GridCell[])[], table: Element): number {
  const first = grid.findIndex((row) =>
    row.some(({ isHeading, text }) => !isHeading && text !== ''),
  );
  if (first > 0 && first <= MOST_HEADING_ROWS) return first;
  // Who marks the names of rows would have marked those of columns.
  const marks = findOne(({ name }) => name === 'th', table.children) !== null;
  return marks ? 0 : guessHeadings(grid.map((row) => row.map(({ text }) => text)));
}

function withoutEmptyColumns(table: TableBlock): TableBlock {
  const used = table.columns.map(
    (name, column) => name !== '' || table.rows.some((row) => row[column] !== ''),
  );
  const keep = (cells: readonly string[]) => cells.filter((_, column) => used[column]);
  return { ...table, columns: keep(table.columns), rows: table.rows.map(keep) };
}

function captionOf(table: Element): { caption?: string } {
  const caption = table.children.find((child) => isTag(child) && child.name === 'caption');
  const text = caption === undefined ? '' : plainText(caption);
  return text === '' ? {} : { caption: text };
}

interface TableRow {
  readonly cells: readonly SpanningCell[];
  /** Whether the row stands in the table's head. */
  readonly isHeading: boolean;
}

function tableRows(table: Element): TableRow[] {
  return table.children.filter(isTag).flatMap((child): TableRow[] => {
    if (isLeftOut(child)) return [];
    if (child.name === 'tr') return [readRow(child, false)];
    if (!['thead', 'tbody', 'tfoot'].includes(child.name)) return [];
    return child.children
      .filter((row): row is Element => isTag(row) && row.name === 'tr' && !isLeftOut(row))
      .map((row) => readRow(row, child.name === 'thead'));
  });
}

function readRow(row: Element, isHeading: boolean): TableRow {
  const cells = row.children.filter(
    (cell): cell is Element => isTag(cell) && (cell.name === 'td' || cell.name === 'th'),
  );
  return {
    isHeading,
    cells: cells.map((cell) => ({
      text: isLeftOut(cell) ? '' : plainText(cell),
      columnSpan: span(cell.attribs.colspan),
      rowSpan: span(cell.attribs.rowspan),
      isHeading: cell.name === 'th' || isBold(cell),
    })),
  };
}

/** Whether every word is set in bold, as people head tables in Word. */
function isBold(node: Element): boolean {
  return node.children.every((child) => {
    if (isText(child)) return child.data.trim() === '';
    return !isTag(child) || child.name === 'strong' || child.name === 'b' || isBold(child);
  });
}

function span(value: string | undefined): number {
  const number = Number.parseInt(value ?? '1', 10);
  return Number.isNaN(number) || number < 0 ? 1 : number;
}

function hasInnerTable(element: Element): boolean {
  return element.children.some(
    (child) => isTag(child) && (child.name === 'table' || hasInnerTable(child)),
  );
}
