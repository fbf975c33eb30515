import type { Cell, Sheet } from 'hucre';
import { CanopyError } from '../../../core/errors.ts';
import type { SourceFile } from '../../../ports/ingester.ts';
import type { DocumentBlock } from '../document-blocks.ts';
import { documentItems } from '../document-items.ts';
import type { DraftItem, Format } from '../format.ts';
import { checkZip } from './check-zip.ts';
import { type Area, columnLetters, type ShownSheet, sheetTables } from './sheet-tables.ts';

/** A million filled cells have about 50 MB. */
const MOST_XML = 256 * 1024 * 1024;

/** Excel workbooks of 2007 and later: each table of each visible sheet, its cells as they are displayed. */
export const xlsxFormat: Format = {
  name: 'Excel',
  extensions: ['xlsx', 'xlsm'],
  async read(file, fallback, pause) {
    await checkZip(file, MOST_XML, pause);
    const { workbook, show } = await openWorkbook(file);
    const items: DraftItem[] = [];
    const warnings: string[] = [];
    for (const sheet of workbook.sheets) {
      await pause();
      if (sheet.hidden || sheet.veryHidden) {
        warnings.push(`The sheet “${sheet.name}” is hidden and was left out.`);
        continue;
      }
      const shown = showSheet(sheet, show);
      const missing = missingResults(sheet);
      if (missing > 0) warnings.push(missingWarning(sheet.name, missing));
      items.push(...sheetItems(shown, file.name, fallback));
    }
    return { items, warnings };
  },
};

type ShowValue = (value: Cell['value'], format: string) => string;

async function openWorkbook(file: SourceFile) {
  const { formatValue, readXlsx } = await import('hucre');
  try {
    const workbook = await readXlsx(file.bytes, { readStyles: true });
    const show: ShowValue = (value, format) => formatValue(value, format);
    return { workbook, show };
  } catch (thrown) {
    throw openingError(file.name, thrown);
  }
}

function openingError(name: string, thrown: unknown): CanopyError {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (thrown instanceof Error && thrown.name === 'EncryptedFileError') {
    return new CanopyError('FILE_ENCRYPTED', `“${name}” is locked with a password.`, {
      nextStep: 'Save a copy without a password, then add that.',
      cause: thrown,
    });
  }
  if (/cells\), over the/.test(message)) {
    return new CanopyError('FILE_TOO_COMPLEX', `“${name}” has a sheet of too many cells.`, {
      nextStep: 'Delete the empty rows and columns behind its data, save it, then add it again.',
      cause: thrown,
    });
  }
  return new CanopyError('FILE_MALFORMED', `“${name}” is damaged or no Excel workbook.`, {
    nextStep: 'Open it in Excel, save it again as .xlsx, then add the new file.',
    cause: thrown,
  });
}

/** Renders every cell and fills merged areas with what stands in their first cell. */
function showSheet(sheet: Sheet, show: ShowValue): ShownSheet {
  const width = sheet.rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const rows = sheet.rows.map((row, at) =>
    Array.from({ length: width }, (_, column) =>
      showCell(row[column], sheet.cells?.get(`${at},${column}`), show),
    ),
  );
  const numeric = sheet.rows.map((row) =>
    Array.from(
      { length: width },
      (_, column) => typeof row[column] === 'number' || row[column] instanceof Date,
    ),
  );
  const wide: { row: number; first: number; last: number }[] = [];
  let filled = 0;
  for (const { startRow, startCol, endRow, endCol } of sheet.merges ?? []) {
    const text = rows[startRow]?.[startCol] ?? '';
    const lastRow = Math.min(endRow, rows.length - 1);
    const lastColumn = Math.min(endCol, width - 1);
    filled += Math.max(0, lastRow - startRow + 1) * Math.max(0, lastColumn - startCol + 1);
    if (filled > rows.length * width) throw overlappingMerges(sheet.name);
    for (let row = startRow; row <= lastRow; row++) {
      for (let column = startCol; column <= lastColumn; column++) rows[row]![column] = text;
      if (endCol > startCol) wide.push({ row, first: startCol, last: endCol });
    }
  }
  return { name: sheet.name, rows, numeric, wide };
}

/** A small file can name areas of a million cells a thousand times over. */
function overlappingMerges(sheet: string): CanopyError {
  return new CanopyError(
    'FILE_TOO_COMPLEX',
    `The merged cells of the sheet “${sheet}” cover more cells than it has.`,
    { nextStep: 'Undo the merging in a spreadsheet program, save it, then add it again.' },
  );
}

function showCell(value: unknown, cell: Cell | undefined, show: ShowValue): string {
  if (value === null || value === undefined) return '';
  const format = cell?.style?.numFmt;
  if (value instanceof Date) return show(value, format ?? 'yyyy-mm-dd').trim();
  if (typeof value === 'number') {
    if (format !== undefined && format !== 'General') return show(value, format).trim();
    // Fifteen digits are what a sheet keeps; more are the binary fraction showing.
    return String(Number(value.toPrecision(15)));
  }
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return String(value).trim();
}

/** Formulas that were saved without their result, by a program that does not calculate. */
function missingResults(sheet: Sheet): number {
  let missing = 0;
  for (const cell of sheet.cells?.values() ?? []) {
    if (cell.formula !== undefined && (cell.value === null || cell.value === undefined)) missing++;
  }
  return missing;
}

function missingWarning(name: string, count: number): string {
  return `${count} ${count === 1 ? 'formula' : 'formulas'} in the sheet “${name}” came without a result and ${count === 1 ? 'is' : 'are'} left empty; open the file in a spreadsheet program and save it.`;
}

function sheetItems(sheet: ShownSheet, source: string, fallback: string): DraftItem[] {
  const { tables, notes } = sheetTables(sheet);
  const blocks: DocumentBlock[] = [{ kind: 'heading', level: 2, text: sheet.name }];
  for (const { caption, columns, rows, rowNumbers, area } of tables) {
    blocks.push({
      kind: 'table',
      ...(caption === '' ? {} : { caption }),
      columns,
      rows,
      place: (row, end) => ({
        sheet: sheet.name,
        firstRow: rowNumbers[row]! + 1,
        cellRange: cellRange(area, rowNumbers[row]!, rowNumbers[end - 1]!),
      }),
    });
  }
  for (const { text, row, column } of notes) {
    const cell = `${columnLetters(column)}${row + 1}`;
    blocks.push({
      kind: 'text',
      text,
      place: { sheet: sheet.name, firstRow: row + 1, cellRange: cell },
    });
  }
  return documentItems(blocks, { source, fallback });
}

function cellRange({ left, right }: Area, first: number, last: number): string {
  return `${columnLetters(left)}${first + 1}:${columnLetters(right)}${last + 1}`;
}
