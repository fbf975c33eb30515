import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReplyEnd } from './read-reply.ts';
import { withoutThinking } from './without-thinking.ts';

async function filter(pieces: readonly string[]): Promise<string[]> {
  async function* source(): AsyncGenerator<string, ReplyEnd> {
    yield* pieces;
    return {};
  }
  const out: string[] = [];
  for await (const piece of withoutThinking(source())) out.push(piece);
  return out;
}

it.each([
  ['an answer passes at once, piece by piece', ['The ', 'end'], ['The ', 'end']],
  ['a block goes', ['<think>', 'hm', '</think>', '\n\n', 'Yes', '.'], ['Yes', '.']],
  ['a block in one piece goes', ['\n<think>hm</think> Yes.'], ['Yes.']],
  ['something that only begins like one stays', ['<', 'thin', ' ice'], ['<thin ice']],
  ['a beginning that is never told apart stays', [' <th'], [' <th']],
  ['a block later on stays', ['A <think>b</think>'], ['A <think>b</think>']],
  ['a block without an end is all there was', ['<think>', 'hm'], []],
])('%s', async (_, pieces, expected) => {
  expect(await filter(pieces)).toEqual(expected);
});

it('does not depend on how the reply is cut into pieces', async () => {
  const reply = '  <think>a < b</think>\n The answer is <b>4</b>.';
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: reply.length - 1 })), async (cuts) => {
      const places = [0, ...new Set(cuts.sort((a, b) => a - b)), reply.length];
      const pieces = places.slice(1).map((end, index) => reply.slice(places[index], end));
      expect((await filter(pieces)).join('')).toBe('The answer is <b>4</b>.');
    }),
  );
});
