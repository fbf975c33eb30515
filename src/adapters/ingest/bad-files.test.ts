import { describe, expect, it } from 'vitest';
import { createFileIngester } from './ingest-file.ts';
import { makeDocx, makeXlsx, paragraph, sheetRow, zip } from './office/office.fixture.ts';
import { nodePdfRuntime } from './pdf/node-pdf-runtime.ts';
import { makePdf } from './pdf/pdf.fixture.ts';

const ingester = createFileIngester({ pdf: nodePdfRuntime() });

const codeOf = (name: string, bytes: Uint8Array) =>
  ingester.ingest({ name, bytes: Uint8Array.from(bytes) }).then(
    ({ items }) => `read into ${items.length}`,
    ({ code, message }: { code: string; message: string }) =>
      message.includes(name) ? code : `${code} without its name: ${message}`,
  );

const half = (bytes: Uint8Array) => bytes.slice(0, bytes.length >> 1);
const pdf = makePdf([{ texts: [{ text: 'Owls hunt at night.', x: 60, y: 700 }] }]);
const docx = makeDocx(paragraph('Owls hunt at night.'));
const xlsx = makeXlsx({ Owls: { data: sheetRow(1, { A: 'Owl', B: 'Prey' }) } });
const locked = Uint8Array.of(
  ...[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
  ...[...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0]),
);
const FORMATS = ['pdf', 'docx', 'xlsx', 'html', 'md', 'txt', 'csv', 'tsv', 'srt', 'vtt', 'json'];

describe('bad files', { timeout: 60_000 }, () => {
  it.each([...FORMATS, 'jsonl', 'eml'])('0 bytes of .%s', async (extension) => {
    expect(await codeOf(`nothing.${extension}`, new Uint8Array(0))).toBe('FILE_EMPTY');
  });

  it.each([
    ['locked by a password', 'a.xlsx', locked, 'FILE_ENCRYPTED'],
    ['locked by a password', 'a.docx', locked, 'FILE_ENCRYPTED'],
    ['cut short', 'a.docx', half(docx), 'FILE_MALFORMED'],
    ['cut short', 'a.xlsx', half(xlsx), 'FILE_MALFORMED'],
    ['cut to its head', 'a.pdf', pdf.slice(0, 60), 'FILE_MALFORMED'],
    ['a PDF by the name of a document', 'a.docx', pdf, 'FILE_MALFORMED'],
    ['a document by the name of a PDF', 'a.pdf', docx, 'FILE_MALFORMED'],
    ['a workbook by the name of text', 'a.txt', xlsx, 'FILE_NOT_TEXT'],
    ['a document by the name of data', 'a.json', docx, 'FILE_NOT_TEXT'],
  ])('%s: %s', async (_, name, bytes, code) => {
    expect(await codeOf(name, bytes)).toBe(code);
  });

  it('says what a file is whose extension is of another kind', async () => {
    const told = (name: string, bytes: Uint8Array) =>
      ingester.ingest({ name, bytes: Uint8Array.from(bytes) }).then(
        () => 'was read',
        (error: { message: string }) => error.message,
      );
    expect(await told('a.docx', pdf)).toBe('“a.docx” is not what its name says: it is a PDF.');
    expect(await told('a.pdf', docx)).toBe(
      '“a.pdf” is not what its name says: it is a ZIP or Office file.',
    );
    // A damaged file of its own kind is told as such.
    expect(await told('a.docx', half(docx))).toMatch(/its archive is damaged/);
  });

  const letters = (text: string) => new TextEncoder().encode(text);

  it.each([
    ['more columns than a spreadsheet has', `${'x,'.repeat(20_000)}x\n1\n`],
    ['short rows under a long one', `${'x,'.repeat(10_000)}x\n${'1\n'.repeat(2_500)}`],
    ['a quotation mark that nobody closes', `a,b\n1,"2\n${'3,4\n'.repeat(30_000)}`],
  ])('a table of %s', async (_, content) => {
    expect(await codeOf('wide.csv', letters(content))).toBe('FILE_TOO_COMPLEX');
  });

  it('a small workbook whose merged areas lie over one another again and again', async () => {
    const data = [1, 400].map((row) => sheetRow(row, { A: 'Owl', Z: 'Prey' })).join('');
    const merges = (times: number) => ({
      Owls: { data, merges: new Array<string>(times).fill('A1:Z400') },
    });
    expect(await codeOf('merged.xlsx', makeXlsx(merges(2)))).toBe('FILE_TOO_COMPLEX');
    expect(await codeOf('merged.xlsx', makeXlsx(merges(1)))).toMatch(/^read into/);
  });

  it('a workbook that unpacks beyond its bound', { timeout: 240_000 }, async () => {
    const bytes = zip({ 'xl/workbook.xml': '0'.repeat(257 * 1024 * 1024) });
    expect(bytes.length).toBeLessThan(2_000_000);
    expect(await codeOf('bomb.xlsx', bytes)).toBe('FILE_TOO_COMPLEX');
  });
});
