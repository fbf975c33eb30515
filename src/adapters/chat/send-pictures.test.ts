import { expect, it } from 'vitest';
import { pictureTokens } from '../../core/picture-tokens.ts';
import { createEgressLedger } from './egress-ledger.ts';
import { createOpenAiChatModel } from './openai-chat-model.ts';

it('sends pictures after their labels, and writes them into the ledger with their tokens', async () => {
  const ledger = createEgressLedger(() => 0);
  const model = createOpenAiChatModel({
    baseUrl: 'http://localhost:1/v1',
    model: 'm',
    ledger,
    fetch: async () => new Response('data: [DONE]\n\n', { status: 200 }),
  });
  const picture = { label: '[1]', dataUrl: 'data:image/jpeg;base64,AAAA', width: 768, height: 384 };
  const messages = [{ role: 'user' as const, content: 'What is this?', pictures: [picture] }];
  const stream = model.stream({ purpose: 'reader', messages });
  await stream.next().catch(() => undefined);
  const [entry] = ledger.entries();
  expect(JSON.parse(entry!.body).messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'text', text: '[1]' },
        { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,AAAA' } },
      ],
    },
  ]);
  expect(pictureTokens(768, 384)).toBe(85 + 2 * 170);
  expect(entry!.tokens).toBeGreaterThan(425);
  expect(entry!.tokens).toBeLessThan(435);
});
