import type { BlockPart, DocumentBlock, TextBlock } from '../document-blocks.ts';
import { bodyType, headingLevels } from './headings.ts';
import { joinLines, wordsInside } from './join-lines.ts';
import {
  boxAround,
  LIST_MARK,
  type PageTable,
  type Paragraph,
  paragraphsOf,
} from './paragraphs.ts';
import { readingOrder } from './reading-order.ts';
import { type PagePieces, withoutRunningLines } from './running-lines.ts';

const SENTENCE_END = /[.!?:。！？؟]["”’)\]]*\s*\d{0,3}$/;
const TABLE_CAPTION = /^(?:table|tab\.|tabelle|tableau|tabla|表)\s*[\dIVX]/i;
/** Text smaller than this share of running text is a note, which a paragraph may go on behind. */
const NOTE_SIZE = 0.92;

/** A paragraph of text, which may go on over columns and pages. */
interface Flow {
  readonly kind: 'flow';
  readonly pieces: Paragraph[];
}

type Entry =
  | Flow
  | PageTable
  | { readonly kind: 'heading'; readonly level: number; readonly text: string };

/** Puts a document together from the pieces of its pages. */
export function documentBlocks(pages: readonly PagePieces[]): DocumentBlock[] {
  const parts = withoutRunningLines(pages).flatMap(({ page, pieces, tables }) =>
    paragraphsOf(readingOrder(pieces, tables), page),
  );
  const paragraphs = parts.filter((part) => part.kind === 'paragraph');
  const words = wordsInside(paragraphs.flatMap(({ lines }) => lines.map((line) => line.text)));
  const body = bodyType(paragraphs);
  const levels = headingLevels(paragraphs, body);
  const entries: Entry[] = [];
  for (const part of parts) {
    if (part.kind === 'table') {
      entries.push(withHeadingsBefore(part, entries.at(-1)));
      continue;
    }
    const level = levels.get(part);
    if (level !== undefined) {
      entries.push({ kind: 'heading', level, text: linesText(part, words) });
      continue;
    }
    const open = openFlow(entries, part, body.size);
    if (open !== undefined && goesOn(open, part)) open.pieces.push(part);
    else entries.push({ kind: 'flow', pieces: [part] });
  }
  return withCaptions(entries, words);
}

/** A table between rules at the top of a page goes on with one of the same borders that ended the page before. */
function withHeadingsBefore(part: PageTable, before: Entry | undefined): PageTable {
  const { table } = part;
  if (before?.kind !== 'table' || before.page !== part.page - 1) return part;
  const earlier = before.table;
  if (!('kind' in table) || !('kind' in earlier) || table.hasHeadings) return part;
  const goesOn =
    table.columns.length === earlier.columns.length &&
    table.borders.length === earlier.borders.length &&
    table.borders.every((border, at) => Math.abs(border - earlier.borders[at]!) < 3);
  // Headings that are said again on each page are read as such anyway.
  if (!goesOn || table.columns.join() === earlier.columns.join()) return part;
  return { ...part, table: { ...table, ...table.whole, columns: earlier.columns } };
}

/** The last paragraph of running text, behind notes, as long as no heading closes it; for a note, the note before it. */
function openFlow(entries: readonly Entry[], next: Paragraph, bodySize: number): Flow | undefined {
  const isNote = ({ lines }: Paragraph) => lines[0]!.size < NOTE_SIZE * bodySize;
  if (isNote(next)) {
    const last = entries.at(-1);
    return last?.kind === 'flow' && isNote(last.pieces[0]!) ? last : undefined;
  }
  for (const entry of entries.toReversed()) {
    if (entry.kind === 'heading') return undefined;
    if (entry.kind === 'table') continue;
    const first = entry.pieces[0]!.lines[0]!.text;
    if (isNote(entry.pieces[0]!) || TABLE_CAPTION.test(first) || /^fig/i.test(first)) continue;
    return entry;
  }
  return undefined;
}

/** A sentence that a column's or page's end cut goes on in small letters, a word that it parted in any. */
function goesOn(open: Flow, next: Paragraph): boolean {
  const last = open.pieces.at(-1)!.lines.at(-1)!;
  const first = next.lines[0]!;
  if (Math.abs(first.size - last.size) > 0.5 || LIST_MARK.test(first.text)) return false;
  const moved = first.page !== last.page || first.baseline < last.baseline;
  const begins = /\p{L}[-\u00AD\u2010]$/u.test(last.text) ? /^\p{L}/u : /^["“‘(]?[\p{Ll}\d]/u;
  return moved && !SENTENCE_END.test(last.text) && begins.test(first.text);
}

function linesText({ lines }: Paragraph, words: ReadonlySet<string>): string {
  return joinLines(
    lines.map((line) => line.text),
    words,
  ).text;
}

function withCaptions(entries: readonly Entry[], words: ReadonlySet<string>): DocumentBlock[] {
  const used = new Set<Entry>();
  const caption = (at: number): string | undefined => {
    const near = [entries[at - 1], entries[at + 1]];
    const found = near.find(
      (entry): entry is Flow =>
        entry?.kind === 'flow' &&
        !used.has(entry) &&
        TABLE_CAPTION.test(entry.pieces[0]!.lines[0]!.text),
    );
    if (found !== undefined) used.add(found);
    return found === undefined ? undefined : flowBlock(found, words).text;
  };
  const captions = new Map(
    entries.flatMap((entry, at) => (entry.kind === 'table' ? [[entry, caption(at)] as const] : [])),
  );
  return entries.flatMap((entry): DocumentBlock[] => {
    if (used.has(entry)) return [];
    if (entry.kind === 'heading') return [entry];
    return [
      entry.kind === 'table' ? tableBlock(entry, captions.get(entry)) : flowBlock(entry, words),
    ];
  });
}

function flowBlock({ pieces }: Flow, words: ReadonlySet<string>): TextBlock {
  const lines = pieces.flatMap((piece) => piece.lines);
  const { text, starts } = joinLines(
    lines.map((line) => line.text),
    words,
  );
  // Line by line, so that a citation marks its own sentence on the page and no more.
  const parts = lines.map(
    (line, at): BlockPart => ({ start: starts[at]!, page: line.page, box: boxAround([line]) }),
  );
  return { kind: 'text', text, place: {}, parts };
}

function tableBlock({ table, page }: PageTable, caption: string | undefined): DocumentBlock {
  const box = boxAround(table.pieces);
  return {
    kind: 'table',
    ...(caption === undefined ? {} : { caption }),
    columns: table.columns,
    rows: table.rows,
    place: (row, end) => ({
      ...{ page, box },
      // Row by row, so that a citation marks its own.
      parts: table.rowPieces
        .slice(row, end)
        .map((pieces, at) => ({ start: at, page, box: boxAround(pieces) })),
    }),
  };
}
