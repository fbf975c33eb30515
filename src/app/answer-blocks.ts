import { CELL_BREAK, isQuotedTable } from '../core/table-text.ts';
import { findMarks } from '../pipeline/citations.ts';

/** A bit of an answer: words, or a mark. `at` is its place in the answer and sets it apart from all others. */
export type Piece =
  | { readonly kind: 'words'; readonly at: number; readonly text: string; readonly isBold: boolean }
  | {
      readonly kind: 'mark';
      readonly at: number;
      readonly marker: number;
      /** How often the same marker came before in the answer. */
      readonly visit: number;
    };

/** Pieces that stand together, with the place where they begin. */
export interface Line {
  readonly at: number;
  readonly pieces: readonly Piece[];
}

/** A block of an answer: a paragraph, bullets, a quoted table row with the names of its columns, or several rows. */
export type Block =
  | ({ readonly kind: 'paragraph' } & Line)
  | { readonly kind: 'bullets'; readonly at: number; readonly lines: readonly Line[] }
  | {
      readonly kind: 'row';
      readonly at: number;
      readonly cells: readonly Cell[];
    }
  | {
      readonly kind: 'table';
      readonly at: number;
      readonly columns: readonly string[];
      readonly rows: readonly { readonly at: number; readonly cells: readonly Cell[] }[];
    };

/** A cell of a quoted row. */
export interface Cell extends Line {
  readonly column: string;
}

const BULLET = /^\s*[-*•]\s+/;

/**
 * Reads an answer, finished or still streaming, into blocks. Everything it does not know stays as written, and so do
 * brackets without a number that is a marker.
 */
export function parseAnswer(text: string, isMarker: (marker: number) => boolean): Block[] {
  const marks = numberMarks(text, isMarker);
  const piecesOf = (start: number, end: number) => pieces(text, start, end, marks);
  return paragraphs(text).flatMap(({ start, end }): Block[] => {
    const lines = linesOf(text, start, end);
    if (lines.every((line) => BULLET.test(line.text))) {
      const items = lines.map(({ at, text: words }) => ({
        at,
        pieces: piecesOf(at + (BULLET.exec(words)?.[0].length ?? 0), at + words.length),
      }));
      return [{ kind: 'bullets', at: start, lines: items }];
    }
    const [header, ...rows] = lines;
    if (header && isQuotedTable(lines.map((line) => line.text))) {
      const columns = header.text.split(CELL_BREAK);
      const quoted = rows.map((row) => ({ at: row.at, cells: cells(row, columns, piecesOf) }));
      const [only, ...more] = quoted;
      return only !== undefined && more.length === 0
        ? [{ kind: 'row', ...only }]
        : [{ kind: 'table', at: start, columns, rows: quoted }];
    }
    return [{ kind: 'paragraph', at: start, pieces: piecesOf(start, end) }];
  });
}

function cells(
  row: { readonly at: number; readonly text: string },
  columns: readonly string[],
  piecesOf: (start: number, end: number) => Piece[],
) {
  let at = row.at;
  return row.text.split(CELL_BREAK).map((cell, index) => {
    const start = at;
    at += cell.length + CELL_BREAK.length;
    return {
      at: start,
      column: columns[index] ?? '',
      pieces: piecesOf(start, start + cell.length),
    };
  });
}

function paragraphs(text: string): { start: number; end: number }[] {
  return [...text.matchAll(/\S(?:(?!\n[^\S\n]*\n)[\s\S])*/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].trimEnd().length,
  }));
}

function linesOf(text: string, start: number, end: number): { at: number; text: string }[] {
  let at = start;
  return text
    .slice(start, end)
    .split('\n')
    .map((line) => {
      const place = at;
      at += line.length + 1;
      return { at: place, text: line };
    });
}

interface NumberedMark {
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly Piece[];
}

function numberMarks(text: string, isMarker: (marker: number) => boolean): NumberedMark[] {
  const seen = new Map<number, number>();
  return findMarks(text, isMarker).map(({ start, end, pieces }) => ({
    start,
    end,
    pieces: pieces.map((piece, index): Piece => {
      const at = start + index;
      if (typeof piece === 'string') return { kind: 'words', at, text: piece, isBold: false };
      const visit = seen.get(piece) ?? 0;
      seen.set(piece, visit + 1);
      return { kind: 'mark', at, marker: piece, visit };
    }),
  }));
}

function pieces(text: string, start: number, end: number, marks: readonly NumberedMark[]): Piece[] {
  const found: Piece[] = [];
  let at = start;
  for (const mark of marks) {
    if (mark.start < start || mark.end > end) continue;
    found.push(...words(text.slice(at, mark.start), at), ...mark.pieces);
    at = mark.end;
  }
  return [...found, ...words(text.slice(at, end), at)];
}

function words(text: string, from: number): Piece[] {
  let at = from;
  return text.split(/(\*\*[^*\n]+\*\*)/).flatMap((part): Piece[] => {
    const place = at;
    at += part.length;
    const isBold = part.length > 4 && part.startsWith('**') && part.endsWith('**');
    const shown = isBold ? part.slice(2, -2) : part;
    return shown === '' ? [] : [{ kind: 'words', at: place, text: shown, isBold }];
  });
}
