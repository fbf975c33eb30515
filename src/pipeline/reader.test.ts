import { expect, it } from 'vitest';
import { messageTokens } from '../core/message-tokens.ts';
import type { ChatModel, ChatRequest, ChatUsage } from '../ports/chat-model.ts';
import { modelReader } from './reader.ts';

const usage: ChatUsage = { promptTokens: 9, completionTokens: 4 };

function saying(...pieces: readonly string[]) {
  const seen: { ended: boolean; request?: ChatRequest } = { ended: false };
  const model: ChatModel = {
    name: 'models.example',
    async *stream(request) {
      seen.request = request;
      try {
        yield* pieces;
        return usage;
      } finally {
        seen.ended = true;
      }
    },
  };
  return { seen, reading: modelReader(model).read({ question: 'Who?', evidence: [] }) };
}

it('passes the words on as they come, and returns the cost', async () => {
  const { reading, seen } = saying(' ', 'The ', 'duke.');
  const steps = [await reading.next(), await reading.next(), await reading.next()];
  expect(steps.map(({ value }) => value)).toEqual([' ', 'The ', 'duke.']);
  const sentTokens = messageTokens(seen.request?.messages ?? []);
  expect(sentTokens).toBeGreaterThan(20);
  expect(await reading.next()).toEqual({ done: true, value: { calls: 1, sentTokens, usage } });
});

it.each([[[]], [['']], [['\n', '  ']]])('refuses a reply without words: %j', async (pieces) => {
  const { reading } = saying(...pieces);
  const all = async () => {
    for await (const piece of reading) expect(piece.trim()).toBe('');
  };
  await expect(all()).rejects.toMatchObject({
    code: 'CHAT_BAD_REPLY',
    message: expect.stringMatching(/^models\.example answered with no words/),
    nextStep: expect.stringMatching(/token limit.*another model/),
  });
});

it('ends the request when nobody listens any more', async () => {
  const { reading, seen } = saying('The ', 'duke.');
  await reading.next();
  await reading.return({ calls: 0 });
  expect(seen.ended).toBe(true);
});
