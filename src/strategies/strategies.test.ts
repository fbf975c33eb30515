import { expect, it } from 'vitest';
import { createHashEncoder } from '../adapters/memory/hash-encoder.ts';
import { canopy } from '../compressors/canopy.ts';
import { CanopyError } from '../core/errors.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import type { Item } from '../core/item.ts';
import { calibrated } from '../core/selections/calibrated-default.ts';
import type { AnswerEvent } from '../pipeline/answer-events.ts';
import { reselect } from '../pipeline/compress-pool.ts';
import { embedItems, planItem } from '../pipeline/embed-items.ts';
import type { ChatModel, ChatRequest } from '../ports/chat-model.ts';
import type { RetrieveOptions } from '../ports/retriever.ts';
import { firstSentence, statedAnswer } from './ircot.ts';
import { parseGaps, parseIds } from './s2g-rag.ts';
import { strategies, strategyNamed } from './strategies.ts';
import type { StrategyOptions } from './strategy.ts';
import { watchReplies } from './watch-replies.ts';

const encoder = createHashEncoder();
const text = (id: string, words: string): Item => ({
  ...{ id, modality: 'text', title: id, headingPath: [], provenance: { source: id } },
  text: words,
});
const items = [
  text('castle', 'The castle was built by the duke. It has nine towers.'),
  text('duke', 'The duke was born in Brno. He liked pears.'),
];

/** Runs a strategy over scripted replies and finds; every request and query is kept. */
async function run(
  name: string,
  replies: readonly (string | Error)[],
  { finds = [['castle'], ['duke']], ...options }: StrategyOptions & { finds?: string[][] } = {},
) {
  const indexed = new Map<string, IndexedItem>();
  for await (const event of embedItems(
    items.map((item) => planItem(item)!),
    encoder,
  )) {
    if (event.type === 'items') for (const one of event.items) indexed.set(one.item.id, one);
  }
  const requests: ChatRequest[] = [];
  const queries: string[] = [];
  const routes: RetrieveOptions['modalities'][] = [];
  const model: ChatModel = {
    name: 'scripted',
    async *stream(request) {
      const reply = replies[requests.length] ?? 'Nothing more was scripted.';
      requests.push(request);
      if (reply instanceof Error) throw reply;
      yield reply;
      return { promptTokens: 10, completionTokens: 1 };
    },
  };
  const events: AnswerEvent[] = [];
  const answering = strategyNamed(name).answer(
    'Where was the builder born?',
    {
      encoder: {
        fingerprint: encoder.fingerprint,
        embedQuery: (query) => {
          queries.push(query);
          return encoder.embedQuery(query);
        },
      },
      retriever: {
        retrieve: (_, __, { modalities } = {}) => {
          routes.push(modalities);
          const ids = finds[Math.min(routes.length, finds.length) - 1] ?? [];
          // The first of them comes whole, as from a retriever that looked into it.
          const whole = indexed.get(ids[0] ?? '');
          const found = ids.map((itemId) => ({ itemId, score: 0.5 }));
          return Promise.resolve(
            found.map((item, at) => (at === 0 && whole ? { ...item, indexed: whole } : item)),
          );
        },
      },
      store: { getItems: (ids) => Promise.resolve(ids.map((id) => indexed.get(id))) },
      model,
      now: () => 0,
    },
    options,
  );
  for await (const event of answering) events.push(event);
  const done = events.at(-1);
  if (done?.type !== 'done') throw new Error('no answer');
  const kept = events
    .flatMap((event) => (event.type === 'compressed' ? [event.evidence] : []))
    .at(-1);
  return {
    ...{ requests, queries, routes, summary: done.summary },
    types: events.map(({ type }) => type),
    retrieved: events.flatMap((event) => (event.type === 'retrieved' ? [event.items] : [])),
    evidence: kept ?? [],
    kept: kept?.map(({ forest }) => forest.spans.map((span) => span.text)),
  };
}

it('names all strategies of the comparison', () => {
  expect(strategies.map(({ name }) => name)).toEqual([
    ...[
      'canopy',
      'canopy-routed',
      'vanilla-rag',
      'ircot',
      'universal-rag',
      's2g-rag',
      'no-retrieval',
    ],
  ]);
  expect(() => strategyNamed('x')).toThrowError(CanopyError);
});

it('tells which items were found, not what is in them', async () => {
  const { retrieved } = await run('vanilla-rag', ['Brno'], { finds: [['castle', 'duke', 'gone']] });
  const found = (itemId: string) => ({ itemId, score: 0.5 });
  expect(retrieved).toEqual([[found('castle'), found('duke')]]);
});

it('no retrieval: one call, the question alone', async () => {
  const { types, requests, summary } = await run('no-retrieval', ['Brno']);
  expect(types).toEqual(['reading', 'answer-delta', 'done']);
  expect(requests[0]!.messages.map(({ content }) => content).join()).not.toContain('castle');
  expect(summary).toMatchObject({ answer: 'Brno', modelCalls: 1, keptTokens: 0, parseFailures: 0 });
});

it('vanilla RAG: items whole, one call', async () => {
  const { types, kept, summary } = await run('vanilla-rag', ['Brno [1]'], {
    finds: [['castle', 'duke']],
  });
  expect(types).toEqual(['retrieved', 'compressed', 'reading', 'answer-delta', 'done']);
  expect(kept).toEqual(items.map((item) => [(item as { text: string }).text]));
  expect(summary).toMatchObject({ modelCalls: 1, usage: { promptTokens: 10 } });
  expect(summary.wholeTokens).toBe(summary.keptTokens);
});

it('vanilla RAG reads in the order and the pieces that a compressor gives', async () => {
  const { requests, kept } = await run('vanilla-rag', ['x'], {
    finds: [['castle', 'duke']],
    compressor: {
      name: 'pieces',
      compress: (pool) =>
        pool.map(({ tree }, index) => ({
          ...{ kept: Int32Array.of(0), outcomes: new Uint8Array(tree.starts.length) },
          ...{ place: -index, pieces: [{ leaf: 0, start: 4, end: 8 }] },
        })),
    },
  });
  expect(kept).toEqual([['cast'], ['duke']]);
  const prompt = requests[0]!.messages[1]!.content;
  expect(prompt.indexOf('[1] duke')).toBeGreaterThan(0);
  expect(prompt.indexOf('[2] cast')).toBeGreaterThan(prompt.indexOf('[1] duke'));
});

it('universal RAG: a route and an answer, two calls', async () => {
  const { routes, summary } = await run('universal-rag', [
    '{"sources": ["table", "text"]}',
    'Brno',
  ]);
  expect(routes).toEqual([['text', 'table']]);
  expect(summary).toMatchObject({ modelCalls: 2, parseFailures: 0 });
});

it('universal RAG: an unreadable route is counted and means everything', async () => {
  const { routes, summary } = await run('universal-rag', ['in the tables, I think', 'Brno']);
  expect(routes).toEqual([['text', 'table', 'image', 'video']]);
  expect(summary).toMatchObject({ answer: 'Brno', modelCalls: 2, parseFailures: 1 });
});

it('IRCoT: searches with the first sentence of each reply, and the stated answer ends it', async () => {
  const { types, queries, kept, summary } = await run('ircot', [
    'The castle was built by the duke. He was surely born in Rome.',
    'The duke was born in Brno, so the answer is: Brno.',
  ]);
  expect(queries).toEqual(['Where was the builder born?', 'The castle was built by the duke.']);
  expect(types).toEqual([
    ...['retrieved', 'compressed', 'judged', 'follow-up', 'retrieved', 'compressed', 'judged'],
    ...['reading', 'answer-delta', 'done'],
  ]);
  expect(kept).toHaveLength(2);
  expect(summary).toMatchObject({ answer: 'Brno', modelCalls: 2, rounds: 2 });
});

it('IRCoT: after the last round the reader answers over everything', async () => {
  const { summary, requests } = await run('ircot', ['One fact.', 'Two facts.', 'Brno'], {
    rounds: 2,
  });
  expect(summary).toMatchObject({ answer: 'Brno', modelCalls: 3, rounds: 2 });
  expect(requests[1]!.messages[1]!.content).toContain('Reasoning so far: One fact.');
  expect(requests[2]!.messages[1]!.content).toContain('The duke was born in Brno.');
});

it('IRCoT and S2G-RAG search with no more than the beginning of a sentence or gap without end', async () => {
  const endless = `Pears ${'and pears '.repeat(2000)}.`;
  const ircot = await run('ircot', [endless, 'So the answer is Brno.']);
  expect(ircot.queries[1]).toMatch(/^Pears and .*(and|pears)$/);
  expect(ircot.queries[1]!.length).toBeLessThanOrEqual(500);
  const [gap] = parseGaps(
    JSON.stringify({ sufficient: false, gaps: [{ target: endless, slot: 's' }] }),
  ).gaps;
  expect(gap).toEqual({ query: ircot.queries[1], description: ircot.queries[1] });
});

it('IRCoT reads one sentence and the answer in it', () => {
  expect(firstSentence('Thought: Dr. Hu wrote it. Then more.')).toBe('Dr. Hu wrote it.');
  expect(firstSentence('  ')).toBe('');
  expect(statedAnswer('So the answer is: Brno.')).toBe('Brno');
  expect(statedAnswer('So the answer is not known yet')).toBe('not known yet');
  expect(statedAnswer('The answer lies ahead.')).toBeUndefined();
});

it('S2G-RAG: gaps make the query, picked sentences the evidence', async () => {
  const gap =
    '{"category": "entity", "target": "castle", "slot": "builder", "description": "who built it"}';
  const { queries, kept, summary, requests } = await run('s2g-rag', [
    `{"sufficient": true, "gaps": [${gap}]}`,
    '{"ids": [1]}',
    '{"sufficient": false, "gaps": [{"target": "the duke", "slot": "birthplace"}]}',
    '{"ids": [1, 9, 1]}',
    '{"sufficient": "yes", "gaps": []}',
    'Brno [2]',
  ]);
  // There was no evidence yet, so the first "sufficient" did not count.
  expect(queries).toEqual([
    'Where was the builder born? castle builder',
    'Where was the builder born? the duke birthplace',
  ]);
  expect(requests[1]!.messages[1]!.content).toContain('2. (castle) It has nine towers.');
  expect(kept).toEqual([['The castle was built by the duke.'], ['The duke was born in Brno.']]);
  expect(summary).toMatchObject({ answer: 'Brno [2]', modelCalls: 6, parseFailures: 0 });
  expect(summary.citations[0]!.quote).toBe('The duke was born in Brno.');
});

it('S2G-RAG: unreadable replies count as insufficient and as nothing picked, and never end it', async () => {
  const { summary, queries } = await run(
    's2g-rag',
    ['Hm.', 'All of them!', 'Hm.', '{"ids": []}', 'No idea'],
    {
      rounds: 2,
    },
  );
  expect(queries).toEqual(['Where was the builder born?', 'Where was the builder born?']);
  expect(summary).toMatchObject({
    answer: 'No idea',
    modelCalls: 5,
    parseFailures: 3,
    keptTokens: 0,
  });
});

it('S2G-RAG takes at most three gaps and six known sentences', () => {
  const gaps = Array.from({ length: 4 }, (_, i) => ({ target: `t${i}`, slot: 's' }));
  expect(
    parseGaps(JSON.stringify({ sufficient: false, gaps })).gaps.map(({ query }) => query),
  ).toEqual([...['t0 s', 't1 s', 't2 s']]);
  expect(parseIds('{"ids": [8, 1, 2, 3, 4, 5, 6, 7, 0]}', 7)).toEqual([1, 2, 3, 4, 5, 6]);
});

it('CANOPY: the loop itself, its unread critic counted', async () => {
  const { types, summary, requests } = await run('canopy', ['I would say so', 'Brno']);
  expect(requests.map(({ purpose }) => purpose)).toEqual(['critic', 'reader']);
  expect(types).toEqual(['retrieved', 'compressed', 'judged', 'reading', 'answer-delta', 'done']);
  expect(summary).toMatchObject({ answer: 'Brno', modelCalls: 2, parseFailures: 1 });
});

it('CANOPY with routing: asks where to search before each retrieval', async () => {
  const { requests, routes } = await run('canopy-routed', ['{"sources": ["text"]}', 'Brno'], {
    rounds: 1,
  });
  expect(requests.map(({ purpose }) => purpose)).toEqual(['router', 'reader']);
  expect(routes).toEqual([['text']]);
});

it('every strategy names an empty question, and passes the endpoint’s failure on', async () => {
  for (const { name, answer } of strategies) {
    const never = { get: () => undefined } as never;
    const empty = answer(' ', { encoder, retriever: never, store: never, model: never }).next();
    await expect(empty, name).rejects.toMatchObject({ code: 'QUESTION_EMPTY' });
    const refused = new CanopyError('CHAT_UNAUTHORISED', 'No.');
    await expect(run(name, [refused]), name).rejects.toBe(refused);
  }
});

it('counts replies by what their purpose asks for', async () => {
  const read = async (purpose: ChatRequest['purpose'], reply: string) => {
    const watched = watchReplies({
      name: 'm',
      async *stream() {
        yield reply;
        return undefined;
      },
    });
    for await (const _ of watched.model.stream({ purpose, messages: [] }));
    return watched.failures();
  };
  expect(await read('critic', '{"sufficient": "maybe"}')).toBe(1);
  expect(await read('critic', 'Sure: {"sufficient": "yes"}')).toBe(0);
  expect(await read('table-question', '{"kind": "both"}')).toBe(1);
  expect(await read('reader', 'no JSON here')).toBe(0);
});

it('what a selection cut can be cut anew with the dial elsewhere, from the events alone', async () => {
  const finds = [['castle', 'duke']];
  const at = async (dial: number) => {
    const compressor = canopy(calibrated, dial);
    return (await run('vanilla-rag', ['Brno'], { finds, compressor })).evidence;
  };
  const [less, more] = [await at(0.6), await at(0.99)];
  const forests = (evidence: typeof less) => evidence.map(({ forest }) => forest);
  expect(forests(more)).not.toEqual(forests(less));
  expect(forests(reselect(more, { selection: calibrated, dial: 0.6 }))).toEqual(forests(less));
});
