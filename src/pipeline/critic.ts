import type { EvidenceForest } from '../core/evidence-forest.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import type { CallOptions } from '../ports/encoder.ts';
import type { Verdict } from './answer-events.ts';
import { completeChat, type ModelCost } from './model-cost.ts';
import { findJsonObject, queryField, textField, yesNoField } from './parse-reply.ts';
import { criticMessages, type SearchedGap } from './prompts.ts';

/** What the critic sees: the question and kept evidence, never an item. */
export interface CriticRequest {
  readonly question: string;
  readonly evidence: readonly EvidenceForest[];
  /** Gaps that were searched in earlier rounds; it may not name them again. */
  readonly searched: readonly SearchedGap[];
}

/** A verdict and what it cost. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly cost: ModelCost;
}

/** Judges whether the evidence is enough (paper, section 4). */
export interface Critic {
  /** Rejects with `ABORTED`, or a `CHAT_…` code; a reply that cannot be read is a verdict, not an error. */
  judge(request: CriticRequest, options?: CallOptions): Promise<Judgement>;
}

/** A critic that asks a language model. */
export function modelCritic(model: ChatModel): Critic {
  return {
    async judge({ question, evidence, searched }, options) {
      const messages = criticMessages(question, evidence, searched);
      const request = { purpose: 'critic', messages, maxTokens: 600, json: true } as const;
      const { text, cost } = await completeChat(model, request, options);
      return { verdict: parseVerdict(text), cost };
    },
  };
}

/** Reads the critic's reply. What cannot be read counts as insufficient (paper, section 4). */
export function parseVerdict(reply: string): Verdict {
  const object = findJsonObject(reply, ['sufficient']);
  const sufficient = object === undefined ? undefined : yesNoField(object, 'sufficient');
  if (object === undefined || sufficient === undefined) {
    return {
      rationale: 'The critic’s reply could not be read.',
      answer: null,
      sufficient: false,
      missing: null,
      followUp: null,
      parsed: false,
    };
  }
  return {
    rationale: textField(object, 'rationale') ?? '',
    answer: textField(object, 'answer'),
    sufficient,
    missing: sufficient ? null : queryField(object, 'missing'),
    followUp: sufficient ? null : queryField(object, 'query'),
    parsed: true,
  };
}
