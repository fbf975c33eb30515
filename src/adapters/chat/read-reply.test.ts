import { beforeEach, expect, it } from 'vitest';
import { CanopyError } from '../../core/errors.ts';
import type { ChatRequest } from '../../ports/chat-model.ts';
import { createEgressLedger, type EgressLedger } from './egress-ledger.ts';
import { createOpenAiChatModel } from './openai-chat-model.ts';

const ask: ChatRequest = {
  purpose: 'reader',
  messages: [{ role: 'user', content: 'Which river flows through Prague?' }],
};
let ledger: EgressLedger;

beforeEach(() => {
  ledger = createEgressLedger();
});

const usage = { prompt_tokens: 9, completion_tokens: 3 };
/** An endpoint that streams these events. */
const events =
  (...data: unknown[]): typeof fetch =>
  () =>
    Promise.resolve(
      new Response(data.map((one) => `data: ${JSON.stringify(one)}\n\n`).join(''), {
        headers: { 'content-type': 'text/event-stream' },
      }),
    );
/** An endpoint that answers with this document. */
const document =
  (data: unknown): typeof fetch =>
  () =>
    Promise.resolve(Response.json(data));
const sse = (content: string, finish_reason: string) =>
  events({ choices: [{ delta: { content } }] }, { choices: [{ delta: {}, finish_reason }], usage });
const whole = (content: string, finish_reason: string) =>
  document({ choices: [{ message: { content }, finish_reason }], usage });

/** What comes of a reply: its pieces, and how it failed where it did. */
async function told(replying: typeof fetch, request = ask) {
  const options = { baseUrl: 'http://localhost:9', model: 'small', ledger, attempts: 1 };
  const pieces: string[] = [];
  try {
    for await (const piece of createOpenAiChatModel({ ...options, fetch: replying }).stream(
      request,
    ))
      pieces.push(piece);
  } catch (thrown) {
    if (!(thrown instanceof CanopyError)) throw thrown;
    const { code, message, nextStep } = thrown;
    return { pieces, code, message, nextStep };
  }
  return { pieces };
}

it.each([
  ['streamed', sse],
  ['whole', whole],
])('a reply that was ended early is shown and said to be cut, %s', async (_, replying) => {
  const pieces = ['The Vltava'];
  expect(await told(replying('The Vltava', 'stop'))).toEqual({ pieces });
  expect(await told(replying('The Vltava', 'length'))).toEqual({
    pieces,
    code: 'CHAT_STREAM_CUT',
    message: 'The answer broke off at the token limit of small.',
    nextStep: expect.stringMatching(/arrived so far is shown.*Raise the limit/),
  });
  expect(ledger.entries().at(-1)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('token limit'),
    usage: { promptTokens: 9, completionTokens: 3 },
  });
  expect(await told(replying('The Vltava', 'content_filter'))).toMatchObject({
    pieces,
    code: 'CHAT_STREAM_CUT',
    message: expect.stringContaining('withheld the rest'),
  });
});

it('a limit that the request itself set is no fault: the critic reads what came', async () => {
  const critic = { ...ask, purpose: 'critic', maxTokens: 600 } as const;
  const reply = '{"sufficient": true}';
  expect(await told(sse(reply, 'length'), critic)).toEqual({ pieces: [reply] });
});

it('a reply without words is left to the reader, or told as withheld', async () => {
  expect(await told(sse('<think>hm', 'length'))).toEqual({ pieces: [] });
  expect(await told(whole('', 'content_filter'))).toMatchObject({
    pieces: [],
    code: 'CHAT_REJECTED',
    message: expect.stringContaining('withheld the answer'),
    nextStep: 'Ask in other words, or choose another model.',
  });
});

it.each([
  { prompt_tokens: -5, completion_tokens: null },
  { prompt_tokens: '12', completion_tokens: 3 },
  'none',
  7,
])('an odd usage costs its figures and nothing else: %j', async (odd) => {
  const choices = [{ delta: { content: 'Yes' }, message: { content: 'Yes' }, finish_reason: 1 }];
  for (const replying of [events({ choices, usage: odd }), document({ choices, usage: odd })]) {
    expect(await told(replying)).toEqual({ pieces: ['Yes'] });
    expect(ledger.entries().at(-1)).toMatchObject({ state: 'answered' });
    expect(ledger.entries().at(-1)).not.toHaveProperty('usage');
  }
});

it('content in parts is read by their texts', async () => {
  const content = [{ type: 'text', text: 'The ' }, { type: 'image_url' }, 'Vltava', null];
  const choice = { finish_reason: 'stop' };
  const streamed = events({ choices: [{ ...choice, delta: { content } }] });
  const complete = document({ choices: [{ ...choice, message: { content } }] });
  expect(await told(streamed)).toEqual({ pieces: ['The Vltava'] });
  expect(await told(complete)).toEqual({ pieces: ['The Vltava'] });
});

it('a refusal is told in the words of the model', async () => {
  const choice = { finish_reason: 'stop' };
  const expected = {
    pieces: [],
    code: 'CHAT_REJECTED',
    message: 'small declined to answer: “I cannot help with that.”',
    nextStep: 'Ask in other words, or choose another model.',
  };
  const message = { content: null, refusal: 'I cannot help with that.' };
  expect(await told(document({ choices: [{ ...choice, message }] }))).toEqual(expected);
  const streamed = events(
    { choices: [{ delta: { content: '', refusal: 'I cannot ' } }] },
    { choices: [{ ...choice, delta: { refusal: 'help with that.' } }] },
  );
  expect(await told(streamed)).toEqual(expected);
});

it.each([
  ['204', null, { status: 204 }],
  ['JSON', ' ', { headers: { 'content-type': 'application/json' } }],
  ['a stream', '\n', { headers: { 'content-type': 'text/event-stream' } }],
])('an empty reply is called empty: %s', async (_, body, init) => {
  expect(await told(() => Promise.resolve(new Response(body, init)))).toEqual({
    pieces: [],
    code: 'CHAT_BAD_REPLY',
    message: 'localhost:9 sent an empty reply.',
    nextStep: expect.stringContaining('Ask again'),
  });
});

it('a body that the server finds too large is a question with too much evidence', async () => {
  const replying = () =>
    Promise.resolve(new Response('<h1>413 Request Entity Too Large</h1>', { status: 413 }));
  expect(await told(replying)).toMatchObject({
    code: 'CHAT_REJECTED',
    message: 'The question with its evidence is too long for small.',
    nextStep: expect.stringContaining('Turn the dial to keep less'),
  });
});
