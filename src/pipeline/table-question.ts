import type { ChatModel } from '../ports/chat-model.ts';
import type { CallOptions } from '../ports/encoder.ts';
import { completeChat, type ModelCost } from './model-cost.ts';
import { findJsonObject, textField } from './parse-reply.ts';
import { tableQuestionMessages } from './prompts.ts';

/** Whether a question needs a table's rows together (every table stays whole) or one row of it. */
export type TableQuestionKind = 'aggregate' | 'lookup';

/** A classified question. */
export interface TableQuestion {
  readonly kind: TableQuestionKind;
  readonly reason: string;
  readonly cost: ModelCost;
}

/** Classifies the question alone; in doubt it says aggregate, which costs only tokens (paper, section 4). */
export interface TableQuestionClassifier {
  /** Rejects with `ABORTED`, or a `CHAT_…` code. */
  classify(question: string, options?: CallOptions): Promise<TableQuestion>;
}

/** A classifier that asks a language model. */
export function modelTableQuestion(model: ChatModel): TableQuestionClassifier {
  return {
    async classify(question, options) {
      const messages = tableQuestionMessages(question);
      const request = { purpose: 'table-question', messages, maxTokens: 200, json: true } as const;
      const { text, cost } = await completeChat(model, request, options);
      return { ...parseTableQuestion(text), cost };
    },
  };
}

/** Reads the classifier's reply; anything but a clear "lookup" is aggregate. */
export function parseTableQuestion(reply: string): Omit<TableQuestion, 'cost'> {
  const object = findJsonObject(reply, ['kind']);
  const kind = object === undefined ? null : textField(object, 'kind');
  const reason = object === undefined ? null : textField(object, 'reason');
  if (kind?.toLowerCase() === 'lookup') {
    return { kind: 'lookup', reason: reason ?? 'The question names one row.' };
  }
  if (kind?.toLowerCase() === 'aggregate') {
    return { kind: 'aggregate', reason: reason ?? 'The question runs over several rows.' };
  }
  return { kind: 'aggregate', reason: 'The classifier’s reply was unclear, so tables stay whole.' };
}
