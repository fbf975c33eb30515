import { CanopyError } from '../../core/errors.ts';
import type { SourceFile } from '../../ports/ingester.ts';
import { decodeText } from './decode-text.ts';
import type { DocumentBlock } from './document-blocks.ts';
import { documentItems } from './document-items.ts';
import { type FlatRecord, flattenRecord, isRecord, showValue } from './flat-record.ts';
import type { Format } from './format.ts';
import type { Pause } from './pause.ts';

/** A value longer than this is running text and not a cell. */
const LONGEST_CELL = 300;
/** Columns of a table at most; records with more names than that have little in common. */
const MOST_COLUMNS = 200;
/** Share of the table's cells that records fill at least. */
const LEAST_FILL = 0.3;
/** Lines that are parsed between two pauses. */
const STRETCH = 500;
const NAMES = ['title', 'name', 'subject', 'heading', 'question', 'label', 'id'];

/** A record with its number in the file, counted from 1. */
interface NumberedRecord {
  readonly fields: FlatRecord;
  readonly number: number;
}

/** JSON: records that share their names become a table, records that hold running text a section each. */
export const jsonFormat: Format = {
  name: 'JSON',
  extensions: ['json', 'jsonl', 'ndjson', 'geojson'],
  async read(file, fallback, pause) {
    const { text, warnings } = decodeText(file);
    if (text.trim() === '') return { items: [], warnings };
    const isLines = /\.(?:jsonl|ndjson)$/i.test(file.name);
    const value = isLines ? undefined : parseWhole(text);
    const blocks =
      value === undefined
        ? recordBlocks(await parseLines(file, text, pause))
        : valueBlocks(value.parsed);
    await pause();
    return { items: documentItems(blocks, { source: file.name, fallback }), warnings };
  },
};

/** Undefined when the text is no single JSON value; it may still be one per line. */
function parseWhole(text: string): { parsed: unknown } | undefined {
  try {
    return { parsed: JSON.parse(text) };
  } catch {
    return undefined; // tried as lines next, which names the place of the error
  }
}

async function parseLines(file: SourceFile, text: string, pause: Pause): Promise<NumberedRecord[]> {
  const records: NumberedRecord[] = [];
  let number = 0;
  for (const line of text.split(/\r?\n/)) {
    number++;
    if (number % STRETCH === 0) await pause();
    if (line.trim() === '') continue;
    records.push({ fields: asRecord(parseLine(file.name, line, number)), number });
  }
  return records;
}

function parseLine(name: string, line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new CanopyError('FILE_MALFORMED', `“${name}” is no valid JSON: see line ${number}.`, {
      nextStep: 'Correct the file and add it again, or add it as .txt.',
      cause,
    });
  }
}

function asRecord(value: unknown): FlatRecord {
  return isRecord(value) ? flattenRecord(value) : new Map([['value', showValue(value)]]);
}

/** A list is its records; an object is its plain fields, and each list of records in it under the list's name. */
function valueBlocks(value: unknown): DocumentBlock[] {
  if (Array.isArray(value)) {
    return recordBlocks(value.map((entry, at) => ({ fields: asRecord(entry), number: at + 1 })));
  }
  if (!isRecord(value)) {
    const text = showValue(value);
    // A lone null or blank string says nothing; without blocks the file is refused as empty.
    return text.trim() === '' ? [] : [{ kind: 'text', text, place: {} }];
  }
  const lists = Object.entries(value).filter(
    (entry): entry is [string, object[]] => Array.isArray(entry[1]) && entry[1].some(isRecord),
  );
  const names = new Set(lists.map(([name]) => name));
  const rest = Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
  return [
    ...fieldBlocks(flattenRecord(rest), {}),
    ...lists.flatMap(([name, entries]): DocumentBlock[] => [
      { kind: 'heading', level: 2, text: name },
      ...recordBlocks(entries.map((entry, at) => ({ fields: asRecord(entry), number: at + 1 }))),
    ]),
  ];
}

function recordBlocks(records: readonly NumberedRecord[]): DocumentBlock[] {
  const columns = [...new Set(records.flatMap(({ fields }) => [...fields.keys()]))];
  if (!isTable(records, columns)) return records.flatMap(sectionBlocks);
  return [
    {
      kind: 'table',
      columns,
      rows: records.map(({ fields }) => columns.map((name) => fields.get(name) ?? '')),
      place: (row) => ({ firstRow: records[row]!.number }),
    },
  ];
}

function isTable(records: readonly NumberedRecord[], columns: readonly string[]): boolean {
  if (records.length < 2 || columns.length > MOST_COLUMNS) return false;
  const filled = records.reduce((sum, { fields }) => sum + fields.size, 0);
  const hasProse = records.some(({ fields }) =>
    [...fields.values()].some((value) => value.length > LONGEST_CELL),
  );
  return !hasProse && filled >= records.length * columns.length * LEAST_FILL;
}

function sectionBlocks({ fields, number }: NumberedRecord): DocumentBlock[] {
  const name = NAMES.find((key) => {
    const value = fields.get(key);
    return value !== undefined && value !== '' && value.length <= 120;
  });
  const text = name === undefined ? `Record ${number}` : fields.get(name)!;
  const others = new Map([...fields].filter(([key]) => key !== name));
  return [{ kind: 'heading', level: 3, text }, ...fieldBlocks(others, { firstRow: number })];
}

function fieldBlocks(fields: FlatRecord, place: { firstRow?: number }): DocumentBlock[] {
  return [...fields]
    .filter(([, value]) => value.trim() !== '')
    .flatMap(([name, value]): DocumentBlock[] => {
      const paragraphs = value.trim().split(/\n\s*\n/);
      return paragraphs.map((paragraph, at) => ({
        kind: 'text',
        text: at === 0 ? `${name}: ${paragraph}` : paragraph,
        tight: at === 0,
        place,
      }));
    });
}
