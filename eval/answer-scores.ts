import { findMarks } from '../src/pipeline/citations.ts';
import { normaliseAnswer } from './metrics.ts';

/** Exact match and F1 of an answer (SQuAD-style), each 0 to 1. */
export interface AnswerScores {
  readonly em: number;
  readonly f1: number;
}

/**
 * Scores an answer against the gold answers, the best alternative counting; the parts of a `multi-span` answer count as
 * one. Citation marks are no words.
 */
export function scoreAnswer(
  answer: string,
  golds: readonly string[],
  questionType: string,
): AnswerScores {
  let words = answer;
  for (const { start, end } of findMarks(answer).reverse()) {
    words = `${words.slice(0, start)} ${words.slice(end)}`;
  }
  const said = normaliseAnswer(words);
  const wanted = questionType === 'multi-span' ? [golds.join(' ')] : golds;
  let [em, f1] = [0, 0];
  for (const gold of wanted.map(normaliseAnswer)) {
    em = Math.max(em, gold === said ? 1 : 0);
    f1 = Math.max(f1, wordF1(said, gold));
  }
  return { em, f1 };
}

function wordF1(said: string, gold: string): number {
  const [ours, theirs] = [said.split(' ').filter(Boolean), gold.split(' ').filter(Boolean)];
  if (ours.length === 0 || theirs.length === 0) return ours.length === theirs.length ? 1 : 0;
  const left = new Map<string, number>();
  for (const word of theirs) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of ours) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    shared++;
  }
  if (shared === 0) return 0;
  const [precision, recall] = [shared / ours.length, shared / theirs.length];
  return (2 * precision * recall) / (precision + recall);
}
