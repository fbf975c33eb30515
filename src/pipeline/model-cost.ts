import type { ChatModel, ChatRequest, ChatUsage } from '../ports/chat-model.ts';
import type { CallOptions } from '../ports/encoder.ts';

/** What a step cost: calls of a language model, and the tokens where the endpoint tells them. */
export interface ModelCost {
  readonly calls: number;
  readonly usage?: ChatUsage;
}

/** Nothing was asked of any model. */
export const NO_COST: ModelCost = { calls: 0 };

/** Adds up two costs. */
export function addCosts(a: ModelCost, b: ModelCost): ModelCost {
  const calls = a.calls + b.calls;
  if (a.usage === undefined && b.usage === undefined) return { calls };
  const sum = (key: keyof ChatUsage) => (a.usage?.[key] ?? 0) + (b.usage?.[key] ?? 0);
  return {
    calls,
    usage: { promptTokens: sum('promptTokens'), completionTokens: sum('completionTokens') },
  };
}

/** The cost of one call that told this usage. */
export function costOfCall(usage: ChatUsage | undefined): ModelCost {
  return usage === undefined ? { calls: 1 } : { calls: 1, usage };
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
    if (step.done) return { text, cost: costOfCall(step.value) };
    text += step.value;
  }
}
