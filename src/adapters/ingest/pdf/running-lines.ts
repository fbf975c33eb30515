import type { RuledTable } from './ruled-table.ts';
import { groupRows, type Row } from './table-row.ts';
import type { TextLine } from './text-line.ts';

/** The pieces of one page. */
export interface PagePieces {
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly pieces: readonly TextLine[];
  /** Tables between rules; their lines that stand in for them are among the pieces. */
  readonly tables?: readonly RuledTable[];
}

/** Share of the page's height at either end where running lines stand. */
const EDGE = 0.1;
/** Rows that are taken off an edge at most. */
const MOST_ROWS = 3;
/** Pieces that such a row has at most, and how many of them may be figures alone; more is a table. */
const MOST_PIECES = 12;
const MOST_FIGURES = 2;
const PAGE_NUMBER = /^\W*(?:page|p\.|seite)?\s*\d{1,4}(?:\s*(?:of|\/|von)\s*\d{1,4})?\W*$/i;
/** Pages on which a line must return, in number and as a share of all. */
const FEWEST_PAGES = 3;
const LEAST_SHARE = 0.2;
/** What is this much larger than running text is a heading, unless it returns with the same numbers. */
const LARGER = 1.3;

/**
 * Takes away what returns at the same height of many pages, numbers aside: running titles and page numbers. Words that
 * return between the edges as well are lines of the body, such as those of a log, and numbered headings are no titles.
 */
export function withoutRunningLines(pages: readonly PagePieces[]): PagePieces[] {
  const rowsOf = pages.map((page) => edgeRows(page));
  const bodySize = usualSize(pages);
  const key = (piece: TextLine) => lineKey(piece, piece.size > LARGER * bodySize);
  const counts = countPages(rowsOf.map((rows) => piecesOf(rows).map(key)));
  const inside = countPages(
    pages.map(({ pieces }, at) => {
      const edge = new Set(piecesOf(rowsOf[at]!));
      return pieces.filter((piece) => !edge.has(piece)).map(wordsKey);
    }),
  );
  const least = Math.max(FEWEST_PAGES, pages.length * LEAST_SHARE);
  const isRunning = (piece: TextLine) =>
    (counts.get(key(piece)) ?? 0) >= least && (inside.get(wordsKey(piece)) ?? 0) < least;
  const returns = (row: Row) =>
    row.pieces.length <= MOST_PIECES &&
    row.pieces.filter(({ text }) => !/\p{L}/u.test(text)).length <= MOST_FIGURES &&
    (row.pieces.every(isRunning) ||
      (row.pieces.length === 1 && PAGE_NUMBER.test(row.pieces[0]!.text)));
  const kept = pages.map((page, at) => {
    const { top, bottom } = rowsOf[at]!;
    const running = new Set(
      [...leading(top, returns), ...leading(bottom, returns)].flatMap((row) => row.pieces),
    );
    return { ...page, pieces: page.pieces.filter((piece) => !running.has(piece)) };
  });
  // Pages that hold nothing else, such as labels, say just that.
  return kept.some(({ pieces }) => pieces.length > 0) ? kept : [...pages];
}

function piecesOf({ top, bottom }: ReturnType<typeof edgeRows>): TextLine[] {
  return [...top, ...bottom].flatMap((row) => row.pieces);
}

/** On how many pages each key stands. */
function countPages(pages: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const keys of pages) {
    for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** The size, in half points, that most letters have. */
function usualSize(pages: readonly PagePieces[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of pages.flatMap(({ pieces }) => pieces)) {
    const step = Math.round(size * 2) / 2;
    letters.set(step, (letters.get(step) ?? 0) + text.length);
  }
  return [...letters].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0])[0];
}

/** The rows near the edges, from the edge inwards. */
function edgeRows({ pieces, height }: PagePieces): { top: Row[]; bottom: Row[] } {
  const rows = groupRows(pieces);
  return {
    top: rows.filter(({ baseline }) => baseline < height * EDGE).slice(0, MOST_ROWS),
    bottom: rows
      .filter(({ baseline }) => baseline > height * (1 - EDGE))
      .slice(-MOST_ROWS)
      .reverse(),
  };
}

function leading(rows: readonly Row[], returns: (row: Row) => boolean): readonly Row[] {
  const end = rows.findIndex((row) => !returns(row));
  return end < 0 ? rows : rows.slice(0, end);
}

/** Lines with the same words and, unless `exact`, any numbers, in the same band of 12 points. */
function lineKey(piece: TextLine, exact: boolean): string {
  const words = exact ? piece.text.toLowerCase() : wordsKey(piece);
  return `${Math.round(piece.baseline / 12)} ${words}`;
}

function wordsKey({ text }: TextLine): string {
  return text
    .toLowerCase()
    .replace(/\d+/g, '#')
    .replace(/^\W*[ivxlc]+\W*$/, '#');
}
