import Papa from 'papaparse';
import { decodeText } from './decode-text.ts';
import type { Format } from './format.ts';
import { isSecondHeading, joinHeadingRows } from './guess-headings.ts';
import type { Pause } from './pause.ts';
import { checkTableSize, tableItems } from './table-items.ts';

/** Records that are parsed between two pauses. */
const STRETCH = 2000;
/** Rows that are looked at to tell a header from data. */
const HEADER_SAMPLE = 50;
/** UTF-16 units in which the delimiter is looked for. */
const DELIMITER_SAMPLE = 256 * 1024;
const NUMBER = /^[-+(]?[$€£¥]?\s*\d[\d.,'\s]*%?\)?$|^[-+]?\.\d+$/;
const YEAR = /^(?:1[5-9]|20)\d\d$/;

/** A record with its number in the file, counted from 1. */
interface NumberedRecord {
  readonly cells: readonly string[];
  readonly number: number;
}

/** Comma, semicolon or tab separated values: one table, cut into items of bounded size. */
export const csvFormat: Format = {
  name: 'CSV',
  extensions: ['csv', 'tsv', 'tab'],
  async read(file, title, pause) {
    const { text, warnings } = decodeText(file);
    const records = await parseRecords(text, pause);
    const width = records.reduce((widest, { cells }) => Math.max(widest, usedWidth(cells)), 0);
    checkTableSize(width, records.length);
    const hasHeader = looksLikeHeader(records);
    const first = records[0]?.cells ?? [];
    const headings = hasHeader ? headingRecords(records, width) : [];
    const [names, lower] = headings.map(({ cells }) => padded(cells, width));
    const columns =
      names === undefined
        ? Array.from({ length: width }, (_, column) => `Column ${column + 1}`)
        : lower === undefined
          ? names.map((name) => name.trim())
          : joinHeadingRows(names, lower);
    const body = records.slice(headings.length);
    const items = tableItems({
      title,
      headingPath: [],
      columns,
      rows: body.map(({ cells }) => padded(cells, width)),
      provenance: (row) => ({ source: file.name, firstRow: body[row]!.number }),
    });
    return {
      items,
      warnings: [
        ...warnings,
        ...raggedWarning(body, first.length),
        ...headerWarning(hasHeader, body),
      ],
    };
  },
};

/** All records that hold anything. Lets messages in between stretches of a large file. */
function parseRecords(text: string, pause: Pause): Promise<NumberedRecord[]> {
  return new Promise((resolve, reject) => {
    const records: NumberedRecord[] = [];
    let number = 0;
    Papa.parse<string[]>(text, {
      delimiter: guessDelimiter(text),
      step: ({ data: cells }, parser) => {
        number++;
        if (usedWidth(cells) > 0) records.push({ cells, number });
        if (number % STRETCH !== 0) return;
        parser.pause();
        pause().then(
          () => parser.resume(),
          (aborted: unknown) => {
            parser.abort();
            reject(aborted);
          },
        );
      },
      complete: () => resolve(records),
    });
  });
}

/**
 * The delimiter that cuts most records into as many cells as the first. On a tie the comma comes last, as it also stands
 * in prose and in decimal numbers.
 */
function guessDelimiter(text: string): string {
  const head = text.slice(0, DELIMITER_SAMPLE);
  let best = { delimiter: ',', agreement: 0, width: 0 };
  for (const delimiter of ['\t', ';', '|', ',']) {
    const { data } = Papa.parse<string[]>(head, {
      delimiter,
      preview: HEADER_SAMPLE,
      skipEmptyLines: true,
    });
    const width = data[0]?.length ?? 0;
    const agreement = data.filter((cells) => cells.length === width).length / data.length;
    const isBetter =
      agreement > best.agreement || (agreement === best.agreement && width > best.width);
    if (width > 1 && isBetter) best = { delimiter, agreement, width };
  }
  return best.delimiter;
}

/** Cells up to the last one that holds anything. */
function usedWidth(cells: readonly string[]): number {
  let width = cells.length;
  while (width > 0 && cells[width - 1]!.trim() === '') width--;
  return width;
}

/** Whether the first record names the columns: it must not look like one more row of numbers. */
function looksLikeHeader(records: readonly NumberedRecord[]): boolean {
  const [first, ...rest] = records.slice(0, HEADER_SAMPLE);
  if (first === undefined || rest.length === 0) return false;
  let votes = 0;
  first.cells.forEach((cell, column) => {
    const below = rest
      .map(({ cells }) => (cells[column] ?? '').trim())
      .filter((value) => value !== '');
    const numbers = below.filter((value) => NUMBER.test(value)).length;
    if (below.length === 0 || numbers < below.length * 0.8 || YEAR.test(cell.trim())) return;
    votes += NUMBER.test(cell.trim()) ? -1 : 1;
  });
  return votes >= 0;
}

/** The first record, and the second where that names the columns under it. */
function headingRecords(
  records: readonly NumberedRecord[],
  width: number,
): readonly NumberedRecord[] {
  const [first, second, ...rest] = records.slice(0, HEADER_SAMPLE);
  if (first === undefined || second === undefined) return records.slice(0, 1);
  const cells = padded(first.cells, width);
  const body = rest.map((record) => record.cells);
  return records.slice(0, isSecondHeading(cells, padded(second.cells, width), body) ? 2 : 1);
}

function padded(cells: readonly string[], width: number): string[] {
  return Array.from({ length: width }, (_, column) => cells[column] ?? '');
}

function raggedWarning(body: readonly NumberedRecord[], columnCount: number): string[] {
  const ragged = body.filter(({ cells }) => cells.length !== columnCount).length;
  if (ragged === 0) return [];
  return [
    `${ragged} of ${body.length} rows ${ragged === 1 ? 'has' : 'have'} more or fewer cells than the first row; empty cells were filled in.`,
  ];
}

function headerWarning(hasHeader: boolean, body: readonly NumberedRecord[]): string[] {
  if (hasHeader || body.length === 0) return [];
  return ['The first row looks like data, so the columns are numbered.'];
}
