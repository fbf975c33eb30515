/**
 * Counts what a reader pays for a table in several formats: `npx tsx bench/table-formats.ts [DATA]`, o200k tokens, over
 * the tables of the development sets and the wide CSV files beside the repository.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import Papa from 'papaparse';
import { readDataset } from '../eval/dataset.ts';

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const clean = (cell: string) => cell.replace(/\s+/g, ' ').trim();
const csvCell = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const lines = ({ columns, rows }: Table, join: (cells: readonly string[]) => string) =>
  [columns, ...rows].map((row) => join(row.map(clean))).join('\n');

/** Each keeps which cell belongs to which column: by position, or by its name. */
const FORMATS: Readonly<Record<string, (table: Table) => string>> = {
  'a | b | c': (table) => lines(table, (cells) => cells.join(' | ')),
  'a|b|c': (table) => lines(table, (cells) => cells.join('|')),
  tabs: (table) => lines(table, (cells) => cells.join('\t')),
  CSV: (table) => lines(table, (cells) => cells.map(csvCell).join(',')),
  Markdown: ({ columns, rows }) =>
    lines(
      { columns, rows: [columns.map(() => '---'), ...rows] },
      (cells) => `| ${cells.join(' | ')} |`,
    ),
  'column: value': ({ columns, rows }) =>
    rows
      .map((row) =>
        row
          .flatMap((cell, i) => (clean(cell) === '' ? [] : [`${columns[i] ?? ''}: ${clean(cell)}`]))
          .join('; '),
      )
      .join('\n'),
  JSON: ({ columns, rows }) =>
    rows
      .map((row) =>
        JSON.stringify(Object.fromEntries(row.map((cell, i) => [columns[i], clean(cell)]))),
      )
      .join('\n'),
};

const folder = process.argv[2] ?? '../shared/data';
const tables: Table[] = [];
for (const name of ['tatqa', 'fetaqa', 'hybridqa']) {
  const { items } = await readDataset(folder, name, 'dev');
  for (const { item } of items.values()) if (item.modality === 'table') tables.push(item);
}
for (const file of [
  'wide-two-header-rows.csv',
  'semicolons.csv',
  'byte-order-mark.csv',
  'tabs.tsv',
]) {
  const path = join(folder, 'files/csv', file);
  if (!existsSync(path)) continue;
  const { data } = Papa.parse<string[]>(readFileSync(path, 'utf8'), { skipEmptyLines: true });
  const [columns = [], ...rows] = data;
  tables.push({ columns, rows: rows.slice(0, 200) });
}

const BUCKETS = [
  ['up to 5 columns', 1, 5],
  ['6-9', 6, 9],
  ['10-19', 10, 19],
  ['20 and more', 20, Number.POSITIVE_INFINITY],
] as const;
console.log(`| columns | tables | cells | empty | ${Object.keys(FORMATS).join(' | ')} |`);
console.log(`| --- | --- | --- | --- |${' --- |'.repeat(Object.keys(FORMATS).length)}`);
for (const [label, from, to] of BUCKETS) {
  const group = tables.filter(({ columns }) => columns.length >= from && columns.length <= to);
  const cells = group.flatMap(({ rows }) => rows.flat());
  const empty = cells.filter((cell) => clean(cell) === '').length;
  const costs = Object.values(FORMATS).map((format) =>
    group.reduce((sum, table) => sum + countTokens(format(table)), 0),
  );
  const shown = costs.map((cost) => `${cost} (${((100 * cost) / costs[0]!).toFixed(0)}%)`);
  console.log(
    `| ${label} | ${group.length} | ${cells.length} | ${((100 * empty) / cells.length).toFixed(0)}% | ${shown.join(' | ')} |`,
  );
}
