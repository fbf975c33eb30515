import type { Leaves } from '../item.ts';
import { type Span, splitBlocks } from './blocks.ts';
import { cutLong } from './cut-long.ts';
import { isSentenceBorder } from './sentence-border.ts';

/** Longest leaf in UTF-16 units; what is longer is cut at the best place. Ours. */
export const LONGEST_SENTENCE = 2000;
/** Most of a paragraph that Intl.Segmenter gets at once, which keeps time linear and memory small. */
const WINDOW = 16_000;
/** How far a border decision looks to either side. */
const SIGHT = 60;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Ends that Intl.Segmenter misses: a full stop followed by reference marks, or by a closing sign set apart. */
const LATE_END = /[.!?]["”’)]*(?:(?: ?\[[^\]\s]{1,12}\])+| (?:''|[”)\]]))(?=\s)/g;

/**
 * Cuts a text into sentences (paper, section 3; the rules are ours): every leaf is `text.slice(start, end)` without outer
 * white space, leaves are in order, and only white space lies between them. Line breaks inside a paragraph do not end a
 * sentence; blank lines, headings, list items and code fences do. A text of white space has no leaf.
 */
export function segmentSentences(text: string): Leaves {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { span, kind } of splitBlocks(text)) {
    for (const sentence of kind === 'prose' ? proseSentences(text, span) : [span]) {
      for (const part of cutLong(text, trim(text, sentence), LONGEST_SENTENCE)) {
        const [start, end] = trim(text, part);
        if (start === end) continue;
        starts.push(start);
        ends.push(end);
      }
    }
  }
  return { starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
}

function* proseSentences(text: string, [start, end]: Span): Generator<Span> {
  let from = start;
  for (const border of candidateBorders(text, start, end)) {
    const leftEnd = from + text.slice(from, border).trimEnd().length;
    const sightStart = Math.max(from, leftEnd - SIGHT);
    const left = text.slice(sightStart, leftEnd).trimStart();
    const right = text.slice(border, Math.min(end, border + SIGHT));
    if (left === '') continue;
    if (!isSentenceBorder(left, sightStart === from, text.slice(leftEnd, border), right)) continue;
    yield [from, border];
    from = border;
  }
  if (from < end) yield [from, end];
}

/** Offsets at which a sentence may begin, ascending. */
function* candidateBorders(text: string, start: number, end: number): Generator<number> {
  let from = start;
  while (from < end) {
    const to = Math.min(end, from + WINDOW);
    // A line break inside a paragraph is white space; both have length 1, so offsets stay.
    const stretch = text.slice(from, to).replace(/[\n\r\u0085\u2028\u2029]/g, ' ');
    const borders = new Set<number>();
    for (const { index } of sentences.segment(stretch)) borders.add(index);
    for (const { index, 0: match } of stretch.matchAll(LATE_END)) {
      const space = index + match.length;
      borders.add(space + /^\s*/.exec(stretch.slice(space))![0].length);
    }
    borders.delete(0);
    const sorted = [...borders].sort((a, b) => a - b);
    // The last sentence of a window may go on behind it: the next window begins with it.
    const last = sorted.at(-1);
    for (const border of sorted) if (from + border < end) yield from + border;
    from = to === end || last === undefined || last === 0 ? to : from + last;
  }
}

function trim(text: string, [start, end]: Span): Span {
  const stretch = text.slice(start, end);
  const trimmed = stretch.trimStart();
  const first = end - trimmed.length;
  return [first, first + trimmed.trimEnd().length];
}
