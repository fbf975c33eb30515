import { beforeEach, describe, expect, it } from 'vitest';
import { createEgressLedger, type EgressLedger } from './egress-ledger.ts';
import { pause } from './pause.ts';
import { createSendJson, type SendJsonOptions } from './send-json.ts';

let ledger: EgressLedger;
beforeEach(() => {
  ledger = createEgressLedger(() => 0);
});

function send(options: Partial<SendJsonOptions>, signal?: AbortSignal) {
  return createSendJson({ ledger, ...options })({
    url: 'http://host.test/v1/embeddings',
    purpose: 'embedding',
    model: 'm',
    body: { input: ['a'] },
    tokens: 1,
    ...(signal === undefined ? {} : { signal }),
  });
}

/** A body that comes in pieces, this many milliseconds apart; without an end when `ends` is false. */
function slowBody(pieces: readonly string[], milliseconds: number, ends = true): typeof fetch {
  return async (_, init) => {
    const body = new ReadableStream<Uint8Array>({
      async start(stream) {
        init!.signal!.addEventListener('abort', () => stream.error(new Error('aborted')));
        for (const piece of pieces) {
          await pause(milliseconds);
          stream.enqueue(new TextEncoder().encode(piece));
        }
        if (ends) stream.close();
      },
    });
    return new Response(body);
  };
}

describe('the wait for an answer', () => {
  it('ends when nothing comes', async () => {
    const never: typeof fetch = (_, init) =>
      new Promise((_, reject) =>
        init!.signal!.addEventListener('abort', () => reject(new Error('aborted'))),
      );
    await expect(send({ fetch: never, idleTimeoutMs: 30 })).rejects.toMatchObject({
      code: 'CHAT_UNREACHABLE',
      message: expect.stringContaining('host.test did not answer within'),
    });
    expect(ledger.entries()[0]).toMatchObject({ state: 'failed' });
  });

  it('ends when the answer stays unfinished', async () => {
    const stuck = slowBody(['{"a":'], 1, false);
    await expect(send({ fetch: stuck, idleTimeoutMs: 60 })).rejects.toMatchObject({
      code: 'CHAT_UNREACHABLE',
      message: expect.stringContaining('did not answer within'),
    });
    expect(ledger.entries()[0]).toMatchObject({ state: 'failed', status: 200 });
  });

  it('begins anew with each piece', async () => {
    const pieces = ['{"a"', ':', '[1', ',2', ']', '}'];
    expect(await send({ fetch: slowBody(pieces, 60), idleTimeoutMs: 300 })).toEqual({ a: [1, 2] });
  });
});

describe('the pause before another attempt', () => {
  it('ends with the abort', async () => {
    const controller = new AbortController();
    let sent = 0;
    const busy: typeof fetch = async () => {
      sent++;
      return new Response('', { status: 503 });
    };
    const sleep: typeof pause = (_, signal) => {
      queueMicrotask(() => controller.abort());
      return pause(60_000, signal);
    };
    await expect(send({ fetch: busy, sleep }, controller.signal)).rejects.toMatchObject({
      code: 'ABORTED',
    });
    expect(sent).toBe(1);
  });

  it('is not made after an abort', async () => {
    await expect(pause(60_000, AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' });
  });
});
