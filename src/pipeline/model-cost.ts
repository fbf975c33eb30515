import { messageTokens } from '../core/message-tokens.ts';
import type { ChatMessage, ChatModel, ChatRequest, ChatUsage } from '../ports/chat-model.ts';
import type { CallOptions } from '../ports/encoder.ts';

/** What a step cost: calls of a language model, and the tokens where the endpoint tells them. */
export interface ModelCost {
  readonly calls: number;
  /** Estimated tokens of all that was sent in these calls, instructions and all; absent where nothing was. */
  readonly sentTokens?: number;
  readonly usage?: ChatUsage;
}

/** Nothing was asked of any model. */
export const NO_COST: ModelCost = { calls: 0 };

/** Adds up two costs. */
export function addCosts(a: ModelCost, b: ModelCost): ModelCost {
  const cost = {
    calls: a.calls + b.calls,
    ...(a.sentTokens === undefined && b.sentTokens === undefined
      ? {}
      : { sentTokens: (a.sentTokens ?? 0) + (b.sentTokens ?? 0) }),
  };
  if (a.usage === undefined && b.usage === undefined) return cost;
  const sum = (key: keyof ChatUsage) => (a.usage?.[key] ?? 0) + (b.usage?.[key] ?? 0);
  return {
    ...cost,
    usage: { promptTokens: sum('promptTokens'), completionTokens: sum('completionTokens') },
  };
}

/** The cost of one call with these messages that told this usage. */
export function costOfCall(
  messages: readonly ChatMessage[],
  usage: ChatUsage | undefined,
): ModelCost {
  const cost = { calls: 1, sentTokens: messageTokens(messages) };
  return usage === undefined ? cost : { ...cost, usage };
}

/** Asks a model and waits for the whole reply. Throws `ABORTED`, or a `CHAT_…` code. */
export async function completeChat(
  model: ChatModel,
  request: ChatRequest,
  options: CallOptions = {},
): Promise<{ readonly text: string; readonly cost: ModelCost }> {
  const stream = model.stream(request, options);
  let text = '';
  for (;;) {
    const step = await stream.next();
    if (step.done) return { text, cost: costOfCall(request.messages, step.value) };
    text += step.value;
  }
}
