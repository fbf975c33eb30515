import type { ChatModel } from '../ports/chat-model.ts';
import type { EvidencePictures } from '../ports/evidence-pictures.ts';
import type { AnswerDependencies } from './answer-question.ts';
import { modelCritic } from './critic.ts';
import type { ExtractiveDependencies } from './extractive.ts';
import { modelReader, QUOTATION } from './reader.ts';
import { modelTableQuestion } from './table-question.ts';

/** Who judges, classifies and answers a question. */
export type QuestionParts = Pick<AnswerDependencies, 'critic' | 'reader' | 'tableQuestion'>;

/**
 * The device itself: nothing is sent, and answers are quotations. What quotes and judges is loaded with
 * the first question.
 */
export function deviceParts(own: ExtractiveDependencies): QuestionParts {
  const loading = () => import('./extractive.ts');
  return {
    critic: {
      judge: async (...call) => (await loading()).scoreCritic(own).judge(...call),
    },
    reader: {
      ...QUOTATION,
      async *read(...call) {
        return yield* (await loading()).extractiveReader(own).read(...call);
      },
    },
    tableQuestion: {
      classify: async (...call) =>
        (await import('./table-question-rules.ts')).ruleTableQuestion.classify(...call),
    },
  };
}

/**
 * A language model in every part.
 *
 * @param pictures go to the reader along with the words, where they are given.
 */
export function modelParts(model: ChatModel, pictures?: EvidencePictures): QuestionParts {
  return {
    critic: modelCritic(model),
    reader: modelReader(model, pictures),
    tableQuestion: modelTableQuestion(model),
  };
}
