import { describe, expect, it } from 'vitest';
import { fileIngester } from '../ingest-file.ts';
import {
  HAS_REAL_FILES,
  realFile,
  refusal,
  sourceFile,
  tables,
  texts,
} from '../source-file.fixture.ts';
import { makeDocx, paragraph, zip } from './office.fixture.ts';

const cell = (text: string, properties = '') =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;
const read = (body: string) => fileIngester.ingest(sourceFile('owls.docx', makeDocx(body)));

describe('Word', { timeout: 30_000 }, () => {
  it('reads headings, running text and a table whose cells span', async () => {
    const { items } = await read(
      [
        paragraph('Owls', 'Heading1'),
        paragraph('They hunt at night.'),
        paragraph('Size', 'Heading2'),
        `<w:tbl>${row(cell('Species', '<w:vMerge w:val="restart"/>'), cell('Male', '<w:gridSpan w:val="2"/>'))}${row(cell('', '<w:vMerge/>'), cell('Length'), cell('Weight'))}${row(cell('Barn owl'), cell('34'), cell('470'))}</w:tbl>`,
      ].join(''),
    );
    expect(items).toMatchObject([
      { modality: 'text', title: 'Owls', headingPath: [], text: 'They hunt at night.' },
      {
        modality: 'table',
        headingPath: ['Size'],
        columns: ['Species', 'Male Length', 'Male Weight'],
        rows: [['Barn owl', '34', '470']],
      },
    ]);
    expect(items[0]!.provenance).toEqual({ source: 'owls.docx' });
  });

  it('takes a first row that is bold, or that reads so, for the names of the columns', async () => {
    const bold = (text: string) =>
      `<w:tc><w:p><w:r><w:rPr><w:b/></w:rPr><w:t>${text}</w:t></w:r></w:p></w:tc>`;
    const table = (...rows: string[]) => `<w:tbl>${rows.join('')}</w:tbl>`;
    const { items } = await read(
      [
        table(row(bold('Term'), bold('Meaning')), row(cell('Fee'), cell('What the buyer pays'))),
        paragraph('Between.'),
        table(
          row(cell('Party'), cell('Role'), cell('Seat')),
          row(cell('Owl Ltd'), cell('Seller'), cell('Bern')),
          row(cell('Kite AG'), cell('Buyer'), cell('Graz')),
        ),
        paragraph('Between.'),
        table(
          row(cell('Year'), cell('Fee')),
          row(cell('2023'), cell('1,200')),
          row(cell('2024'), cell('1,300')),
        ),
        paragraph('Between.'),
        table(row(cell('Seller'), cell('Owl Ltd')), row(cell('Seat'), cell('Bern'))),
      ].join(''),
    );
    expect(tables(items).map(({ columns, rows }) => [columns, rows.length])).toEqual([
      [['Term', 'Meaning'], 1],
      [['Party', 'Role', 'Seat'], 2],
      [['Year', 'Fee'], 2],
      [['', ''], 2],
    ]);
  });

  it('refuses an archive that unpacks beyond its bound, before a parser sees it', {
    timeout: 240_000,
  }, async () => {
    const bytes = zip({ 'word/document.xml': '0'.repeat(65 * 1024 * 1024) });
    expect(bytes.length).toBeLessThan(1_000_000);
    const error = await refusal({ name: 'bomb.docx', bytes });
    expect(error).toMatchObject({ code: 'FILE_TOO_COMPLEX' });
    expect(error.message).toBe('“bomb.docx” unpacks to more than 64 MB of XML and was not opened.');
  });

  it('tells a locked file, one of before 2007, a cut one and one that is none', async () => {
    const ole = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
    const name = [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0]);
    const locked = await refusal(sourceFile('a.docx', [...ole, ...name]));
    expect(locked).toMatchObject({ code: 'FILE_ENCRYPTED' });
    const old = await refusal(sourceFile('a.docx', [...ole, ...Array<number>(600).fill(0)]));
    expect(old).toMatchObject({ code: 'FILE_UNSUPPORTED' });
    const whole = makeDocx(paragraph('Owls'));
    const cut = await refusal({ name: 'a.docx', bytes: whole.slice(0, whole.length / 2) });
    expect(cut).toMatchObject({ code: 'FILE_MALFORMED' });
    expect(await refusal(sourceFile('a.docx', 'text'))).toMatchObject({ code: 'FILE_MALFORMED' });
  });

  it('reads what a document says as words, whatever it looks like', async () => {
    const { items } = await read(paragraph('&lt;img src=x onerror=alert(1)&gt;'));
    expect(texts(items)[0]!.text).toBe('<img src=x onerror=alert(1)>');
  });
});

describe.skipIf(!HAS_REAL_FILES)(
  'real Word files (skipped: ../shared is absent)',
  { timeout: 30_000 },
  () => {
    const open = (name: string) => fileIngester.ingest(realFile(`docx/${name}.docx`));
    const words = async (name: string) =>
      texts((await open(name)).items)
        .map(({ text }) => text)
        .join('\n\n');

    it('tables, in place between the paragraphs around them', async () => {
      const { items } = await open('tables');
      expect(
        items.map((item) => (item.modality === 'table' ? item.rows : texts([item])[0]!.text)),
      ).toEqual([
        'Above',
        [
          ['Top left', 'Top right'],
          ['Bottom left', 'Bottom right'],
        ],
        'Below',
      ]);
    });

    it('notes behind the text, without their way back; no comments', async () => {
      expect(await words('footnotes')).toBe('Ouch[1].[2]\n1. A tachyon walks into a bar.\n2. Fin.');
      expect(await words('comments')).toBe('Ouch.');
    });

    it('text boxes and lists', async () => {
      expect(await words('text-box')).toBe('Datum plane');
      expect(await words('simple-list')).toBe('- Apple\n- Banana');
    });

    it('all of it together, Japanese and Gothic too', async () => {
      const { items } = await open('various');
      const all = await words('various');
      for (const part of [
        'Here is a text box',
        '- Bullet 2',
        'ゾルゲと尾崎、淡々と最期',
        '𐌲𐌿𐍄𐌹𐍃𐌺',
        'This is a caption for Figure 1',
      ]) {
        expect(all).toContain(part);
      }
      expect(tables(items)[0]!.rows[1]).toEqual(['Row 2 Col 1', 'Row 2 Col 2', 'Row 2 Col 3']);
    });

    it('says when there are no words', async () => {
      expect(await refusal(realFile('docx/empty.docx'))).toMatchObject({ code: 'FILE_EMPTY' });
      expect(await refusal(realFile('docx/images.docx'))).toMatchObject({ code: 'FILE_NO_TEXT' });
    });
  },
);
