import { generateText, streamText, wrapLanguageModel } from 'ai';
import { MockLanguageModelV3, simulateReadableStream } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { markDocument } from '../../library/marked-text.ts';
import { COPPER, PENGUINS, QUESTION, zooCanopy } from '../../library/zoo.fixture.ts';
import { canopyMiddleware } from './canopy-middleware.ts';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finishReason = { unified: 'stop', raw: 'stop' } as const;

function mockModel() {
  return new MockLanguageModelV3({
    doGenerate: async () => ({
      content: [{ type: 'text', text: 'In summer.' }],
      ...{ finishReason, usage, warnings: [] },
    }),
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: [
          { type: 'text-start', id: '1' },
          { type: 'text-delta', id: '1', delta: 'In summer.' },
          { type: 'text-end', id: '1' },
          { type: 'finish', finishReason, usage },
        ],
      }),
    }),
  });
}

function wrapped(options: Partial<Parameters<typeof canopyMiddleware>[0]> = {}) {
  const model = mockModel();
  const middleware = canopyMiddleware({ canopy: zooCanopy(), ...options });
  return { model, pruning: wrapLanguageModel({ model, middleware }) };
}

const file = { type: 'file', data: Buffer.from(PENGUINS), mediaType: 'text/plain' } as const;
const evidence =
  '<document title="zoo.txt">\nThe king penguin lays one egg in summer.\n[…]\n</document>';

describe('canopyMiddleware', () => {
  it('prunes an attached text file for the question beside it', async () => {
    const { model, pruning } = wrapped();
    const content = [{ ...file, filename: 'zoo.txt' }, { type: 'text', text: QUESTION } as const];
    const { text } = await generateText({
      ...{ model: pruning, system: 'Be brief.' },
      messages: [{ role: 'user', content }],
    });
    expect(text).toBe('In summer.');
    expect(model.doGenerateCalls[0]?.prompt).toEqual([
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: evidence },
          { type: 'text', text: QUESTION },
        ],
      },
    ]);
  });

  it('prunes marked documents in a stream and touches no other text', async () => {
    const { model, pruning } = wrapped();
    const marked = markDocument(PENGUINS, { title: 'zoo.txt' });
    const { text } = streamText({
      ...{ model: pruning, system: `Use this:\n${marked}\nNothing else. ${PENGUINS}` },
      prompt: QUESTION,
    });
    expect(await text).toBe('In summer.');
    expect(model.doStreamCalls[0]?.prompt[0]).toEqual({
      role: 'system',
      content: `Use this:\n${evidence}\nNothing else. ${PENGUINS}`,
    });
  });

  it('leaves out what the question does not need, and pictures as they are', async () => {
    const { model, pruning } = wrapped({ selection: 'pool-relative', dial: 0 });
    const picture = { ...file, data: new Uint8Array([1, 2]), mediaType: 'image/png' } as const;
    await generateText({
      model: pruning,
      messages: [
        { role: 'user', content: [{ ...file, data: Buffer.from(COPPER) }] },
        { role: 'assistant', content: 'Thanks.' },
        { role: 'user', content: [file, picture, { type: 'text', text: QUESTION }] },
      ],
    });
    const prompt = model.doGenerateCalls[0]!.prompt;
    expect(prompt.map(({ role }) => role)).toEqual(['assistant', 'user']);
    expect(JSON.stringify(prompt)).not.toContain('Copper');
    expect(prompt[1]?.content).toHaveLength(3);
    expect(prompt[1]?.content[1]).toMatchObject({ type: 'file', mediaType: 'image/png' });
  });

  it('passes a prompt without documents on as it is, and fails rather than send too much', async () => {
    const untouched = wrapped({
      canopy: { compress: () => Promise.reject(new Error('not asked')) },
    });
    await generateText({ model: untouched.pruning, prompt: QUESTION });
    expect(untouched.model.doGenerateCalls).toHaveLength(1);
    const content = [file, { type: 'text', text: QUESTION } as const];
    const call = generateText({
      ...{ model: untouched.pruning, maxRetries: 0 },
      messages: [{ role: 'user', content }],
    });
    await expect(call).rejects.toThrow('not asked');
    expect(untouched.model.doGenerateCalls).toHaveLength(1);
  });
});
