import type { Rule } from './page-rules.ts';

/** A stretch of text as the PDF draws it, in points from the page's top left corner as the page is read. */
export interface TextRun {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Distance of the baseline from the top edge. */
  readonly baseline: number;
  /** Font size in points. */
  readonly size: number;
  /** Name that is the same for all runs in one font. */
  readonly font: string;
}

/** The text of one page. */
export interface PageText {
  /** Counted from 1. */
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly runs: readonly TextRun[];
  /** Runs that stand at another angle than most of the page, such as a stamp in the margin, in drawing order. */
  readonly turned: readonly string[];
  /** Lines that are drawn, on the page as it is read. */
  readonly rules: readonly Rule[];
}

/** What pdf.js tells of one run; the rest of its text item is not needed. */
export interface RawTextItem {
  readonly str: string;
  /** Text space to page space: `[a, b, c, d, x, y]`. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly fontName: string;
}

/** Page space to the upright page from its top left corner: `[a, b, c, d, x, y]`, and the size of that page. */
export interface PageFrame {
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly transform: readonly number[];
  /** Lines that are drawn on that upright page. */
  readonly rules?: readonly Rule[];
}

const COMPATIBILITY_FORMS = /[\u0132\u0133\uFB00-\uFB4F\uFB50-\uFDFF\uFE70-\uFEFC]+/g;

/**
 * Replaces ligatures and Arabic presentation forms by the letters they stand for. Done after the bidirectional pass of
 * pdf.js, which would turn the letters of a ligature round.
 */
export function plainLetters(text: string): string {
  return text
    .replace(COMPATIBILITY_FORMS, (forms) => forms.normalize('NFKC'))
    .replace(/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, ' ')
    .replace(/[\p{Cc}\u200B\uFEFF]/gu, '');
}

/** Places the items of a page on the page as it is read: rotation undone, the origin top left, y downwards. */
export function placeRuns(items: readonly RawTextItem[], frame: PageFrame): PageText {
  const placed = items
    .filter((item) => item.str.trim() !== '')
    .map((item) => placeItem(item, frame.transform));
  const quarter = readingQuarter(placed);
  const turnedPage = quarter % 2 === 1;
  const width = turnedPage ? frame.height : frame.width;
  const height = turnedPage ? frame.width : frame.height;
  const runs: TextRun[] = [];
  const turned: string[] = [];
  for (const run of placed) {
    if (run.quarter !== quarter) {
      turned.push(run.text);
      continue;
    }
    const [x, y] = turnPoint(run.x, run.y, quarter, frame);
    const { text, size, font } = run;
    runs.push({ text, left: x, right: x + run.width, baseline: y, size, font });
  }
  const rules = (frame.rules ?? []).map((rule) => turnRule(rule, quarter, frame));
  return { page: frame.page, width, height, runs, turned, rules };
}

interface PlacedItem {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly font: string;
  /** Quarter turns clockwise of the writing direction. */
  readonly quarter: number;
}

function placeItem(item: RawTextItem, frame: readonly number[]): PlacedItem {
  const [a, b, c, d, x, y] = multiply(frame, item.transform);
  return {
    text: plainLetters(item.str),
    x,
    y,
    width: item.width,
    size: Math.hypot(c, d),
    font: item.fontName,
    quarter: (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4,
  };
}

function multiply(
  [a1 = 1, b1 = 0, c1 = 0, d1 = 1, x1 = 0, y1 = 0]: readonly number[],
  [a2 = 1, b2 = 0, c2 = 0, d2 = 1, x2 = 0, y2 = 0]: readonly number[],
): [number, number, number, number, number, number] {
  return [
    a1 * a2 + c1 * b2,
    b1 * a2 + d1 * b2,
    a1 * c2 + c1 * d2,
    b1 * c2 + d1 * d2,
    a1 * x2 + c1 * y2 + x1,
    b1 * x2 + d1 * y2 + y1,
  ];
}

/** The direction in which most letters of the page are written. */
function readingQuarter(runs: readonly PlacedItem[]): number {
  const letters = [0, 0, 0, 0];
  for (const { quarter, text } of runs) letters[quarter] = letters[quarter]! + text.length;
  return letters.indexOf(Math.max(...letters));
}

function turnPoint(x: number, y: number, quarter: number, frame: PageFrame): [number, number] {
  switch (quarter) {
    case 1:
      return [y, frame.width - x];
    case 2:
      return [frame.width - x, frame.height - y];
    case 3:
      return [frame.height - y, x];
    default:
      return [x, y];
  }
}

function turnRule(rule: Rule, quarter: number, frame: PageFrame): Rule {
  const { isUpright, at, from, to } = rule;
  const end = (along: number) =>
    isUpright ? turnPoint(at, along, quarter, frame) : turnPoint(along, at, quarter, frame);
  const [[x1, y1], [x2, y2]] = [end(from), end(to)];
  return isUpright === (quarter % 2 === 0)
    ? { isUpright: true, at: x1, from: Math.min(y1, y2), to: Math.max(y1, y2) }
    : { isUpright: false, at: y1, from: Math.min(x1, x2), to: Math.max(x1, x2) };
}
