import type { Verdict } from './answer-events.ts';
import type { SearchedGap } from './prompts.ts';

/**
 * What to search next, or undefined when the reader should answer. Without a query of its own, the missing fact is
 * searched together with the question; with neither there is nothing new to search for, and the same question would find
 * the same items.
 */
export function nextGap(
  question: string,
  verdict: Verdict,
  searched: readonly SearchedGap[],
): SearchedGap | undefined {
  if (verdict.sufficient) return undefined;
  const { missing, followUp } = verdict;
  const query = followUp ?? (missing === null ? undefined : `${question} ${missing}`);
  if (query === undefined) return undefined;
  const gap = { missing: missing ?? query, query };
  const repeats =
    sameWords(query, question) ||
    searched.some(
      (earlier) => sameWords(earlier.query, gap.query) || sameWords(earlier.missing, gap.missing),
    );
  return repeats ? undefined : gap;
}

/** Equal but for case, punctuation, accents' encoding and the order of words. */
function sameWords(a: string, b: string): boolean {
  const words = (text: string) =>
    (
      text
        .normalize('NFKC')
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
    )
      .sort()
      .join(' ');
  return words(a) === words(b);
}
