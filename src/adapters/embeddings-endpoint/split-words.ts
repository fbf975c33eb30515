import { estimateTokens } from '../../core/estimate-tokens.ts';

/** Parts of a text that each take at most `room` tokens by estimate, cut between words where there are any. */
export function splitWords(text: string, room: number): string[] {
  const most = Math.max(16, room);
  if (estimateTokens(text) <= most) return [text];
  // A token is about four letters of English and one of Chinese; halving finds the rest.
  const middle = Math.floor(text.length / 2);
  if (middle === 0) return [text];
  const space = text.lastIndexOf(' ', middle);
  // No word border near: between two characters, never inside a surrogate pair.
  const pair = /[\uD800-\uDBFF]/.test(text[middle - 1]!) ? 1 : 0;
  const cut = space > middle / 2 ? space + 1 : middle + pair;
  return [...splitWords(text.slice(0, cut), most), ...splitWords(text.slice(cut), most)];
}
