import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readingOrder } from './reading-order.ts';
import { withoutRunningLines } from './running-lines.ts';
import type { TextLine } from './text-line.ts';

function piece(text: string, left: number, baseline: number, width = text.length * 5): TextLine {
  return { text, page: 1, left, right: left + width, baseline, size: 10, font: 'F', oneFont: true };
}

const words = (pieces: readonly TextLine[]) =>
  readingOrder(pieces).flatMap((part) =>
    part.kind === 'lines'
      ? part.lines.map(({ text }) => text)
      : [...part.table.columns, ...part.table.rows.flat()],
  );

const column = (name: string, left: number, rows: number, top = 100) =>
  Array.from({ length: rows }, (_, at) =>
    piece(`${name}${at} a line of running text`, left, top + at * 12, 150),
  );

describe('readingOrder', () => {
  it('reads what stands above columns, each column, then what stands below', () => {
    const pieces = [
      piece('A title over both columns of the page', 100, 80, 400),
      ...column('r', 320, 6),
      ...column('l', 100, 6),
      piece('A line below both columns of the page', 100, 200, 400),
    ];
    const starts = words(pieces).map((line) => line.slice(0, 2));
    expect(starts).toEqual([
      'A ',
      ...['l0', 'l1', 'l2', 'l3', 'l4', 'l5'],
      ...['r0', 'r1', 'r2', 'r3', 'r4', 'r5'],
      'A ',
    ]);
  });

  it('reads list marks with their lines, however many there are', () => {
    const pieces = Array.from({ length: 9 }, (_, at) => [
      piece(`${at + 1}.`, 60, 100 + at * 12, 10),
      piece(`item ${at + 1} of a list`, 90, 100 + at * 12, 200),
    ]).flat();
    expect(words(pieces)[8]).toBe('9. item 9 of a list');
  });

  it('loses no piece and repeats none, whatever the page', () => {
    const random = fc.record({
      left: fc.integer({ min: 0, max: 500 }),
      row: fc.integer({ min: 0, max: 40 }),
      width: fc.integer({ min: 5, max: 250 }),
      numeric: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(random, { maxLength: 80 }), (places) => {
        const pieces = places.map(({ left, row, width, numeric }, at) =>
          piece(numeric ? `${1000 + at}` : `w${1000 + at}`, left, 50 + row * 13, width),
        );
        // A heading over several columns may stand in each of them.
        const shown = words(pieces).flatMap((text) => text.match(/w?\d{4}/g) ?? []);
        expect([...new Set(shown)].toSorted()).toEqual(pieces.map(({ text }) => text).toSorted());
      }),
      { numRuns: 300 },
    );
  });
});

describe('withoutRunningLines', () => {
  const page = (number: number, pieces: readonly TextLine[]) => ({
    page: number,
    width: 600,
    height: 800,
    pieces: pieces.map((own) => ({ ...own, page: number })),
  });

  it('takes titles and numbers at the edges off, left and right pages apart', () => {
    const pages = Array.from({ length: 8 }, (_, at) =>
      page(at + 1, [
        piece(at % 2 === 0 ? 'Owls' : 'Chapter One', 50, 40),
        piece(`${at + 1}`, 300, 780),
        piece(`Text of page ${at}.`, 50, 300),
      ]),
    );
    const left = withoutRunningLines(pages).map(({ pieces }) => pieces.map(({ text }) => text));
    expect(left).toEqual(pages.map((_, at) => [`Text of page ${at}.`]));
  });

  it('keeps what returns in the middle, and rows of figures at the edge', () => {
    const figures = ['12', '7', '31', '5'].map((text, at) => piece(text, 50 + at * 90, 40));
    const pages = Array.from({ length: 5 }, (_, at) =>
      page(at + 1, [...figures, piece('Refrain.', 50, 400)]),
    );
    expect(withoutRunningLines(pages)[0]!.pieces).toHaveLength(5);
  });
});
