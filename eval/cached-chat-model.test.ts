import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ChatModel } from '../src/ports/chat-model.ts';
import { cachedChatModel } from './cached-chat-model.ts';

it('asks the same thing once, with a limit where the request names none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'canopy-replies-'));
  const limits: (number | undefined)[] = [];
  const inner: ChatModel = {
    name: 'inner',
    async *stream({ maxTokens }) {
      limits.push(maxTokens);
      yield `reply ${limits.length}`;
      return { promptTokens: 3, completionTokens: 2 };
    },
  };
  try {
    const { model } = cachedChatModel(inner, 'small', folder);
    const ask = async (maxTokens?: number) => {
      const messages = [{ role: 'user', content: 'Who?' }] as const;
      const limit = maxTokens === undefined ? {} : { maxTokens };
      const reply = model.stream({ purpose: 'reader', messages, ...limit });
      const [text, end] = [await reply.next(), await reply.next()];
      return [text.value, end.value];
    };
    const usage = { promptTokens: 3, completionTokens: 2 };
    expect(await ask()).toEqual(['reply 1', usage]);
    expect(await ask()).toEqual(['reply 1', usage]);
    expect(await ask(20)).toEqual(['reply 2', usage]);
    expect(limits).toEqual([256, 20]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
