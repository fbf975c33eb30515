import type { PageBox } from '../../../core/item.ts';
import type { AlignedTable } from './find-table.ts';
import type { PagePart } from './reading-order.ts';
import type { RuledTable } from './ruled-table.ts';
import type { TextLine } from './text-line.ts';

/** Lines that belong together. */
export interface Paragraph {
  readonly kind: 'paragraph';
  readonly page: number;
  readonly lines: readonly TextLine[];
}

/** A table with its page. */
export interface PageTable {
  readonly kind: 'table';
  readonly page: number;
  readonly table: AlignedTable | RuledTable;
}

/** Line distance, in usual distances of the column, above which a new paragraph begins. */
const PARAGRAPH_GAP = 1.35;
/** Indent of a first line, in font sizes. */
const INDENT = 0.7;
/** A line that ends this share of the column's width early closes its paragraph if it ends a sentence. */
const SHORT_LINE = 0.12;
/** Hanging stretches in one column that make them its habit, and how many lines off they are its habit still. */
const FEWEST_HANGING = 3;
const NEAR_LINES = 20;
const SENTENCE_END = /[.!?:;。！？؟]["”’)\]]*\d{0,3}$/;
/** What a line of a list begins with. */
export const LIST_MARK = /^(?:[•◦▪‣·–—*-]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s/;

/** Groups the lines of a page's parts to paragraphs: by distance, indent, size and list marks. */
export function paragraphsOf(parts: readonly PagePart[], page: number): (Paragraph | PageTable)[] {
  return parts.flatMap((part): (Paragraph | PageTable)[] =>
    part.kind === 'table'
      ? [{ kind: 'table', page, table: part.table }]
      : groupLines(part.lines).map((lines) => ({ kind: 'paragraph', page, lines })),
  );
}

/** The rectangle around lines of one page. */
export function boxAround(lines: readonly TextLine[]): PageBox {
  const left = Math.min(...lines.map((line) => line.left));
  const right = Math.max(...lines.map((line) => line.right));
  const top = Math.min(...lines.map(({ baseline, size }) => baseline - 0.8 * size));
  const bottom = Math.max(...lines.map(({ baseline, size }) => baseline + 0.25 * size));
  const round = (value: number) => Math.round(value * 10) / 10;
  return {
    left: round(left),
    top: round(top),
    width: round(right - left),
    height: round(bottom - top),
  };
}

function groupLines(lines: readonly TextLine[]): TextLine[][] {
  const groups: TextLine[][] = [];
  const left = Math.min(...lines.map((line) => line.left));
  const right = Math.max(...lines.map((line) => line.right));
  const leading = usualLeading(lines);
  const hanging = hangingLines(lines);
  for (const [at, line] of lines.entries()) {
    const above = lines[at - 1];
    const column = { left, right, leading, hangs: hanging.has(line) };
    const ends = above !== undefined && hanging.has(above) && !hanging.has(line);
    if (above === undefined || ends || startsParagraph(above, line, column)) groups.push([line]);
    else groups.at(-1)!.push(line);
  }
  return groups;
}

interface ColumnShape {
  readonly left: number;
  readonly right: number;
  readonly leading: number;
  /** Whether the line goes on with the one at the edge above it, as in a list of references. */
  readonly hangs: boolean;
}

function startsParagraph(above: TextLine, line: TextLine, column: ColumnShape): boolean {
  const size = Math.max(above.size, line.size);
  // A run-in heading in small capitals makes its line no paragraph of its own.
  const sizes = above.oneFont && line.oneFont ? 0.08 : 0.25;
  if (Math.abs(above.size - line.size) > sizes * size) return true;
  const gap = line.baseline - above.baseline;
  if (gap > PARAGRAPH_GAP * Math.max(column.leading, size) || gap > 2.2 * size) return true;
  if (column.hangs) return false;
  if (above.oneFont && line.oneFont && above.font !== line.font && isShort(above, column)) {
    return true;
  }
  if (LIST_MARK.test(line.text)) return true;
  const atEdge = above.left - column.left < INDENT * size;
  if (isIndented(above, line) && atEdge && !LIST_MARK.test(above.text)) return true;
  return isShort(above, column) && SENTENCE_END.test(above.text);
}

function isIndented(above: TextLine, line: TextLine): boolean {
  const size = Math.max(above.size, line.size);
  return line.left - above.left > INDENT * size && line.left - above.left < 4 * size;
}

/**
 * The lines of hanging paragraphs, such as references, without their first: they stand indented below a line at the edge.
 * Several at one indent are needed in one place of a column; a single one there is the first line of a paragraph.
 */
function hangingLines(lines: readonly TextLine[]): Set<TextLine> {
  const runs = indentedRuns(lines);
  const sure = runs.filter(({ members }) => members.length > 1);
  const isNear = (run: IndentedRun) =>
    sure.some(
      (other) =>
        Math.abs(other.from - run.from) <= NEAR_LINES &&
        Math.abs(other.members[0]!.left - run.members[0]!.left) < 1,
    );
  return new Set(
    sure.length < FEWEST_HANGING ? [] : runs.filter(isNear).flatMap(({ members }) => members),
  );
}

interface IndentedRun {
  readonly from: number;
  readonly members: readonly TextLine[];
}

/** Stretches of lines at one indent, each below a line at the edge that it does not close. */
function indentedRuns(lines: readonly TextLine[]): IndentedRun[] {
  const runs: IndentedRun[] = [];
  for (let from = 1; from < lines.length; from++) {
    const [edge, first] = [lines[from - 1]!, lines[from]!];
    if (!isIndented(edge, first) || LIST_MARK.test(first.text)) continue;
    let end = from + 1;
    while (end < lines.length && Math.abs(lines[end]!.left - first.left) < 1) end++;
    const next = lines[end];
    if (next === undefined || Math.abs(next.left - edge.left) < 1) {
      runs.push({ from, members: lines.slice(from, end) });
    }
    from = end - 1;
  }
  return runs;
}

function isShort(line: TextLine, { left, right }: ColumnShape): boolean {
  return right - line.right > SHORT_LINE * (right - left);
}

/** The distance between baselines that most lines of a column keep. */
function usualLeading(lines: readonly TextLine[]): number {
  const gaps = lines
    .slice(1)
    .map((line, at) => Math.round((line.baseline - lines[at]!.baseline) * 2) / 2)
    .filter((gap) => gap > 0)
    .sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length * 0.4)] ?? 0;
}
