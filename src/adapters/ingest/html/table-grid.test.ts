import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnNames, layGrid } from './table-grid.ts';

const cell = (text: string, columnSpan = 1, rowSpan = 1, isHeading = false) => ({
  text,
  columnSpan,
  rowSpan,
  isHeading,
});
const texts = (rows: Parameters<typeof layGrid>[0]) =>
  layGrid(rows).map((row) => row.map(({ text }) => text));

describe('layGrid', () => {
  it('lets cells reach right and down, and later cells step aside', () => {
    expect(texts([[cell('a', 2), cell('b', 1, 2)], [cell('c')], [cell('d'), cell('e')]])).toEqual([
      ['a', 'a', 'b'],
      ['c', '', 'b'],
      ['d', 'e', ''],
    ]);
  });

  it('lets a span of 0 rows reach to the end, and no span beyond it', () => {
    expect(texts([[cell('a', 1, 0), cell('b', 1, 9)], [], [cell('c')]])).toEqual([
      ['a', 'b', ''],
      ['a', 'b', ''],
      ['a', 'b', 'c'],
    ]);
  });

  it('lays any cells out on a full rectangle in which each keeps its first place', () => {
    const rows = fc.array(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 4 })), {
        maxLength: 5,
      }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(rows, (spans) => {
        const cells = spans.map((row, at) =>
          row.map(([columns, down], column) => cell(`${at}.${column}`, columns, down)),
        );
        const grid = layGrid(cells);
        expect(new Set(grid.map((row) => row.length)).size).toBe(1);
        cells.forEach((row, at) => {
          const own = grid[at]!.filter(({ startsHere }) => startsHere).map(({ text }) => text);
          const shown = own.filter((text, index) => text !== '' && own.indexOf(text) === index);
          expect(shown).toEqual(row.map(({ text }) => text));
        });
      }),
    );
  });
});

describe('columnNames', () => {
  it('joins what stands above a column, each text once', () => {
    const grid = layGrid([
      [cell('Species', 1, 2), cell('Male', 2)],
      [cell('Length'), cell('Weight')],
    ]);
    expect(columnNames(grid)).toEqual(['Species', 'Male Length', 'Male Weight']);
  });
});
