import type { ChatModel } from '../ports/chat-model.ts';
import type { EvidencePictures } from '../ports/evidence-pictures.ts';
import type { AnswerDependencies } from './answer-question.ts';
import { modelCritic } from './critic.ts';
import { type ExtractiveDependencies, extractiveReader, scoreCritic } from './extractive.ts';
import { modelReader } from './reader.ts';
import { modelTableQuestion, ruleTableQuestion } from './table-question.ts';

/** Who judges, classifies and answers a question. */
export type QuestionParts = Pick<AnswerDependencies, 'critic' | 'reader' | 'tableQuestion'>;

/** The device itself: nothing is sent, and answers are quotations. */
export function deviceParts(own: ExtractiveDependencies): QuestionParts {
  return {
    critic: scoreCritic(own),
    reader: extractiveReader(own),
    tableQuestion: ruleTableQuestion,
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
