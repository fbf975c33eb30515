import { findTerm, termsOf } from '../core/lexical.ts';

/** What may be quoted: a kept leaf with its distance to the best one of its space. */
export interface QuoteCandidate {
  readonly quote: string;
  /** How far its judgement is behind the best one's, as a difference of log-odds. */
  readonly behind: number;
}

/** How far behind the best quote others may be, in log-odds. */
export interface QuoteReach {
  /** Whatever is as near as this is quoted. */
  readonly near: number;
  /** As far behind may be what speaks of a part of the question that no quote before it speaks of. */
  readonly far: number;
}

/** Chosen on development questions (eval/quotes.ts). */
export const QUOTE_REACH: QuoteReach = { near: 1.5, far: 3 };
/** Terms of the question that such a passage adds at least; one alone may have met by chance. */
const NEW_TERMS = 2;
/** Short words join or ask; figures count at any length. */
const LONG_WORD = /[\p{L}\p{M}]{4,}|[\p{L}\p{M}]*\p{N}[\p{L}\p{M}\p{N}]*/gu;
/** Longer words that ask or join in English. Those of other languages count, which can only make a quote more likely. */
const ASKING =
  /^(what|when|where|which|whose|whom|does|were|have|been|with|from|that|this|these|those|there|they|than|then|into|many|much|about)$/i;

/**
 * The leaves that an answer by quotation quotes, in the order given. The best always is. Then those that have at least two
 * content terms of the question which no quote has yet: the other part of a question with two parts. Of several the one
 * with most such terms goes first, then the nearer one. What room is left is for what is nearly as near as the best. Ours.
 *
 * @param leaves what was kept, best first.
 * @param most how many quotes there may be.
 * @param reach how far behind they may be.
 */
export function chooseQuotes<T extends QuoteCandidate>(
  question: string,
  leaves: readonly T[],
  most: number,
  reach: QuoteReach = QUOTE_REACH,
): T[] {
  const chosen = new Set(leaves.slice(0, most > 0 ? 1 : 0));
  const uncovered = new Set(contentTerms(question));
  const reachable = leaves
    .filter(({ behind }) => behind <= reach.far)
    .map((leaf) => ({ leaf, terms: termsOf(leaf.quote) }));
  const newTerms = (terms: Int32Array) =>
    [...uncovered].filter((term) => findTerm(terms, term) >= 0);
  for (let last = reachable[0]; last !== undefined && chosen.size < most; ) {
    for (const term of newTerms(last.terms)) uncovered.delete(term);
    let gain = NEW_TERMS - 1;
    last = undefined;
    for (const candidate of reachable) {
      const { length } = newTerms(candidate.terms);
      if (length > gain) [gain, last] = [length, candidate];
    }
    if (last !== undefined) chosen.add(last.leaf);
  }
  for (const leaf of leaves) if (leaf.behind <= reach.near && chosen.size < most) chosen.add(leaf);
  return leaves.filter((leaf) => chosen.has(leaf));
}

function contentTerms(question: string): Int32Array {
  const words = question.normalize('NFKC').match(LONG_WORD) ?? [];
  return termsOf(words.filter((word) => !ASKING.test(word)).join(' '));
}
