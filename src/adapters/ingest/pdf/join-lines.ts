/** A word and the start of the word in the next line, parted by a hyphen at the line's end. */
const HYPHENATED = /((?:\p{L}+-)*)(\p{L}+)[-\u00AD\u2010]$/u;
/** Letters at a line's end that are looked at. */
const TAIL = 120;
const WORD_START = /^\p{Ll}+(?:[-\u2010](?=\p{L}))?/u;
const WORD = /\p{L}+(?:[-\u2010]\p{L}+)*/gu;
const CJK = /[\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF]/;

/**
 * Every word that stands inside a line somewhere in the document, in small letters. What a hyphen at a line's end parts
 * is no word: neither the half before it nor the one that the next line begins with.
 */
export function wordsInside(lines: Iterable<string>): Set<string> {
  const words = new Set<string>();
  let parted = false;
  for (const line of lines) {
    const found = [...line.matchAll(WORD)].map(([word]) => word.toLowerCase());
    const ends = HYPHENATED.test(line);
    const whole = found.slice(parted ? 1 : 0, ends ? -1 : undefined);
    for (const word of whole) words.add(word);
    parted = ends;
  }
  return words;
}

/**
 * Joins lines to running text and returns the offset at which each begins. A hyphen at a line's end is taken out unless
 * the document writes the word with it elsewhere or both halves are words of their own; Chinese and Japanese lines are joined without a space.
 */
export function joinLines(
  lines: readonly string[],
  words: ReadonlySet<string>,
): { text: string; starts: number[] } {
  // Kept apart until the end: looking at the end of a long text that is being joined copies all of it.
  const parts: string[] = [];
  const starts: number[] = [];
  let length = 0;
  for (const line of lines) {
    const last = parts.at(-1);
    const join = last === undefined ? { cut: 0, space: '' } : joint(last, line, words);
    if (join.cut > 0) parts[parts.length - 1] = last!.slice(0, -join.cut);
    starts.push(length - join.cut + join.space.length);
    parts.push(join.space + line);
    length += join.space.length + line.length - join.cut;
  }
  return { text: parts.join(''), starts };
}

function joint(written: string, line: string, words: ReadonlySet<string>) {
  const text = written.slice(-TAIL);
  const [, chain = '', before] = HYPHENATED.exec(text) ?? [];
  const [after] = WORD_START.exec(line) ?? [];
  if (before !== undefined && after !== undefined) {
    return { cut: keepsHyphen(chain, before, after, words) ? 0 : 1, space: '' };
  }
  // A web address goes on in the next line, as does a word after a slash or a dash.
  if (/(?:https?:\/\/\S*[/._=?&%-]|\S[/\u2013\u2014-])$/.test(text) && /^[\w~%]/.test(line)) {
    return { cut: 0, space: '' };
  }
  return { cut: 0, space: CJK.test(text.at(-1)!) && CJK.test(line[0] ?? '') ? '' : ' ' };
}

function keepsHyphen(chain: string, before: string, after: string, words: ReadonlySet<string>) {
  // More hyphens follow: state-of-the-art.
  if (/\P{L}$/u.test(after)) return true;
  const [left, right] = [before.toLowerCase(), after.toLowerCase()];
  if (words.has(left + right)) return false;
  const isPair = left.length > 2 && right.length > 2 && words.has(left) && words.has(right);
  return chain !== '' || words.has(`${left}-${right}`) || isPair;
}
