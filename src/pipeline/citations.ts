import type { EvidenceForest, EvidenceSpan } from '../core/evidence-forest.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import { contentBetween } from '../core/region-input.ts';
import { type MarkedSpan, markSpans } from '../core/render-evidence.ts';
import { transcriptLines } from '../core/transcript-lines.ts';
import type { Citation } from './answer-events.ts';

/** A mark as it stands in an answer, such as `[1, 3]`. */
export interface AnswerMark {
  /** UTF-16 offsets of the mark in the answer. */
  readonly start: number;
  readonly end: number;
  /** Numbers it names, ranges spelled out; at least one. */
  readonly markers: readonly number[];
  /** All of it, in order: each of `markers`, and as words in brackets what is none. */
  readonly pieces: readonly (number | string)[];
}

const MARK = /[[【]\s*(\d{1,4}(?:\s*[-–,;]\s*\d{1,4})*)\s*[\]】]/g;
/** A longer range is not a citation. */
const LONGEST_RANGE = 20;

/**
 * Finds `[n]`, `[1, 3]`, `[1-3]` and `[1][2]` in an answer, in order. Brackets that name no marker at all, such as the years
 * `[1914-1945]`, are words of the answer and not found.
 *
 * @param isMarker whether a number leads anywhere; without it every number does.
 */
export function findMarks(
  answer: string,
  isMarker: (marker: number) => boolean = () => true,
): AnswerMark[] {
  return [...answer.matchAll(MARK)].flatMap((match) => {
    const pieces = match[1]!.split(/[,;]/).flatMap((part): (number | string)[] => {
      const numbers = expandRange(part);
      if (!numbers.some(isMarker)) return [`[${part.trim()}]`];
      return numbers.map((number) => (isMarker(number) ? number : `[${number}]`));
    });
    const markers = pieces.filter((piece) => typeof piece === 'number');
    if (markers.length === 0) return [];
    return [{ start: match.index, end: match.index + match[0].length, markers, pieces }];
  });
}

function expandRange(part: string): number[] {
  const [first, last] = part.split(/[-–]/).map(Number);
  if (first === undefined || last === undefined) return first === undefined ? [] : [first];
  if (last < first || last - first >= LONGEST_RANGE) return [];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/**
 * Maps the marks of an answer to verbatim places of the evidence, in the order of the answer; numbers that no span has are
 * dropped. In a span of several leaves, or of several lines of a transcript, the quote is the one (with neighbours that add
 * to it) that shares most words with the sentence carrying the mark; where none shares a word it is the whole span.
 *
 * @param evidence what the reader got; its spans carry the numbers.
 * @param itemById the items the evidence was cut from.
 */
export function citationsOf(
  answer: string,
  evidence: readonly EvidenceForest[],
  itemById: ReadonlyMap<string, IndexedItem>,
): Citation[] {
  const spans = markSpans(evidence);
  const citations = new Map<string, Citation>();
  for (const mark of findMarks(answer)) {
    const words = wordsOf(sentenceBefore(answer, mark.start));
    for (const marker of mark.markers) {
      const place = spans[marker - 1];
      if (place === undefined) continue;
      const citation = narrow(place, itemById.get(place.forest.itemId), words);
      citations.set(`${marker}/${citation.start}/${citation.end}`, citation);
    }
  }
  return [...citations.values()];
}

/** The sentence that a mark closes, other marks taken out. */
function sentenceBefore(answer: string, offset: number): string {
  const text = answer.slice(0, offset).replace(MARK, ' ').trimEnd();
  const open = text.replace(/[.!?。！？…]+$/u, '');
  return open.split(/(?<=[.!?。！？])\s+|\n/u).at(-1) ?? '';
}

function narrow(
  { marker, forest, span: index }: MarkedSpan,
  indexed: IndexedItem | undefined,
  words: ReadonlySet<string>,
): Citation {
  const span = forest.spans[index]!;
  const { start, end, text } = span;
  const whole = { marker, itemId: forest.itemId, span: index, start, end, quote: text };
  if (indexed === undefined) return whole;
  const { item } = indexed;
  const parts = partsOf(indexed, span);
  if (parts.length < 2) return whole;
  const found = parts.map(
    (part): ReadonlySet<string> =>
      new Set(
        [...wordsOf(contentBetween(item, part.start, part.end))].filter((word) => words.has(word)),
      ),
  );
  const best = found.reduce((top, shared, at) => (shared.size > found[top]!.size ? at : top), 0);
  const covered = new Set(found[best]!);
  if (covered.size === 0) return whole;
  const first = best - extend(found, covered, best, -1);
  const last = best + extend(found, covered, best, 1);
  const from = parts[first]!.start;
  const to = parts[last]!.end;
  return { ...whole, start: from, end: to, quote: contentBetween(item, from, to) };
}

/** The leaves of a span; of a video the lines of its transcript, which are shorter than its clips. */
function partsOf(
  { item, leaves }: IndexedItem,
  { start, end, firstLeaf, endLeaf }: EvidenceSpan,
): { readonly start: number; readonly end: number }[] {
  if (item.modality === 'video') {
    const lines = transcriptLines(item, start, end);
    if (lines.length > 0) return lines;
  }
  return Array.from(leaves.starts.subarray(firstLeaf, endLeaf), (from, at) => ({
    start: from,
    // A span that the evidence cap cut short ends before its leaves do.
    end: Math.min(end, leaves.ends[firstLeaf + at]!),
  }));
}

/** How many neighbours in one direction each add at least two words that are not covered yet. */
function extend(
  found: readonly ReadonlySet<string>[],
  covered: Set<string>,
  from: number,
  step: 1 | -1,
): number {
  let steps = 0;
  for (let leaf = from + step; leaf >= 0 && leaf < found.length; leaf += step, steps++) {
    const added = [...found[leaf]!].filter((word) => !covered.has(word));
    if (added.length < 2) break;
    for (const word of added) covered.add(word);
  }
  return steps;
}

// Ideographs stand for themselves; elsewhere short words say little, numbers much.
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\p{N}[\p{N}.,]*\p{N}|\p{N}|[\p{L}\p{M}]{3,}/gu;
const COMMON = new Set(
  'the and for are was were has have had not with from that this which who its but they their'.split(
    ' ',
  ),
);

function wordsOf(text: string): Set<string> {
  const words = [...text.toLowerCase().matchAll(WORDS)].map(([word]) => word);
  return new Set(words.filter((word) => !COMMON.has(word)));
}
