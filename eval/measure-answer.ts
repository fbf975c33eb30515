import { type CanopyError, toCanopyError } from '../src/core/errors.ts';
import type { IndexedItem } from '../src/core/indexed-item.ts';
import type { Modality } from '../src/core/item.ts';
import { itemTerms } from '../src/core/lexical.ts';
import type { AnswerSummary, CompressedItem } from '../src/pipeline/answer-events.ts';
import type { Encoder } from '../src/ports/encoder.ts';
import type { RetrievedItem } from '../src/ports/retriever.ts';
import type { Strategy, StrategyOptions } from '../src/strategies/strategy.ts';
import { scoreAnswer } from './answer-scores.ts';
import type { CachedChatModel } from './cached-chat-model.ts';
import type { DatasetQuestion } from './dataset.ts';
import {
  measureCompressions,
  NO_MEASURES,
  once,
  type QuestionMeasures,
} from './measure-question.ts';
import { vectorRanking } from './rank-items.ts';
import type { questionScorer } from './scored-questions.ts';

/** What answering a data set's questions takes. */
export interface AnswerParts {
  readonly encoder: Pick<Encoder, 'embedQuery' | 'fingerprint'>;
  readonly chat: CachedChatModel;
  readonly score: ReturnType<typeof questionScorer>;
  /** Called with the question and what failed. */
  readonly onFailure: (question: DatasetQuestion, error: CanopyError) => void;
}

/** Ranks the items that may be found: all together, or the k best of each kind where kinds are named. */
function searchOf(items: ReadonlyMap<string, IndexedItem>) {
  const all = vectorRanking(items);
  const kinds = new Map<Modality, ReturnType<typeof vectorRanking>>();
  const ofKind = (kind: Modality) => {
    const own = new Map([...items].filter(([, { item }]) => item.modality === kind));
    const known = kinds.get(kind) ?? (own.size === 0 ? () => [] : vectorRanking(own));
    kinds.set(kind, known);
    return known;
  };
  return (query: Float32Array, k: number, modalities?: readonly Modality[]): RetrievedItem[] =>
    modalities === undefined
      ? all(query, k)
      : modalities.flatMap((kind) => ofKind(kind)(query, k)).sort((a, b) => b.score - a.score);
}

/** The items with their terms, which selections look at. */
export function withTerms(items: ReadonlyMap<string, IndexedItem>): Map<string, IndexedItem> {
  return new Map(
    [...items].map(([id, entry]) => [
      id,
      { ...entry, terms: entry.terms ?? itemTerms(entry.item, entry.leaves) },
    ]),
  );
}

/**
 * Lets a strategy answer a question over these items and measures answer, cost and evidence. A failure of the endpoint is
 * a failed question with an empty answer, never the end of the run.
 */
export async function measureAnswer(
  question: DatasetQuestion,
  items: ReadonlyMap<string, IndexedItem>,
  strategy: Strategy,
  { encoder, chat, score, onFailure }: AnswerParts,
  options: StrategyOptions,
): Promise<QuestionMeasures> {
  const search = searchOf(items);
  let evidence: readonly CompressedItem[] = [];
  let summary: AnswerSummary | undefined;
  const before = chat.milliseconds();
  try {
    const events = strategy.answer(
      question.question,
      {
        ...{ encoder, model: chat.model },
        retriever: {
          retrieve: (query, k, { modalities } = {}) =>
            Promise.resolve(search(query, k, modalities)),
        },
        store: { getItems: (ids) => Promise.resolve(ids.map((id) => items.get(id))) },
      },
      options,
    );
    for await (const event of events) {
      if (event.type === 'compressed') evidence = event.evidence;
      if (event.type === 'done') summary = event.summary;
    }
  } catch (thrown) {
    const error = toCanopyError(thrown, 'CHAT_BAD_REPLY');
    if (error.code === 'ABORTED') throw error;
    onFailure(question, error);
  }
  const scored = score(
    question,
    evidence.map(({ indexed }) => indexed.item.id),
  );
  const left = measureCompressions(
    scored,
    evidence.map(({ selection }) => selection),
  );
  const { em, f1 } = scoreAnswer(summary?.answer ?? '', question.answers, question.questionType);
  return {
    ...(evidence.length === 0 ? NO_MEASURES : left),
    ...{ em: once(em), f1: once(f1), failures: once(summary === undefined ? 1 : 0) },
    ...(summary === undefined ? {} : costs(summary, chat.milliseconds() - before)),
  };
}

function costs(
  { modelCalls, usage, parseFailures = 0 }: AnswerSummary,
  latency: number,
): Partial<QuestionMeasures> {
  return {
    llmCalls: once(modelCalls),
    latencyMs: once(latency),
    parseFailures: once(parseFailures),
    ...(usage === undefined ? {} : { promptTokens: once(usage.promptTokens) }),
  };
}
