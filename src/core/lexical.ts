import type { Item, Leaves } from './item.ts';
import { contentBetween, regionPrefix } from './region-input.ts';

/**
 * The words of an item as sorted 32-bit hashes, made once at indexing, so that no question reads its text again. Ours.
 * Leaf i holds `terms[leafEnds[i - 1] … leafEnds[i])`, each term once.
 */
export interface ItemTerms {
  readonly leafEnds: Int32Array;
  readonly terms: Int32Array;
  /** Terms of the title, headings, caption and columns. */
  readonly head: Int32Array;
}

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts written without spaces: their terms are pairs of characters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;
/** Words are told apart by this many letters, which joins most inflected forms in any alphabet. */
const STEM_LETTERS = 6;

/** Sorted hashes of the distinct terms of a text, without a stop list: how rare a term is tells what it is worth. */
export function termsOf(text: string): Int32Array {
  const terms = new Set<number>();
  for (const [word] of text.normalize('NFKC').toLowerCase().matchAll(WORDS)) {
    const spaced = word.replace(UNSPACED, (run) => {
      for (let i = 0; i < Math.max(1, run.length - 1); i++) terms.add(hash(run.slice(i, i + 2)));
      return ' ';
    });
    for (const part of spaced.split(' ')) {
      if (part !== '') terms.add(hash(/\p{N}/u.test(part) ? part : part.slice(0, STEM_LETTERS)));
    }
  }
  return Int32Array.from(terms).sort();
}

/** FNV-1a over UTF-16 units. */
function hash(term: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) value = Math.imul(value ^ term.charCodeAt(i), 0x01000193);
  return value | 0;
}

/** The terms of every leaf of an item and of its head. */
export function itemTerms(item: Item, leaves: Leaves): ItemTerms {
  const leafEnds = new Int32Array(leaves.starts.length);
  const lists: Int32Array[] = [];
  let size = 0;
  for (let leaf = 0; leaf < leafEnds.length; leaf++) {
    const list = termsOf(contentBetween(item, leaves.starts[leaf]!, leaves.ends[leaf]!));
    lists.push(list);
    size += list.length;
    leafEnds[leaf] = size;
  }
  const terms = new Int32Array(size);
  for (const [leaf, list] of lists.entries()) terms.set(list, leafEnds[leaf]! - list.length);
  return { leafEnds, terms, head: termsOf(regionPrefix(item)) };
}

/** Place of a term in a sorted list, -1 where it is not. */
export function findTerm(terms: Int32Array, term: number): number {
  let [low, high] = [0, terms.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (terms[middle]! < term) low = middle + 1;
    else high = middle;
  }
  return terms[low] === term ? low : -1;
}
