import type { Span } from './blocks.ts';

/** Where a too long sentence is best cut, best first: line ends, clause ends, commas, any white space. */
const CUTS = [/\n/g, /[.!?;:。！？；：…]\s*/gu, /[,，、]\s*/gu, /\s/g];

/**
 * Cuts `[start, end)` into parts of at most `longest` UTF-16 units, each at the last good place of its second half; never
 * inside a character as a person sees it (surrogate pairs, joined emoji, combining marks).
 */
export function cutLong(text: string, [start, end]: Span, longest: number): Span[] {
  const parts: Span[] = [];
  let from = start;
  while (end - from > longest) {
    const cut = from + bestCut(text.slice(from, from + longest + GRAPHEME_MARGIN), longest);
    parts.push([from, cut]);
    from = cut;
  }
  if (from < end) parts.push([from, end]);
  return parts;
}

/** Text that is looked at beyond a cut, so that what stands there is seen whole. */
const GRAPHEME_MARGIN = 64;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function bestCut(stretch: string, longest: number): number {
  const half = longest >> 1;
  const tail = stretch.slice(half, longest);
  for (const pattern of CUTS) {
    let cut = -1;
    for (const match of tail.matchAll(pattern)) cut = half + match.index + match[0].length;
    if (cut > 0) return cut;
  }
  const cut = graphemes.segment(stretch).containing(longest)?.index ?? longest;
  return cut > 0 ? cut : longest;
}
