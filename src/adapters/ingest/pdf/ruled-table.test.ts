import { describe, expect, it } from 'vitest';
import { createFileIngester } from '../ingest-file.ts';
import { sourceFile, tables, texts } from '../source-file.fixture.ts';
import { nodePdfRuntime } from './node-pdf-runtime.ts';
import { column, makePdf, type PdfPage, type PdfText, rulesAround } from './pdf.fixture.ts';

const ingester = createFileIngester({ pdf: nodePdfRuntime() });
const read = (pages: readonly PdfPage[]) => ingester.ingest(sourceFile('made.pdf', makePdf(pages)));

/** The words of a cell, line by line from its top left corner. */
const cell = (x: number, top: number, ...lines: string[]): PdfText[] =>
  column(lines, x + 4, top - 11);

const XS = [60, 170, 330, 540];
const HEADINGS = [...cell(60, 700, 'Party'), ...cell(170, 700, 'Duty'), ...cell(330, 700, 'Until')];

describe('tables between rules in a PDF', { timeout: 60_000 }, () => {
  it('reads a table of words, cells of several lines, with the page and place of each row', async () => {
    const { items } = await read([
      {
        drawing: rulesAround(XS, [700, 684, 650, 620]),
        texts: [
          { text: 'The parties agree on these duties.', x: 60, y: 720 },
          ...HEADINGS,
          ...cell(60, 684, 'Seller'),
          ...cell(170, 684, 'delivers the owls to the', "buyer's barn and guar-", 'antees them'),
          ...cell(330, 684, 'the first of May'),
          ...cell(60, 650, 'Buyer'),
          ...cell(170, 650, 'pays the price'),
          ...cell(330, 650, 'delivery'),
          { text: 'What is not listed here is owed by nobody.', x: 60, y: 600 },
        ],
      },
    ]);
    expect(items.map(({ modality }) => modality)).toEqual(['text', 'table', 'text']);
    const [table] = tables(items);
    expect(table).toMatchObject({
      columns: ['Party', 'Duty', 'Until'],
      rows: [
        ['Seller', "delivers the owls to the buyer's barn and guarantees them", 'the first of May'],
        ['Buyer', 'pays the price', 'delivery'],
      ],
    });
    const [seller, buyer] = table!.provenance.parts!;
    expect([seller!.page, seller!.box!.top, buyer!.box!.top]).toEqual([1, 111, 145]);
    expect(seller!.box!.height).toBeCloseTo(34.5, 0);
    expect(texts(items).map(({ text }) => text)).toEqual([
      'The parties agree on these duties.',
      'What is not listed here is owed by nobody.',
    ]);
  });

  it('fills cells that span columns and rows', async () => {
    const drawing = [
      rulesAround([60, 170], [700, 652]),
      // Over both columns of sizes, the upright border begins below the heading.
      '330 684 m 330 652 l S',
      '170 700 370 0.8 re f',
      '170 684 370 0.8 re f',
      '170 668 370 0.8 re f',
      '170 652 370 0.8 re f',
      '540 652 m 540 700 l S',
    ].join('\n');
    const { items } = await read([
      {
        drawing,
        texts: [
          ...cell(60, 700, 'Barn owl'),
          ...cell(170, 700, 'Size'),
          ...cell(170, 684, '34 cm'),
          ...cell(330, 684, 'wing 90 cm'),
          ...cell(170, 668, '38 cm'),
          ...cell(330, 668, 'wing 99 cm'),
        ],
      },
    ]);
    const [table] = tables(items);
    expect([table!.columns, ...table!.rows].slice(-2)).toEqual([
      ['Barn owl', '34 cm', 'wing 90 cm'],
      ['Barn owl', '38 cm', 'wing 99 cm'],
    ]);
  });

  it('knows that the table of the next page goes on with this one', async () => {
    const row = (top: number, party: string) => [
      ...cell(60, top, party),
      ...cell(170, top, 'pays'),
      ...cell(330, top, 'delivery'),
    ];
    const { items } = await read([
      {
        drawing: rulesAround(XS, [700, 684, 668, 652]),
        texts: [...HEADINGS, ...row(684, 'Seller'), ...row(668, 'Buyer')],
      },
      {
        drawing: rulesAround(XS, [700, 684, 668, 652]),
        texts: [...row(700, 'Heir'), ...row(684, 'Second heir'), ...row(668, 'State')],
      },
    ]);
    expect(
      tables(items).map(({ columns, rows, provenance }) => [columns[2], rows, provenance.page]),
    ).toEqual([
      [
        'Until',
        [
          ['Seller', 'pays', 'delivery'],
          ['Buyer', 'pays', 'delivery'],
        ],
        1,
      ],
      [
        'Until',
        [
          ['Heir', 'pays', 'delivery'],
          ['Second heir', 'pays', 'delivery'],
          ['State', 'pays', 'delivery'],
        ],
        2,
      ],
    ]);
  });

  it('takes a frame around running text, and a form without entries, for no table', async () => {
    const lines = Array.from({ length: 9 }, (_, at) => `Line ${at} of a text in a frame.`);
    const { items } = await read([
      {
        drawing: `${rulesAround([50, 560], [710, 580])}\n${rulesAround(XS, [540, 520, 500, 480, 460])}`,
        texts: [...column(lines, 60, 695), ...cell(60, 540, 'Name')],
      },
    ]);
    expect(tables(items)).toEqual([]);
    expect(texts(items)[0]!.text).toContain('Line 8 of a text in a frame.');
    expect(
      texts(items)
        .map(({ text }) => text)
        .join(' '),
    ).toContain('Name');
  });
});
