import { CanopyError, throwIfAborted } from '../../core/errors.ts';
import type { ChatMessage, ChatModel } from '../../ports/chat-model.ts';

/** The part of the browser's built-in Prompt API that is used (Chromium's `LanguageModel`). */
export interface PromptApi {
  create(options: {
    readonly initialPrompts: readonly Pick<ChatMessage, 'role' | 'content'>[];
    readonly signal?: AbortSignal;
  }): Promise<PromptSession>;
}

/** A conversation with the browser's model. */
export interface PromptSession {
  promptStreaming(
    input: string,
    options: { readonly signal?: AbortSignal },
  ): ReadableStream<string>;
  destroy(): void;
}

/** The browser's own model, where this browser has one to offer. */
export function findPromptApi(scope: object = globalThis): PromptApi | undefined {
  const found: unknown = 'LanguageModel' in scope ? scope.LanguageModel : undefined;
  // A class: its `create` is a static method.
  return typeof found === 'function' && 'create' in found
    ? (found as unknown as PromptApi)
    : undefined;
}

/**
 * A {@link ChatModel} over the model built into the browser: nothing leaves the device, and nothing is counted. Its window
 * is small; what does not fit is refused with `CHAT_REJECTED`. Each request has a session of its own, so that no question
 * colours the next.
 */
export function createPromptApiModel(name: string, api = findPromptApi()): ChatModel {
  return {
    name,
    async *stream({ messages }, { signal } = {}) {
      throwIfAborted(signal);
      if (api === undefined) {
        throw new CanopyError('CHAT_UNREACHABLE', 'This browser offers no model of its own.', {
          nextStep: 'Choose another way to answer under Settings.',
        });
      }
      const last = messages.at(-1);
      const stop = signal === undefined ? {} : { signal };
      let session: PromptSession | undefined;
      try {
        session = await api.create({
          initialPrompts: messages.slice(0, -1).map(({ role, content }) => ({ role, content })),
          ...stop,
        });
        const reader = session.promptStreaming(last?.content ?? '', stop).getReader();
        for (let step = await reader.read(); !step.done; step = await reader.read()) {
          throwIfAborted(signal);
          yield step.value;
        }
        return undefined;
      } catch (thrown) {
        throw named(thrown, signal);
      } finally {
        session?.destroy();
      }
    },
  };
}

function named(thrown: unknown, signal: { readonly aborted: boolean } | undefined): CanopyError {
  if (thrown instanceof CanopyError) return thrown;
  if (signal?.aborted) return new CanopyError('ABORTED', 'Cancelled.', { cause: thrown });
  const name = thrown instanceof Error ? thrown.name : '';
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (name === 'QuotaExceededError') {
    return new CanopyError('CHAT_REJECTED', 'The evidence does not fit into the browser’s model.', {
      nextStep: 'Keep less with the dial, lower “Passages per round”, or choose another model.',
      cause: thrown,
    });
  }
  if (name === 'NotAllowedError' || name === 'NotSupportedError') {
    return new CanopyError('CHAT_UNREACHABLE', `The browser’s model is not available: ${message}`, {
      nextStep: 'Let the browser download its model first, or choose another way to answer.',
      cause: thrown,
    });
  }
  return new CanopyError('CHAT_SERVER_ERROR', `The browser’s model failed: ${message}`, {
    nextStep: 'Ask again, or choose another way to answer under Settings.',
    cause: thrown,
  });
}
