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
import { makeXlsx, sheetRow } from './office.fixture.ts';

const read = (...workbook: Parameters<typeof makeXlsx>) =>
  fileIngester.ingest({ name: 'owls.xlsx', bytes: makeXlsx(...workbook) });

describe('Excel', { timeout: 30_000 }, () => {
  it('finds every table of a sheet with its caption, headings and cells', async () => {
    const data = [
      sheetRow(1, { A: 'Owls of Europe' }),
      sheetRow(3, { A: 'Species', B: 'Length' }),
      sheetRow(4, { A: 'Barn owl', B: 34, E: 'Year', F: 'Nests' }),
      sheetRow(5, { A: 'Tawny owl', B: 38, E: 2019, F: 12 }),
      sheetRow(6, { E: 2020, F: 9 }),
      sheetRow(9, { A: 'Counted by hand.' }),
    ].join('');
    const { items } = await read({ Birds: { data } });
    expect(items).toMatchObject([
      {
        modality: 'table',
        headingPath: ['Birds'],
        caption: 'Owls of Europe',
        columns: ['Species', 'Length'],
        rows: [
          ['Barn owl', '34'],
          ['Tawny owl', '38'],
        ],
        provenance: { sheet: 'Birds', firstRow: 4, cellRange: 'A4:B5' },
      },
      {
        modality: 'table',
        columns: ['Year', 'Nests'],
        rows: [
          ['2019', '12'],
          ['2020', '9'],
        ],
        provenance: { sheet: 'Birds', firstRow: 5, cellRange: 'E5:F6' },
      },
      {
        modality: 'text',
        text: 'Counted by hand.',
        provenance: { sheet: 'Birds', firstRow: 9, cellRange: 'A9' },
      },
    ]);
  });

  it('fills merged cells in, under headings of two rows', async () => {
    const data = [
      sheetRow(1, { A: 'Species', B: 'Male', D: 'Female' }),
      sheetRow(2, { B: 'Length', C: 'Weight', D: 'Length', E: 'Weight' }),
      sheetRow(3, { A: 'Barn owl', B: 34, C: 470, D: 35, E: 570 }),
      sheetRow(4, { A: 'Tawny owl', B: 38, C: 440, D: 40, E: 560 }),
    ].join('');
    const [table] = tables(
      (await read({ S: { data, merges: ['A1:A2', 'B1:C1', 'D1:E1'] } })).items,
    );
    expect(table!.columns).toEqual([
      'Species',
      'Male Length',
      'Male Weight',
      'Female Length',
      'Female Weight',
    ]);
    expect(table!.rows[1]).toEqual(['Tawny owl', '38', '440', '40', '560']);
  });

  it('shows numbers, money, shares and dates as the sheet does', async () => {
    const formats = ['#,##0.00', '"$"#,##0', '0.0%', 'd mmm yyyy', '0.00;(0.00)'];
    const values = [1234567.891, 99, 0.1234, 45351, -5.5];
    const cells = Object.fromEntries(
      values.map((value, at) => ['ABCDE'[at]!, { value, style: at + 1 }]),
    );
    const names = { A: 'a', B: 'b', C: 'c', D: 'd', E: 'e', F: 'f' };
    const data = sheetRow(1, names) + sheetRow(2, { ...cells, F: 0.1 + 0.2 });
    const [table] = tables((await read({ S: { data } }, formats)).items);
    expect(table!.rows).toEqual([['1,234,567.89', '$99', '12.3%', '29 Feb 2024', '(5.50)', '0.3']]);
  });

  it('leaves hidden sheets out and says so', async () => {
    const shown = { data: sheetRow(1, { A: 'seen' }) };
    const { items, warnings } = await read({ A: shown, B: { ...shown, hidden: true } });
    expect(texts(items).map(({ text }) => text)).toEqual(['seen']);
    expect(warnings).toEqual(['The sheet “B” is hidden and was left out.']);
  });

  it('says which formulas came without a result', async () => {
    const data =
      '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f>A1+1</f><v>2</v></c></row><row r="2"><c r="A2"><v>3</v></c><c r="B2"><f>A2+1</f></c></row>';
    const { items, warnings } = await read({ S: { data } });
    expect(tables(items)[0]!.rows).toEqual([
      ['1', '2'],
      ['3', ''],
    ]);
    expect(warnings).toEqual([expect.stringContaining('1 formula in the sheet “S” came without')]);
  });

  it('refuses a sheet that spans billions of cells, and what is no workbook', async () => {
    const data = `${sheetRow(1, { A: 'a' })}${sheetRow(1_048_576, { XFD: 'z' })}`;
    const bytes = makeXlsx({ S: { data } });
    expect(await refusal({ name: 'far.xlsx', bytes })).toMatchObject({ code: 'FILE_TOO_COMPLEX' });
    expect(await refusal(sourceFile('a.xlsx', 'text'))).toMatchObject({ code: 'FILE_MALFORMED' });
  });
});

describe.skipIf(!HAS_REAL_FILES)(
  'real Excel files (skipped: ../shared is absent)',
  { timeout: 30_000 },
  () => {
    const open = (name: string) => fileIngester.ingest(realFile(`xlsx/${name}.xlsx`));

    it('a title, a table parted from its headings, a note', async () => {
      const { items } = await open('several-sheets');
      expect(items).toMatchObject([
        {
          caption: 'Sample Excel Worksheet - Numbers and their Squares',
          columns: ['Number', 'Square'],
          provenance: { sheet: 'Feuil1', firstRow: 6, cellRange: 'B6:C20' },
        },
        { text: 'Written and saved in Microsoft Excel X for Mac Service Release 1.' },
      ]);
      expect(tables(items)[0]!.rows.at(-1)).toEqual(['15', '225']);
    });

    it('dates as they are shown, by either system; results of formulas', async () => {
      expect(tables((await open('date-formats')).items)[0]!.rows).toEqual([
        ['9/20/2018'],
        ['8/10/1996'],
      ]);
      expect(texts((await open('date-system-1904')).items)).toMatchObject([
        { text: '1/1/1904', provenance: { cellRange: 'B4' } },
      ]);
      expect(tables((await open('formulas')).items)[0]!.rows).toEqual([
        ['someone@example.com', '(formula without link)'],
      ]);
    });

    it('a wide sheet, and one of thousands of rows', async () => {
      const [wide] = tables((await open('many-columns')).items);
      expect(wide!.columns).toHaveLength(20);
      expect(wide!.rows[0]!.slice(-4)).toEqual(['bla', 'bla', 'bla', 'bla']);
      const { items } = await open('report-list-large');
      const rows = tables(items).filter(({ provenance }) => provenance.sheet === '待标注文档');
      expect(rows.reduce((sum, table) => sum + table.rows.length, 0)).toBe(1082);
      expect(rows[0]!.columns.slice(0, 6)).toEqual([
        'name & url',
        'url',
        '类型',
        '日期',
        'year',
        'subject',
      ]);
      expect(rows[0]!.rows[0]).toContain('COVID-19 and the beef supply chain: An overview');
      expect(rows[1]!.provenance.cellRange).toBe(
        `A${rows[0]!.rows.length + 2}:I${rows[0]!.rows.length + 1 + rows[1]!.rows.length}`,
      );
    });
  },
);
