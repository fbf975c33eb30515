import { CanopyError } from '../core/errors.ts';

/**
 * Refuses a question without words.
 *
 * @throws CanopyError `QUESTION_EMPTY`.
 */
export function checkQuestion(question: string): void {
  if (question.trim() !== '') return;
  throw new CanopyError('QUESTION_EMPTY', 'The question is empty.', {
    nextStep: 'Say what you want to know.',
  });
}
