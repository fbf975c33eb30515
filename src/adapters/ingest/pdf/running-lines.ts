import { groupRows, type Row } from './table-row.ts';
import type { TextLine } from './text-line.ts';

/** The pieces of one page. */
export interface PagePieces {
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly pieces: readonly TextLine[];
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

/** Takes away what returns at the same height of many pages, numbers aside: running titles and page numbers. */
export function withoutRunningLines(pages: readonly PagePieces[]): PagePieces[] {
  const counts = new Map<string, number>();
  const rowsOf = pages.map((page) => edgeRows(page));
  for (const { top, bottom } of rowsOf) {
    const keys = new Set([...top, ...bottom].flatMap((row) => row.pieces.map(lineKey)));
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const least = Math.max(FEWEST_PAGES, pages.length * LEAST_SHARE);
  const returns = (row: Row) =>
    row.pieces.length <= MOST_PIECES &&
    row.pieces.filter(({ text }) => !/\p{L}/u.test(text)).length <= MOST_FIGURES &&
    (row.pieces.every((piece) => (counts.get(lineKey(piece)) ?? 0) >= least) ||
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

/** Lines with the same words and any numbers, in the same band of 12 points. */
function lineKey({ text, baseline }: TextLine): string {
  const words = text
    .toLowerCase()
    .replace(/\d+/g, '#')
    .replace(/^\W*[ivxlc]+\W*$/, '#');
  return `${Math.round(baseline / 12)} ${words}`;
}
