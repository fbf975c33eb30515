import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnLetters, type ShownSheet, sheetTables } from './sheet-tables.ts';

/** A sheet of cells, in which figures are numbers. */
function sheet(rows: readonly (readonly string[])[]): ShownSheet {
  const numeric = rows.map((row) => row.map((cell) => /^\d+$/.test(cell)));
  return { name: 'S', rows, numeric, wide: [] };
}

describe('sheetTables', () => {
  it('takes years over figures for headings, and a first row of figures for data', () => {
    const years = sheet([
      ['Place', '2019', '2020'],
      ['Barn', '3', '5'],
    ]);
    expect(sheetTables(years).tables[0]).toMatchObject({
      columns: ['Place', '2019', '2020'],
      rows: [['Barn', '3', '5']],
    });
    const figures = sheet([
      ['1', '2'],
      ['3', '4'],
    ]);
    expect(sheetTables(figures).tables[0]).toMatchObject({
      columns: ['A', 'B'],
      rows: [
        ['1', '2'],
        ['3', '4'],
      ],
    });
  });

  it('parts tables that stand side by side at different heights', () => {
    const { tables } = sheetTables(
      sheet([
        ['a', 'b', '', '', ''],
        ['1', '2', '', 'c', 'd'],
        ['3', '4', '', '5', '6'],
        ['', '', '', '7', '8'],
      ]),
    );
    expect(tables.map(({ columns, rows }) => [columns, rows.length])).toEqual([
      [['a', 'b'], 2],
      [['c', 'd'], 2],
    ]);
  });

  it('loses no cell and shows none twice', () => {
    const cell = fc.constantFrom('', '', 'w', '7');
    const grid = fc
      .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 7 }))
      .chain(([height, width]) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
          minLength: height,
          maxLength: height,
        }),
      );
    fc.assert(
      fc.property(grid, (kinds) => {
        // Each cell gets a text of its own, so that it can be followed.
        const rows = kinds.map((row, y) =>
          row.map((kind, x) =>
            kind === '' ? '' : kind === '7' ? `${9000 + y * 10 + x}` : `w${y}${x}`,
          ),
        );
        const { tables, notes } = sheetTables(sheet(rows));
        const shown = [
          ...notes.map(({ text }) => text),
          ...tables.flatMap(({ caption, columns, rows: body }) => [
            ...caption.split(' '),
            ...columns.filter((name) => !/^[A-Z]$/.test(name)).flatMap((name) => name.split(' ')),
            ...body.flat(),
          ]),
        ].filter((text) => text !== '');
        expect(shown.toSorted()).toEqual(rows.flat().filter(Boolean).toSorted());
      }),
      { numRuns: 500 },
    );
  });
});

describe('columnLetters', () => {
  it('counts like a sheet', () => {
    expect([0, 25, 26, 701, 702, 16_383].map(columnLetters)).toEqual([
      'A',
      'Z',
      'AA',
      'ZZ',
      'AAA',
      'XFD',
    ]);
  });
});
