import type { Modality } from '../core/item.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import type { CallOptions } from '../ports/encoder.ts';
import { completeChat, type ModelCost } from './model-cost.ts';
import { findJsonObject } from './parse-reply.ts';
import { routerMessages } from './prompts.ts';

const MODALITIES: readonly Modality[] = ['text', 'table', 'image', 'video'];

/** Where to search, and what the decision cost. */
export interface Route {
  /** At least one. */
  readonly modalities: readonly Modality[];
  readonly cost: ModelCost;
}

/** Sends a question to one or more of the corpora (paper, section 4; its dagger variant). */
export interface Router {
  /** Rejects with `ABORTED`, or a `CHAT_…` code. */
  route(query: string, options?: CallOptions): Promise<Route>;
}

/** A router that asks a language model. */
export function modelRouter(model: ChatModel): Router {
  return {
    async route(query, options) {
      const messages = routerMessages(query);
      const request = { purpose: 'router', messages, maxTokens: 100, json: true } as const;
      const { text, cost } = await completeChat(model, request, options);
      return { modalities: parseRoute(text), cost };
    },
  };
}

/** Reads the router's reply; one that names no corpus means all of them, so that nothing is missed. */
export function parseRoute(reply: string): Modality[] {
  const sources = findJsonObject(reply, ['sources'])?.sources;
  const named: unknown[] = Array.isArray(sources) ? sources : [sources];
  const routed = MODALITIES.filter((modality) =>
    named.some((name) => typeof name === 'string' && name.trim().toLowerCase() === modality),
  );
  return routed.length > 0 ? routed : [...MODALITIES];
}
