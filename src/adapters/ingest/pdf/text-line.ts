import type { PageText, TextRun } from './text-run.ts';

/** Neighbouring runs on one baseline, in points from the page's top left corner. */
export interface TextLine {
  readonly text: string;
  readonly page: number;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  /** Size and font of most of its letters. */
  readonly size: number;
  readonly font: string;
  /** Whether every letter is in that font. */
  readonly oneFont: boolean;
}

/** Gaps wider than this, in font sizes, part a line: a column border, a table cell. Justified words stay below it. */
const PIECE_GAP = 0.85;
/** Gaps wider than this, in font sizes, are a space between words. */
const WORD_GAP = 0.16;
/** Dots that lead the eye from an entry to its figure. */
const DOT_LEADERS = /(?:\s*[.…]){5,}/g;
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/g;

/** Joins the runs of a page to pieces of lines; a gap as wide as a column border parts them. */
export function linePieces(page: PageText): TextLine[] {
  const groups: TextRun[][] = [];
  for (const run of drawnOnce(page.runs)) {
    const group = groups.at(-1);
    if (group !== undefined && touches(group, run)) group.push(run);
    else groups.push([run]);
  }
  return joinTouching(groups)
    .map((runs) => toLine(runs, page.page))
    .filter(({ text }) => text !== '');
}

/** Letters drawn twice a hair apart are bold or shaded, and said once. */
function drawnOnce(runs: readonly TextRun[]): TextRun[] {
  const seen = new Set<string>();
  return runs.filter(({ text, left, baseline }) => {
    const key = (step: number) => `${Math.floor(left + step)} ${Math.round(baseline)} ${text}`;
    if (seen.has(key(0)) || seen.has(key(-0.5)) || seen.has(key(0.5))) return false;
    seen.add(key(0));
    return true;
  });
}

/** Joins pieces that stand on one baseline to one line, in reading order. */
export function joinPieces(pieces: readonly TextLine[]): TextLine {
  const runs = pieces.map((piece) => ({ ...piece, text: piece.text.trim() }));
  const line = toLine(runs, pieces[0]!.page);
  return { ...line, oneFont: line.oneFont && pieces.every((piece) => piece.oneFont) };
}

/** Whether two baselines are the same line; a raised or lowered mark still is. */
export function sameBaseline(
  a: Pick<TextRun, 'baseline' | 'size'>,
  b: Pick<TextRun, 'baseline' | 'size'>,
): boolean {
  const overlap =
    Math.min(a.baseline, b.baseline) -
    Math.max(a.baseline - a.size * 0.75, b.baseline - b.size * 0.75);
  return overlap > 0.45 * 0.75 * Math.min(a.size, b.size);
}

function touches(group: readonly TextRun[], run: TextRun): boolean {
  const last = group.at(-1)!;
  if (!sameBaseline(last, run) && !sameBaseline(group[0]!, run)) return false;
  // Right-to-left lines are drawn in either direction.
  const gap = Math.max(run.left - last.right, last.left - run.right);
  return gap < PIECE_GAP * Math.max(last.size, run.size);
}

/** Runs drawn out of order still belong together where they touch: one more pass over neighbours by place. */
function joinTouching(groups: TextRun[][]): TextRun[][] {
  const sorted = groups
    .map((runs, order) => ({ runs, order, ...extent(runs) }))
    .sort((a, b) => a.baseline - b.baseline || a.left - b.left);
  const joined: typeof sorted = [];
  for (const group of sorted) {
    const near = joined.findLast(
      (other) =>
        sameBaseline(other, group) &&
        Math.abs(other.baseline - group.baseline) < 0.5 * Math.min(other.size, group.size) &&
        Math.max(group.left - other.right, other.left - group.right) <
          PIECE_GAP * Math.min(other.size, group.size),
    );
    if (near === undefined) {
      joined.push(group);
      continue;
    }
    near.runs = [...near.runs, ...group.runs];
    Object.assign(near, extent(near.runs));
  }
  return joined.sort((a, b) => a.order - b.order).map(({ runs }) => runs);
}

function extent(runs: readonly TextRun[]) {
  const main = runs.reduce((a, b) => (b.size > a.size ? b : a));
  return {
    left: Math.min(...runs.map((run) => run.left)),
    right: Math.max(...runs.map((run) => run.right)),
    baseline: main.baseline,
    size: main.size,
  };
}

function toLine(runs: readonly TextRun[], page: number): TextLine {
  const letters = runs.reduce((sum, { text }) => sum + text.length, 0);
  const backwards = runs.reduce(
    (sum, { text }) => sum + (text.match(RIGHT_TO_LEFT)?.length ?? 0),
    0,
  );
  const rtl = backwards * 2 > letters;
  const ordered = runs.toSorted((a, b) => (rtl ? b.right - a.right : a.left - b.left));
  let text = '';
  let previous: TextRun | undefined;
  for (const run of ordered) {
    if (previous !== undefined && !/\s$/.test(text) && !/^\s/.test(run.text)) {
      const gap = rtl ? previous.left - run.right : run.left - previous.right;
      if (gap > WORD_GAP * Math.max(previous.size, run.size)) text += ' ';
    }
    text += run.text;
    previous = run;
  }
  const main = mostLetters(ordered);
  return {
    text: text.replace(DOT_LEADERS, ' ').replace(/\s+/g, ' ').trim(),
    page,
    ...extent(runs),
    baseline: main.baseline,
    size: main.size,
    font: main.font,
    oneFont: ordered.every(({ font }) => font === main.font),
  };
}

function mostLetters(runs: readonly TextRun[]): TextRun {
  const letters = new Map<string, number>();
  for (const { font, size, text } of runs) {
    const key = `${font} ${size.toFixed(1)}`;
    letters.set(key, (letters.get(key) ?? 0) + text.length);
  }
  const best = Math.max(...letters.values());
  return runs.find(({ font, size }) => letters.get(`${font} ${size.toFixed(1)}`) === best)!;
}
