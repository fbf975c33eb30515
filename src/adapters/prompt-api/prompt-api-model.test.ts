import { describe, expect, it } from 'vitest';
import type { ChatRequest } from '../../ports/chat-model.ts';
import { createPromptApiModel, findPromptApi, type PromptApi } from './prompt-api-model.ts';

const REQUEST: ChatRequest = {
  purpose: 'reader',
  messages: [
    { role: 'system', content: 'Answer from the evidence.' },
    { role: 'user', content: 'What?' },
  ],
};

/** A stand-in for the browser's model that says these pieces, then fails where an error is given. */
function fakeApi(pieces: readonly string[], error?: unknown) {
  const calls: unknown[] = [];
  let open = 0;
  const api: PromptApi = {
    create: async ({ initialPrompts }) => {
      open += 1;
      return {
        promptStreaming: (input, { signal }) => {
          calls.push([initialPrompts, input]);
          return new ReadableStream<string>({
            pull: (controller) => {
              signal?.throwIfAborted();
              const next = pieces[said++];
              if (next !== undefined) controller.enqueue(next);
              else if (error === undefined) controller.close();
              else controller.error(error);
            },
          });
        },
        destroy: () => {
          open -= 1;
        },
      };
    },
  };
  let said = 0;
  return { api, calls, openSessions: () => open };
}

async function collect(api: PromptApi | undefined, signal?: AbortSignal) {
  const pieces: string[] = [];
  const model = createPromptApiModel('built in', api);
  for await (const piece of model.stream(REQUEST, signal === undefined ? {} : { signal })) {
    pieces.push(piece);
  }
  return pieces;
}

describe('the model built into the browser', () => {
  it('streams its answer, told the instructions first, and is let go of', async () => {
    const { api, calls, openSessions } = fakeApi(['So ', 'it is [1].']);
    expect(await collect(api)).toEqual(['So ', 'it is [1].']);
    expect(calls).toEqual([[[{ role: 'system', content: 'Answer from the evidence.' }], 'What?']]);
    expect(openSessions()).toBe(0);
  });

  it.each([
    ['QuotaExceededError', 'CHAT_REJECTED'],
    ['NotAllowedError', 'CHAT_UNREACHABLE'],
    ['UnknownError', 'CHAT_SERVER_ERROR'],
  ])('names %s as %s with a next step, and is let go of', async (name, code) => {
    const { api, openSessions } = fakeApi(['Half'], new DOMException('No.', name));
    await expect(collect(api)).rejects.toMatchObject({ code, nextStep: expect.any(String) });
    expect(openSessions()).toBe(0);
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    const { api, openSessions } = fakeApi(['a', 'b', 'c']);
    const stream = createPromptApiModel('built in', api).stream(REQUEST, stop);
    await stream.next();
    stop.abort();
    await expect(stream.next()).rejects.toMatchObject({ code: 'ABORTED' });
    expect(openSessions()).toBe(0);
  });

  it('is found only where the browser has one', async () => {
    const LanguageModel = Object.assign(() => undefined, { create: () => undefined });
    expect(findPromptApi({ LanguageModel })).toBe(LanguageModel);
    expect(findPromptApi({ LanguageModel: 'no' })).toBeUndefined();
    expect(findPromptApi({})).toBeUndefined();
    await expect(collect(undefined)).rejects.toMatchObject({ code: 'CHAT_UNREACHABLE' });
  });
});
