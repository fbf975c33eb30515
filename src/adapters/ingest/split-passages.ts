import { estimateTokens } from '../../core/estimate-tokens.ts';
import type { TextItem } from '../../core/item.ts';
import { type Span, startsFence } from '../../core/segment/blocks.ts';
import { cutLong } from '../../core/segment/cut-long.ts';
import { segmentSentences } from '../../core/segment/text.ts';
import type { Draft } from './format.ts';

/** Size of a passage in tokens: title, headings and passage together fit the default encoder's window of 256. */
export const PASSAGE_TOKENS = 220;
/** A passage smaller than this is joined to the one before it rather than left alone. */
const SMALL_PASSAGE_TOKENS = 40;

/** UTF-16 units of a part of over-long code, which has no sentences to be cut at. */
const CODE_PART = 800;

/** A stretch of text that becomes one item. */
export interface Passage {
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  /** A part cut out of a code block: its fence stands elsewhere, so it must not be taken for prose. */
  readonly isCodePart: boolean;
}

/**
 * Joins neighbouring paragraphs into passages of about {@link PASSAGE_TOKENS}; a paragraph that is longer by itself is cut
 * at sentence borders, and long code at line ends. In order; without outer white space when the paragraphs have none.
 */
export function splitPassages(text: string, paragraphs: readonly Span[]): Passage[] {
  const passages: Passage[] = [];
  let open: Passage | undefined;
  for (const part of paragraphs.flatMap((paragraph) => splitParagraph(text, paragraph))) {
    if (open === undefined) {
      open = part;
    } else if (joinable(open, part) && open.tokens + part.tokens <= PASSAGE_TOKENS) {
      open = join(open, part);
    } else {
      passages.push(open);
      open = part;
    }
  }
  if (open !== undefined) passages.push(open);
  joinSmallTail(passages);
  return passages;
}

function splitParagraph(text: string, [start, end]: Span): Passage[] {
  const paragraph = text.slice(start, end);
  const tokens = estimateTokens(paragraph);
  if (tokens <= PASSAGE_TOKENS) return [{ start, end, tokens, isCodePart: false }];
  const isCodePart = startsFence(paragraph);
  const { starts, ends } = isCodePart ? codeParts(paragraph) : segmentSentences(paragraph);
  return Array.from(starts, (from, index) => ({
    start: start + from,
    end: start + ends[index]!,
    tokens: estimateTokens(paragraph.slice(from, ends[index]!)),
    isCodePart,
  }));
}

function codeParts(code: string): { starts: number[]; ends: number[] } {
  const parts = cutLong(code, [0, code.length], CODE_PART).filter(
    ([from, to]) => code.slice(from, to).trim() !== '',
  );
  return {
    starts: parts.map(([from]) => from),
    ends: parts.map(([from, to]) => from + code.slice(from, to).trimEnd().length),
  };
}

function joinable(a: Passage, b: Passage): boolean {
  return !a.isCodePart && !b.isCodePart;
}

function join(a: Passage, b: Passage): Passage {
  return { start: a.start, end: b.end, tokens: a.tokens + b.tokens, isCodePart: false };
}

function joinSmallTail(passages: Passage[]): void {
  const tail = passages.at(-1);
  const before = passages.at(-2);
  if (tail === undefined || before === undefined || !joinable(before, tail)) return;
  const joined = join(before, tail);
  if (
    tail.tokens >= SMALL_PASSAGE_TOKENS ||
    joined.tokens > PASSAGE_TOKENS + SMALL_PASSAGE_TOKENS / 2
  )
    return;
  passages.splice(-2, 2, joined);
}

/** The item of a passage of `text`, whose place in the whole file is `base` units further on. */
export function passageItem(
  text: string,
  { start, end, isCodePart }: Passage,
  about: Pick<Draft<TextItem>, 'title' | 'headingPath'> & { readonly source: string },
  base = 0,
): Draft<TextItem> {
  const { title, headingPath, source } = about;
  return {
    modality: 'text',
    title,
    headingPath,
    provenance: { source, offset: base + start },
    text: text.slice(start, end),
    ...(isCodePart ? { sentences: [[0, end - start]] } : {}),
  };
}
