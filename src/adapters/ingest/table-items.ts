import { CanopyError } from '../../core/errors.ts';
import { estimateTokens } from '../../core/estimate-tokens.ts';
import type { Provenance, TableItem } from '../../core/item.ts';
import { tableLine } from '../../core/region-input.ts';
import type { Draft } from './format.ts';

/** Most rows of one table item; a longer table becomes several items with the same columns. Ours. */
export const TABLE_ITEM_ROWS = 200;
/** Most tokens of one table item, half of what a reader may get (paper, section 4), so that a whole table can pass. */
const TABLE_ITEM_TOKENS = 8_000;

/** As many columns as spreadsheet programs have. */
const MOST_COLUMNS = 16_384;
/** Most cells of one table, empty ones included: a short line below a long one is filled up to its width. */
const MOST_CELLS = 20_000_000;
/** Three times what a spreadsheet program keeps in a cell; more is a quotation mark that nobody closed. */
const MOST_CELL_LENGTH = 100_000;

/**
 * Refuses a table that no person made, before it is laid out.
 *
 * @throws CanopyError `FILE_TOO_COMPLEX`, without the file's name.
 */
export function checkTableSize(columns: number, rows: number): void {
  if (columns <= MOST_COLUMNS && columns * rows <= MOST_CELLS) return;
  const size = `${columns.toLocaleString('en')} columns and ${rows.toLocaleString('en')} rows`;
  throw new CanopyError('FILE_TOO_COMPLEX', `It holds a table of ${size}.`, {
    nextStep: 'Check that its cells are parted as they should be, or add the part you need.',
  });
}

/** A table as a format reads it. */
export interface Table {
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly caption?: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Where the rows from this index on stand, up to but without `end`. */
  provenance(row: number, end: number): Provenance;
}

/**
 * Cuts a table into items of bounded size, each with all columns. A table without rows gives none.
 *
 * @throws CanopyError `FILE_TOO_COMPLEX` when it, or a cell, is larger than people make them.
 */
export function tableItems(table: Table): Draft<TableItem>[] {
  const items: Draft<TableItem>[] = [];
  const { title, headingPath, caption, columns, rows } = table;
  checkTableSize(columns.length, rows.length);
  let first = 0;
  let tokens = 0;
  const close = (end: number) => {
    if (end === first) return;
    const provenance = table.provenance(first, end);
    items.push({
      modality: 'table',
      title,
      headingPath,
      provenance,
      ...(caption === undefined ? {} : { caption }),
      columns,
      rows: rows.slice(first, end),
    });
    first = end;
    tokens = 0;
  };
  rows.forEach((row, index) => {
    checkCells(row, index);
    const size = estimateTokens(tableLine(row));
    if (index - first === TABLE_ITEM_ROWS || tokens + size > TABLE_ITEM_TOKENS) close(index);
    tokens += size;
  });
  close(rows.length);
  return items;
}

function checkCells(row: readonly string[], index: number): void {
  const longest = row.find(({ length }) => length > MOST_CELL_LENGTH);
  if (longest === undefined) return;
  const length = longest.length.toLocaleString('en');
  throw new CanopyError(
    'FILE_TOO_COMPLEX',
    `A cell of its row ${(index + 1).toLocaleString('en')} holds ${length} characters.`,
    { nextStep: 'Look for a quotation mark that is not closed, or add the text as a text file.' },
  );
}
