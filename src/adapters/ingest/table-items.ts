import { estimateTokens } from '../../core/estimate-tokens.ts';
import type { Provenance, TableItem } from '../../core/item.ts';
import { tableLine } from '../../core/region-input.ts';
import type { Draft } from './format.ts';

/** Most rows of one table item; a longer table becomes several items with the same columns. Ours. */
export const TABLE_ITEM_ROWS = 200;
/** Most tokens of one table item, half of what a reader may get (paper, section 4), so that a whole table can pass. */
const TABLE_ITEM_TOKENS = 8_000;

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

/** Cuts a table into items of bounded size, each with all columns. A table without rows gives none. */
export function tableItems(table: Table): Draft<TableItem>[] {
  const items: Draft<TableItem>[] = [];
  const { title, headingPath, caption, columns, rows } = table;
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
    const size = estimateTokens(tableLine(row));
    if (index - first === TABLE_ITEM_ROWS || tokens + size > TABLE_ITEM_TOKENS) close(index);
    tokens += size;
  });
  close(rows.length);
  return items;
}
