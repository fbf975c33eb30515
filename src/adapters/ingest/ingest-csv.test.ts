import { describe, expect, it } from 'vitest';
import { fileIngester } from './ingest-file.ts';
import { HAS_REAL_FILES, ingest, realFile, tables } from './source-file.fixture.ts';
import { TABLE_ITEM_ROWS } from './table-items.ts';

async function csv(content: string, name = 'birds.csv') {
  const { items, warnings } = await ingest(name, content);
  return { items: tables(items), warnings };
}

describe('CSV', () => {
  it.each([
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
    ['bar', '|'],
  ])('finds the delimiter: %s', async (_, delimiter) => {
    const lines = [
      ['name', 'grams'],
      ['barn owl', '470'],
      ['tawny owl', '450'],
    ];
    const { items, warnings } = await csv(lines.map((cells) => cells.join(delimiter)).join('\r\n'));
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      title: 'birds',
      columns: ['name', 'grams'],
      rows: [
        ['barn owl', '470'],
        ['tawny owl', '450'],
      ],
      provenance: { source: 'birds.csv', firstRow: 2 },
    });
    expect(warnings).toEqual([]);
  });

  it('takes quotes, line breaks and delimiters inside cells', async () => {
    const { items } = await csv('name,note\nowl,"big, ""brown""\nand quiet"\n');
    expect(items[0]!.rows).toEqual([['owl', 'big, "brown"\nand quiet']]);
  });

  it('keeps decimal commas in a semicolon file', async () => {
    const { items } = await csv('name;kg\nowl;0,47\nkite;1,2\n');
    expect(items[0]!.rows).toEqual([
      ['owl', '0,47'],
      ['kite', '1,2'],
    ]);
  });

  it('fills ragged rows up, keeps what is too much, and says how many', async () => {
    const { items, warnings } = await csv('a,b,c\n1,2,3\n4\n5,6,7,8\n');
    expect(items[0]!.columns).toEqual(['a', 'b', 'c', '']);
    expect(items[0]!.rows).toEqual([
      ['1', '2', '3', ''],
      ['4', '', '', ''],
      ['5', '6', '7', '8'],
    ]);
    expect(warnings).toEqual([expect.stringMatching(/^2 of 3 rows have more or fewer cells/)]);
  });

  it('skips blank lines without losing count and drops empty columns at the end', async () => {
    const { items } = await csv('a,b,,\n\n1,2,,\n,,,\n3,4,,\n');
    expect(items[0]).toMatchObject({
      columns: ['a', 'b'],
      rows: [
        ['1', '2'],
        ['3', '4'],
      ],
    });
    expect(items[0]!.provenance.firstRow).toBe(3);
  });

  it('numbers the columns of a table without header', async () => {
    const { items, warnings } = await csv('1,2.5\n2,3.5\n3,4.5\n');
    expect(items[0]).toMatchObject({
      columns: ['Column 1', 'Column 2'],
      provenance: { firstRow: 1 },
    });
    expect(items[0]!.rows).toHaveLength(3);
    expect(warnings).toEqual(['The first row looks like data, so the columns are numbered.']);
  });

  it('takes years for names of columns', async () => {
    const { items } = await csv('country,2019,2020\nChad,1,2\nPeru,3,4\n');
    expect(items[0]!.columns).toEqual(['country', '2019', '2020']);
  });

  it('joins two rows of headings, and says a shared one again only where names repeat', async () => {
    const lines = [
      'bird,male,,female,,food,',
      ',grams,cm,grams,cm,day,night',
      'owl,470,34,520,38,,mice',
    ];
    const { items } = await csv([...lines, 'kite,800,60,900,65,voles,'].join('\n'));
    expect(items[0]!.columns).toEqual([
      'bird',
      'male grams',
      'male cm',
      'female grams',
      'female cm',
      'food day',
      'night',
    ]);
    expect(items[0]!.rows[0]).toEqual(['owl', '470', '34', '520', '38', '', 'mice']);
    expect(items[0]!.provenance.firstRow).toBe(3);
    // A row of data under columns without a name is no heading.
    const unnamed = await csv('bird,grams,,\nowl,470,mice,voles\nkite,800,mice,frogs\n');
    expect(unnamed.items[0]!.columns).toEqual(['bird', 'grams', '', '']);
  });

  it('takes 300 columns', async () => {
    const row = (of: (column: number) => string) =>
      Array.from({ length: 300 }, (_, at) => of(at)).join(',');
    const { items } = await csv(
      [
        row((at) => `c${at}`),
        ...Array.from({ length: 50 }, (_, line) => row((at) => `${line * at}`)),
      ].join('\n'),
    );
    expect(items[0]!.columns).toHaveLength(300);
    expect(items[0]!.columns[299]).toBe('c299');
    expect(items.reduce((sum, { rows }) => sum + rows.length, 0)).toBe(50);
    expect(items.at(-1)!.rows.at(-1)![299]).toBe(`${49 * 299}`);
  });

  it('cuts a long table into items that each know their columns and place', async () => {
    const lines = Array.from({ length: 450 }, (_, at) => `owl ${at},${at}`);
    const { items } = await csv(['name,count', ...lines].join('\n'));
    expect(items.map(({ rows }) => rows.length)).toEqual([TABLE_ITEM_ROWS, TABLE_ITEM_ROWS, 50]);
    expect(items.map(({ provenance }) => provenance.firstRow)).toEqual([2, 202, 402]);
    expect(items.every(({ columns }) => columns.join() === 'name,count')).toBe(true);
    expect(new Set(items.map(({ id }) => id)).size).toBe(3);
  });
});

describe.skipIf(!HAS_REAL_FILES)('real files (skipped without ../shared)', () => {
  it.each([
    ['byte-order-mark.csv', 378 + 1, 8, 'president', 0],
    ['quoted-commas.csv', 1129, 13, 'RespondentID', 0],
    ['semicolons.csv', 1599, 12, 'fix ac', 0],
    ['tabs.tsv', 3218, 2, 'id', 0],
    ['wide-two-header-rows.csv', 1186, 38, 'RespondentID', 1],
    ['long-lines.csv', 2000, 3, 'placeholder', 1],
  ])('%s: %i rows of %i columns', async (name, rows, columns, first, warned) => {
    const { items, warnings } = await fileIngester.ingest(realFile(`csv/${name}`));
    const read = tables(items);
    expect(read[0]!.columns).toHaveLength(columns);
    expect(read[0]!.columns[0]).toBe(first);
    expect(warnings).toHaveLength(warned);
    const unique = new Set(read.map(({ provenance }) => provenance.firstRow)).size;
    expect(unique).toBe(read.length);
    expect(read.reduce((sum, table) => sum + table.rows.length, 0)).toBe(rows);
    for (const table of read) for (const row of table.rows) expect(row).toHaveLength(columns);
  });

  it('names every column of a survey by both of its heading rows, in every part', async () => {
    const { items } = await fileIngester.ingest(realFile('csv/wide-two-header-rows.csv'));
    const parts = tables(items);
    for (const { columns } of parts) {
      expect(columns[5]).toMatch(
        /^Which of the following Star Wars films have you seen\?.* Star Wars: Episode III {2}Revenge of the Sith$/,
      );
      expect(columns[15]).toMatch(/^Please state whether you view .* Han Solo$/);
      expect(columns.slice(16, 19)).toEqual([
        'Luke Skywalker',
        'Princess Leia Organa',
        'Anakin Skywalker',
      ]);
    }
    expect(parts[0]!.rows[0]![0]).toBe('3292879998');
    expect(parts[0]!.provenance.firstRow).toBe(3);
  });

  it('finds the last minister and a quoted comma', async () => {
    const { items } = await fileIngester.ingest(realFile('csv/byte-order-mark.csv'));
    const rows = tables(items).flatMap((table) => table.rows);
    expect(rows[2]![1]).toBe('Secretary of Health, Education & Welfare');
    expect(rows.at(-1)).toEqual([
      'Biden',
      'Chief of Staff',
      'Jeff Zients',
      '2/8/23',
      'Still in office',
      '',
      '',
      'Male',
    ]);
  });
});
