import { expect, it } from 'vitest';
import { createEgressLedger } from '../chat/egress-ledger.ts';
import { createSendJson } from '../chat/send-json.ts';
import { createRemoteEncoder, type EmbeddingsRequest } from './remote-encoder.ts';
import { splitWords } from './split-words.ts';

const DIMENSIONS = 3;
/** Counts a, b and c, so that a text's vector can be told by looking at it. */
const count = (text: string) => [...'abc'].map((letter) => text.split(letter).length - 1);

function endpoint(change: (data: unknown[]) => unknown = (data) => data) {
  const bodies: Record<string, unknown>[] = [];
  const send = async ({ body }: EmbeddingsRequest) => {
    const asked = body as { input?: string[]; messages?: unknown };
    bodies.push(body as Record<string, unknown>);
    const texts = asked.input ?? [JSON.stringify(asked.messages)];
    // Out of order, as the format allows.
    const data = texts.map((text, index) => ({ index, embedding: count(text) })).reverse();
    return { data: change(data) };
  };
  return { bodies, send };
}

const encoder = (send: (request: EmbeddingsRequest) => Promise<unknown>, rest = {}) =>
  createRemoteEncoder({
    url: 'http://host.test/v1/embeddings',
    model: 'm',
    dimensions: DIMENSIONS,
    send,
    ...rest,
  });

it('asks in batches and puts vectors in the order of the regions, at length 1', async () => {
  const { bodies, send } = endpoint();
  const remote = encoder(send, { queryPrefix: 'q: ', regionPrefix: 'd: ' });
  const regions = Array.from({ length: 40 }, (_, i) => ({
    prefix: 'T',
    content: i % 2 ? 'b' : 'aac',
  }));
  const { rows, dimensions, data } = await remote.embedRegions(regions);
  expect([rows, dimensions]).toEqual([40, 3]);
  expect([...data.slice(3, 6)]).toEqual([0, 1, 0]);
  expect(data[0]).toBeCloseTo(2 / Math.sqrt(5), 6);
  expect(bodies.map(({ input }) => (input as string[]).length)).toEqual([32, 8]);
  expect((bodies[0]!.input as string[])[0]).toBe('d: T\naac');
  expect([...(await remote.embedQuery('abc'))].map((x) => x.toFixed(4))).toEqual(
    Array(3).fill('0.5774'),
  );
  expect(bodies.at(-1)).toMatchObject({ model: 'm', input: ['q: abc'], dimensions: 3 });
});

it('names the branching of its trees in the fingerprint: other trees, other vectors', () => {
  const { send } = endpoint();
  expect(encoder(send).fingerprint.branching).toBe(2);
  expect(encoder(send, { branching: 3 }).fingerprint.branching).toBe(3);
});

it('parts what is too long and averages by length; nothing is lost', async () => {
  const { bodies, send } = endpoint();
  const content = `${'b '.repeat(300)}${'a '.repeat(100)}`.trim();
  const { data } = await encoder(send, { window: 64 }).embedRegions([{ prefix: '', content }]);
  expect((bodies[0]!.input as string[]).length).toBeGreaterThan(4);
  expect(
    bodies
      .flatMap(({ input }) => input as string[])
      .join('')
      .replaceAll(' ', ''),
  ).toBe(content.replaceAll(' ', ''));
  expect(data[1]! / data[0]!).toBeGreaterThan(2);
  for (const part of splitWords('😀'.repeat(200), 20))
    expect(() => encodeURIComponent(part)).not.toThrow();
});

it('sends pictures as parts of a message, where it can encode them', async () => {
  const { bodies, send } = endpoint();
  expect(encoder(send).embedMedia).toBeUndefined();
  const remote = encoder(send, { encodePicture: async () => 'data:,x' });
  const picture = { width: 1, height: 1, data: new Uint8ClampedArray(4) };
  await remote.embedMedia!([{ prefix: 'T', content: 'a', pictures: [picture], moving: false }]);
  expect(bodies[0]!.messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'image_url', image_url: { url: 'data:,x' } },
        { type: 'text', text: 'T\na' },
      ],
    },
  ]);
});

it.each([
  ['too few vectors', (data: unknown[]) => data.slice(1)],
  ['vectors of another length', (data: unknown[]) => data.map(() => ({ embedding: [1] }))],
  ['something else', () => 'no'],
  [
    'the same place twice',
    (data: unknown[]) => data.map(() => ({ index: 0, embedding: [1, 2, 3] })),
  ],
])('refuses %s by name', async (_, change) => {
  const regions = [
    { prefix: '', content: 'a' },
    { prefix: '', content: 'b' },
  ];
  await expect(encoder(endpoint(change).send).embedRegions(regions)).rejects.toMatchObject({
    code: 'ENCODER_CRASHED',
    message: expect.stringContaining('host.test'),
  });
});

it('leaves through the ledger, attempt by attempt', async () => {
  const ledger = createEgressLedger(() => 0);
  const answers = [503, 200];
  const send = createSendJson({
    ledger,
    key: 'secret',
    sleep: async () => undefined,
    fetch: async (_, init) => {
      expect(new Headers(init?.headers).get('authorization')).toBe('Bearer secret');
      const status = answers.shift()!;
      return new Response(JSON.stringify({ data: [{ embedding: [1, 0, 0] }] }), { status });
    },
  });
  await encoder(send).embedQuery('What?');
  expect(ledger.entries().map(({ purpose, status, state }) => [purpose, status, state])).toEqual([
    ['embedding', 503, 'failed'],
    ['embedding', 200, 'answered'],
  ]);
  expect(ledger.exportJson()).toContain('What?');
  expect(ledger.exportJson()).not.toContain('secret');
});
