import type { EgressLedger } from '../adapters/chat/egress-ledger.ts';
import { createOpenAiChatModel } from '../adapters/chat/openai-chat-model.ts';
import type { AnswerDependencies } from '../pipeline/answer-question.ts';
import { modelCritic } from '../pipeline/critic.ts';
import {
  type ExtractiveDependencies,
  extractiveReader,
  scoreCritic,
} from '../pipeline/extractive.ts';
import { modelReader } from '../pipeline/reader.ts';
import { modelTableQuestion, ruleTableQuestion } from '../pipeline/table-question.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import type { RetrievedItem, Retriever } from '../ports/retriever.ts';
import type { Endpoint } from './options.ts';

/** Who judges, classifies and answers: the endpoint's model, or the device itself where there is none. */
export function questionParts(
  endpoint: Endpoint | ChatModel | undefined,
  own: ExtractiveDependencies,
  ledger: EgressLedger,
): Pick<AnswerDependencies, 'critic' | 'reader' | 'tableQuestion'> {
  if (endpoint === undefined) {
    return {
      critic: scoreCritic(own),
      reader: extractiveReader(own),
      tableQuestion: ruleTableQuestion,
    };
  }
  const model = modelOf(endpoint, ledger);
  return {
    critic: modelCritic(model),
    reader: modelReader(model),
    tableQuestion: modelTableQuestion(model),
  };
}

/** The model that is meant by an option; one behind an address writes its requests into the ledger. */
export function modelOf(endpoint: Endpoint | ChatModel, ledger: EgressLedger): ChatModel {
  if ('stream' in endpoint) return endpoint;
  const { url, model, key } = endpoint;
  // A page's address explains what browsers refuse; elsewhere there is none.
  const pageUrl = globalThis.location?.href;
  return createOpenAiChatModel({
    ...{ baseUrl: url, model, ledger },
    ...(key === undefined ? {} : { key }),
    ...(pageUrl === undefined ? {} : { pageUrl }),
  });
}

/** A retriever that finds nothing but these items. */
export function within(retriever: Retriever, itemIds: ReadonlySet<string>): Retriever {
  return {
    async retrieve(query, k, options) {
      const all = await retriever.retrieve(query, Number.MAX_SAFE_INTEGER, options);
      return all.filter(({ itemId }: RetrievedItem) => itemIds.has(itemId)).slice(0, k);
    },
  };
}
