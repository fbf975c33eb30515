import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ReaderServer, startReaderServer } from '../../../e2e/reader-server.ts';
import type { ChatRequest, ChatUsage } from '../../ports/chat-model.ts';
import { createEgressLedger, type EgressLedger } from './egress-ledger.ts';
import { createOpenAiChatModel, type OpenAiChatModelOptions } from './openai-chat-model.ts';
import { pause } from './pause.ts';

const ask: ChatRequest = {
  purpose: 'reader',
  messages: [{ role: 'user', content: 'Which river flows through Prague?' }],
};

let server: ReaderServer;
let ledger: EgressLedger;
let pauses: number[];

beforeAll(async () => {
  server = await startReaderServer();
});
afterAll(() => server.close());
beforeEach(() => {
  ledger = createEgressLedger();
  pauses = [];
  server.requests.length = 0;
  server.fail(undefined);
  server.script(() => 'The Vltava flows through it [1].');
});

function model(options: Partial<OpenAiChatModelOptions> = {}) {
  return createOpenAiChatModel({
    baseUrl: server.url,
    model: 'small',
    ledger,
    random: () => 0,
    sleep: (milliseconds) => {
      pauses.push(milliseconds);
      return Promise.resolve();
    },
    ...options,
  });
}

async function read(
  options: Partial<OpenAiChatModelOptions> = {},
  request: ChatRequest = ask,
  signal?: AbortSignal,
): Promise<{ pieces: string[]; usage: ChatUsage | undefined }> {
  const stream = model(options).stream(request, signal === undefined ? {} : { signal });
  const pieces: string[] = [];
  for (;;) {
    const step = await stream.next();
    if (step.done) return { pieces, usage: step.value };
    pieces.push(step.value);
  }
}

describe('a reply', () => {
  it('comes in pieces, with the usage that the endpoint tells', async () => {
    const { pieces, usage } = await read();
    expect(pieces).toEqual(['The ', 'Vltava ', 'flows ', 'through ', 'it ', '[1].']);
    expect(usage).toEqual({
      promptTokens: Math.ceil(server.requests[0]!.body.length / 4),
      completionTokens: 8,
    });
  });

  it('is accepted whole from an endpoint that does not stream', async () => {
    const whole = await startReaderServer({ reply: 'json', answer: () => 'Vltava [1].' });
    try {
      const { pieces, usage } = await read({ baseUrl: `${whole.url}/v1/` });
      expect(pieces).toEqual(['Vltava [1].']);
      expect(usage?.completionTokens).toBe(3);
    } finally {
      await whole.close();
    }
  });

  it('asks for JSON only when told to, and sends the key as a bearer token', async () => {
    await read({ key: 'secret-key' });
    await read({}, { ...ask, json: true, maxTokens: 50 });
    const [first, second] = server.requests.map(({ body }) => JSON.parse(body));
    expect(server.requests[0]!.headers.authorization).toBe('Bearer secret-key');
    expect(server.requests[1]!.headers.authorization).toBeUndefined();
    expect(first).not.toHaveProperty('response_format');
    expect(first).not.toHaveProperty('max_tokens');
    expect(second).toMatchObject({ response_format: { type: 'json_object' }, max_tokens: 50 });
  });

  it('leaves out what a reasoning model thinks aloud', async () => {
    server.script(() => '<think> Is it the Vltava or the Elbe? </think>\n\nThe Vltava [1].');
    expect((await read()).pieces.join('')).toBe('The Vltava [1].');
  });
});

it('the test server lets pages of any origin read it, unless told otherwise', async () => {
  const allowed = async () => (await fetch(server.url)).headers.get('access-control-allow-origin');
  expect(await allowed()).toBe('*');
  server.fail({ kind: 'no-cors' });
  expect(await allowed()).toBeNull();
});

describe('the ledger', () => {
  it('holds the exact body that was received, and never the key', async () => {
    await read({ key: 'secret-key' });
    const [entry] = ledger.entries();
    expect(entry).toMatchObject({
      id: 1,
      url: `${server.url}/v1/chat/completions`,
      purpose: 'reader',
      model: 'small',
      body: server.requests[0]!.body,
      state: 'answered',
      status: 200,
    });
    expect(entry!.tokens).toBeGreaterThan(4);
    expect(ledger.exportJson()).not.toContain('secret-key');
    expect(JSON.parse(ledger.exportJson())).toEqual(ledger.entries());
  });

  it('is written before the request leaves', async () => {
    const seen: string[] = [];
    const spy: typeof fetch = (input, init) => {
      seen.push(`fetch with ${ledger.entries().length} entries`);
      return fetch(input, init);
    };
    await read({ fetch: spy });
    expect(seen).toEqual(['fetch with 1 entries']);
  });

  it('holds a request until it is approved, and sends nothing when it is declined', async () => {
    ledger.setApproval((entry) => {
      expect(server.requests).toHaveLength(0);
      expect(entry.state).toBe('waiting');
      return Promise.resolve(false);
    });
    await expect(read()).rejects.toMatchObject({ code: 'ABORTED' });
    expect(server.requests).toHaveLength(0);
    expect(ledger.entries().map(({ state }) => state)).toEqual(['declined']);
    ledger.setApproval(() => Promise.resolve(true));
    expect((await read()).pieces.join('')).toContain('Vltava');
    expect(ledger.entries().map(({ state }) => state)).toEqual(['declined', 'answered']);
  });

  it('lets an abort end the wait for approval', async () => {
    const controller = new AbortController();
    ledger.setApproval(() => new Promise(() => undefined));
    const reading = read({}, ask, controller.signal);
    controller.abort();
    await expect(reading).rejects.toMatchObject({ code: 'ABORTED' });
    expect(server.requests).toHaveLength(0);
  });
});

describe('another attempt', () => {
  it('waits as long as Retry-After says, and writes each attempt down', async () => {
    server.fail({ kind: 'status', status: 429, retryAfter: '2' }, 2);
    expect((await read()).pieces).toHaveLength(6);
    expect(pauses).toEqual([2000, 2000]);
    expect(ledger.entries().map(({ status, state }) => [status, state])).toEqual([
      [429, 'failed'],
      [429, 'failed'],
      [200, 'answered'],
    ]);
  });

  it('doubles its pauses without Retry-After, and gives up after four attempts', async () => {
    server.fail({ kind: 'status', status: 500 });
    await expect(read()).rejects.toMatchObject({
      code: 'CHAT_SERVER_ERROR',
      message: expect.stringContaining('scripted failure'),
    });
    expect(pauses).toEqual([500, 1000, 2000]);
    expect(server.requests).toHaveLength(4);
  });

  it('is not made when the endpoint asks for a longer pause than anyone waits for', async () => {
    server.fail({ kind: 'status', status: 429, retryAfter: '600' });
    await expect(read()).rejects.toMatchObject({
      code: 'CHAT_RATE_LIMITED',
      nextStep: expect.stringContaining('600 s'),
    });
    expect(server.requests).toHaveLength(1);
  });

  it('follows an overload inside the stream only while nothing was answered', async () => {
    server.fail({ kind: 'stream-error', afterPieces: 0 }, 1);
    expect((await read()).pieces).toHaveLength(6);
    server.fail({ kind: 'stream-error', afterPieces: 2 }, 1);
    await expect(read()).rejects.toMatchObject({ code: 'CHAT_SERVER_ERROR' });
    expect(server.requests).toHaveLength(3);
  });

  it('leaves out what the endpoint refuses, once and for good', async () => {
    const chat = model();
    const json = { ...ask, json: true } as const;
    server.fail({
      kind: 'refuses-field',
      field: 'response_format',
      message: "'response_format.type' must be 'text'",
    });
    for (let turn = 0; turn < 2; turn++) {
      let text = '';
      for await (const piece of chat.stream(json)) text += piece;
      expect(text).toContain('Vltava');
    }
    expect(server.requests).toHaveLength(3);
    server.fail({
      kind: 'refuses-field',
      field: 'stream_options',
      message: 'Unknown field stream_options',
    });
    expect((await read()).pieces).toHaveLength(6);
    server.fail({
      kind: 'refuses-field',
      field: 'max_tokens',
      message: "Use 'max_completion_tokens' instead of 'max_tokens'",
    });
    await read({}, { ...ask, maxTokens: 9 });
    expect(JSON.parse(server.requests.at(-1)!.body).max_completion_tokens).toBe(9);
  });
});

describe('an error', () => {
  it.each([
    ['a wrong key', { kind: 'status', status: 401 } as const, 'CHAT_UNAUTHORISED', /key/],
    [
      'a refused origin',
      { kind: 'origin-refused' } as const,
      'CHAT_UNAUTHORISED',
      /refuses this page/,
    ],
    [
      'an unknown model',
      { kind: 'status', status: 404, body: '{"error": "model \\"small\\" not found"}' } as const,
      'CHAT_REJECTED',
      /model "small" not found/,
    ],
    [
      'a prompt that is too long',
      {
        kind: 'status',
        status: 400,
        body: '{"error": {"message": "This model\'s maximum context length is 4096 tokens"}}',
      } as const,
      'CHAT_REJECTED',
      /too long for small/,
    ],
    ['JSON that is no completion', { kind: 'wrong-json' } as const, 'CHAT_BAD_REPLY', /no message/],
    ['a web page', { kind: 'html' } as const, 'CHAT_BAD_REPLY', /web page/],
    ['a stream without an end', { kind: 'unfinished' } as const, 'CHAT_STREAM_CUT', /broke off/],
  ])('names %s', async (_, fault, code, message) => {
    server.fail(fault);
    const failure = read();
    await expect(failure).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    await expect(failure).rejects.toHaveProperty('nextStep', expect.stringMatching(/\w/));
    expect(server.requests).toHaveLength(1);
    expect(ledger.entries()[0]).toMatchObject({ state: 'failed' });
  });

  it('comes after the pieces of a stream that was cut', async () => {
    server.fail({ kind: 'cut', afterPieces: 3 });
    const pieces: string[] = [];
    const reading = (async () => {
      for await (const piece of model().stream(ask)) pieces.push(piece);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'CHAT_STREAM_CUT' });
    expect(pieces).toEqual(['The ', 'Vltava ', 'flows ']);
    expect(server.requests).toHaveLength(1);
  });

  it('says that a server is not running, and speaks of CORS only to a page elsewhere', async () => {
    const gone = await startReaderServer();
    await gone.close();
    await expect(read({ baseUrl: gone.url })).rejects.toMatchObject({
      code: 'CHAT_UNREACHABLE',
      message: expect.not.stringContaining('CORS'),
    });
    await expect(
      read({ baseUrl: gone.url, pageUrl: 'https://canopy.example/app' }),
    ).rejects.toMatchObject({
      code: 'CHAT_UNREACHABLE',
      message: expect.stringMatching(/CORS.*local network/),
      nextStep: expect.stringContaining('OLLAMA_ORIGINS=https://canopy.example'),
    });
  });

  it('names an endpoint that sends requests on, and does not follow', async () => {
    const hop = createServer((_, response) =>
      response.writeHead(307, { location: `${server.url}/v1/chat/completions` }).end(),
    );
    await new Promise<void>((resolve) => hop.listen(0, '127.0.0.1', resolve));
    const { port } = hop.address() as AddressInfo;
    try {
      await expect(read({ baseUrl: `http://127.0.0.1:${port}` })).rejects.toMatchObject({
        code: 'CHAT_REJECTED',
        message: expect.stringContaining(`127.0.0.1:${port}`),
      });
      expect(server.requests).toEqual([]);
      expect(ledger.entries().map(({ state }) => state)).toEqual(['failed']);
    } finally {
      hop.close();
    }
  });

  it('names mixed content without sending anything', async () => {
    const reading = read({
      baseUrl: 'http://192.168.1.5:8000',
      pageUrl: 'https://canopy.example/',
    });
    await expect(reading).rejects.toMatchObject({
      code: 'CHAT_UNREACHABLE',
      message: expect.stringContaining('mixed content'),
    });
  });

  it('ends a wait that is too long, before and inside the reply', async () => {
    server.fail({ kind: 'slow', milliseconds: 400 });
    await expect(read({ idleTimeoutMs: 60 })).rejects.toMatchObject({ code: 'CHAT_UNREACHABLE' });
    const silent: typeof fetch = () =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            start: (stream) =>
              stream.enqueue(
                new TextEncoder().encode('data: {"choices":[{"delta":{"content":"A"}}]}\n\n'),
              ),
          }),
          { headers: { 'content-type': 'text/event-stream' } },
        ),
      );
    // A body that ignores the abort would hang for ever, so this one is tied to it.
    const tied: typeof fetch = async (input, init) => {
      const response = await silent(input, init);
      const { readable, writable } = new TransformStream();
      void response.body!.pipeTo(writable, { signal: init!.signal! }).catch(() => undefined);
      return new Response(readable, { headers: response.headers });
    };
    await expect(read({ idleTimeoutMs: 60, fetch: tied })).rejects.toMatchObject({
      code: 'CHAT_STREAM_CUT',
      message: expect.stringContaining('nothing came'),
    });
  });

  it('refuses an address that is none', () => {
    expect(() => model({ baseUrl: 'ftp://files' })).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    );
  });
});

describe('stopping', () => {
  it('ends the reply at once and notes it', async () => {
    server.fail({ kind: 'slow', milliseconds: 50 });
    const controller = new AbortController();
    const stream = model().stream(ask, { signal: controller.signal });
    await stream.next();
    controller.abort();
    await expect(stream.next()).rejects.toMatchObject({ code: 'ABORTED' });
    expect(ledger.entries()[0]).toMatchObject({ state: 'failed' });
  });

  it('closes the connection when the consumer turns away', async () => {
    server.fail({ kind: 'slow', milliseconds: 30 });
    for await (const piece of model().stream(ask)) {
      expect(piece).toBe('The ');
      break;
    }
    expect(ledger.entries()[0]).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('Stopped'),
    });
  });

  it('ends the pause before another attempt', async () => {
    server.fail({ kind: 'status', status: 503 });
    const controller = new AbortController();
    const sleep: typeof pause = (_, signal) => {
      queueMicrotask(() => controller.abort());
      return pause(60_000, signal);
    };
    await expect(read({ sleep }, ask, controller.signal)).rejects.toMatchObject({
      code: 'ABORTED',
    });
    expect(server.requests).toHaveLength(1);
  });
});
