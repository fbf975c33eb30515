import { createHash } from 'node:crypto';
import type { Dataset, DatasetQuestion } from './dataset.ts';

/** Share of the training questions that the node encoder never sees. */
const RESERVED_SHARE = 0.3;

/**
 * Whether a training question is kept from the node encoder, so that a selection trained on it sees scores like those of a
 * stranger's question and not of one learned by heart (ours). All questions on one first gold item go the same way, which
 * keeps a long document whole.
 */
export function isReserved({ gold }: Pick<DatasetQuestion, 'gold'>): boolean {
  const [first = ''] = [...gold.keys()].sort();
  return createHash('sha1').update(first).digest().readUInt16BE() < RESERVED_SHARE * 0x10000;
}

/**
 * The questions that a selection is trained or measured on: those with known gold fragments and, of the training split,
 * the reserved ones whose every item may be used for any purpose.
 */
export function selectionQuestions(
  { questions, items }: Pick<Dataset, 'questions' | 'items'>,
  split: string,
): DatasetQuestion[] {
  const free = (id: string) => !/\bNC\b/.test(items.get(id)!.licence ?? '');
  return questions.filter(
    (question) =>
      question.goldLevel === 'fragment' &&
      (split !== 'train' || (isReserved(question) && question.itemIds.every(free))),
  );
}
