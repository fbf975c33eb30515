import { describe, expect, it } from 'vitest';
import { CanopyError } from '../core/errors.ts';
import type { AnswerEvent } from './answer-events.ts';
import { answerQuestion } from './answer-question.ts';
import { nextGap } from './next-gap.ts';
import { encoder, insufficient, setUp, sufficient, types } from './scripted-loop.fixture.ts';

describe('one round', () => {
  it('retrieves, compresses, judges, reads, and sums up', async () => {
    const { asked, run } = await setUp({
      finds: { 'Who built it?': ['castle'] },
      answer: ['The duke ', 'built it [1].'],
    });
    const events = await run();
    expect(types(events)).toEqual([
      'retrieved',
      'compressed',
      'judged',
      'reading',
      'answer-delta',
      'answer-delta',
      'done',
    ]);
    expect(asked.ks).toEqual([10]);
    const [forest] = asked.reader[0]!.evidence;
    expect(asked.reader[0]!.evidence).toEqual(asked.critic[0]!.evidence);
    expect(events.at(-1)).toEqual({
      type: 'done',
      summary: {
        answer: 'The duke built it [1].',
        citations: [
          {
            marker: 1,
            itemId: 'castle',
            span: 0,
            start: 0,
            end: 33,
            quote: 'The castle was built by the duke.',
          },
        ],
        rounds: 1,
        wholeTokens: expect.any(Number),
        keptTokens: expect.any(Number),
        modelCalls: 2,
        seconds: 0,
        reader: 'scripted',
        extractive: false,
        usage: { promptTokens: 20, completionTokens: 4 },
      },
    });
    expect(forest!.spans[0]!.text).toContain('The castle was built by the duke.');
  });

  it('asks no critic when it is the last', async () => {
    const { asked, run } = await setUp({ finds: { 'Who built it?': ['castle'] } });
    expect(types(await run({ rounds: 1, k: 4 }))).not.toContain('judged');
    expect(asked.critic).toHaveLength(0);
    expect(asked.ks).toEqual([4]);
  });
});

describe('further rounds', () => {
  const finds = {
    'Who built it?': ['castle'],
    'birthplace of the duke': ['castle', 'duke'],
    'pears of the duke': ['duke'],
  };

  it('compress only what is new, with their own query, and append it', async () => {
    const { asked, run } = await setUp({
      finds,
      verdicts: [
        insufficient('the birthplace', 'birthplace of the duke'),
        insufficient('pears', 'pears of the duke'),
      ],
    });
    const events = await run();
    expect(asked.queries).toEqual(['Who built it?', 'birthplace of the duke', 'pears of the duke']);
    expect(events.filter(({ type }) => type === 'follow-up')).toEqual([
      { type: 'follow-up', round: 2, query: 'birthplace of the duke', missing: 'the birthplace' },
      { type: 'follow-up', round: 3, query: 'pears of the duke', missing: 'pears' },
    ]);
    const compressed = events.filter((event) => event.type === 'compressed');
    expect(compressed.map(({ added }) => added)).toEqual([['castle'], ['duke'], []]);
    expect(compressed[1]!.evidence.map(({ round, forest }) => [round, forest.itemId])).toEqual([
      [1, 'castle'],
      [2, 'duke'],
    ]);
    // The castle keeps the scores of the round that found it.
    expect(compressed[1]!.evidence[0]).toEqual(compressed[0]!.evidence[0]);
    // Three rounds, two critics: none in the last.
    expect(asked.critic).toHaveLength(2);
    expect(asked.critic[1]!.searched).toEqual([
      { missing: 'the birthplace', query: 'birthplace of the duke' },
    ]);
    expect(events.at(-1)).toMatchObject({ summary: { rounds: 3, modelCalls: 3 } });
  });

  it.each([
    ['names a gap that was searched', insufficient('The birthplace!', 'something new')],
    ['repeats a query', insufficient('another gap', 'Birthplace of the Duke')],
    ['repeats the question', insufficient('another gap', 'who built it')],
    ['has no query', insufficient(null, null)],
    ['cannot be read', { ...insufficient(null, null), parsed: false }],
    ['is sufficient', sufficient],
  ])('end when the verdict %s', async (_, verdict) => {
    const { asked, run } = await setUp({
      finds,
      verdicts: [insufficient('the birthplace', 'birthplace of the duke'), verdict],
    });
    const events = await run();
    expect(asked.queries).toHaveLength(2);
    expect(types(events).slice(-3)).toEqual(['reading', 'answer-delta', 'done']);
    expect(events.at(-1)).toMatchObject({ summary: { rounds: 2 } });
  });

  it('end when the critic fails: the reader answers from what there is', async () => {
    const error = new CanopyError('CHAT_SERVER_ERROR', 'down');
    const { run } = await setUp({ finds, verdicts: [error] });
    const events = await run();
    expect(events).toContainEqual({ type: 'critic-failed', round: 1, error });
    expect(types(events).slice(-2)).toEqual(['answer-delta', 'done']);
    // The failed critic and the reader.
    expect(events.at(-1)).toMatchObject({ summary: { modelCalls: 2 } });
  });

  it.each([new CanopyError('STORE_FAILED', 'locked'), new TypeError('no such score')])(
    'count no model call for a critic that fails on the device: %s',
    async (error) => {
      const { run } = await setUp({ finds, verdicts: [error] });
      const events = await run();
      expect(types(events)).toContain('critic-failed');
      expect(events.at(-1)).toMatchObject({ summary: { modelCalls: 1 } });
    },
  );

  it('end the question when the encoder changed under them, in a critic or between two', async () => {
    const overtaken = new CanopyError('ENCODER_CHANGED', 'The encoder moved to wasm.');
    const inCritic = await setUp({ finds, verdicts: [overtaken] });
    await expect(inCritic.run()).rejects.toBe(overtaken);
    const between = await setUp({
      finds,
      verdicts: [insufficient('the birthplace', 'birthplace of the duke')],
    });
    let reads = 0;
    Object.defineProperty(between.dependencies.encoder, 'fingerprint', {
      get: () => ({ ...encoder.fingerprint, device: ++reads > 2 ? 'wasm' : 'webgpu' }),
    });
    await expect(between.run()).rejects.toMatchObject({ code: 'ENCODER_CHANGED' });
    expect(between.asked.queries).toEqual(['Who built it?']);
  });
});

it('nextGap searches the missing fact with the question when the critic gives no query', () => {
  expect(nextGap('Who built it?', insufficient('the duke’s name', null), [])).toEqual({
    missing: 'the duke’s name',
    query: 'Who built it? the duke’s name',
  });
});

describe('tables', () => {
  const finds = { 'Who built it?': ['castle'], more: ['table'], again: ['table'] };
  const verdicts = [insufficient('a', 'more'), insufficient('b', 'again')];

  it('are classified once, when the first one appears, by the question alone', async () => {
    const { asked, run } = await setUp({ finds, verdicts, tableKind: 'aggregate' });
    const events = await run();
    expect(asked.table).toEqual(['Who built it?']);
    expect(types(events).indexOf('table-question')).toBe(types(events).indexOf('retrieved', 1) + 1);
    const last = events.filter((event) => event.type === 'compressed').at(-1)!;
    expect(last.evidence[1]).toMatchObject({
      wholeBecause: 'aggregate-question',
      forest: { keptLeaves: 2 },
    });
    expect(last.evidence[0]).not.toHaveProperty('wholeBecause');
  });

  it('are refined like text for a lookup', async () => {
    const { run } = await setUp({ finds, verdicts, tableKind: 'lookup' });
    const last = (await run()).filter((event) => event.type === 'compressed').at(-1)!;
    expect(last.evidence[1]).not.toHaveProperty('wholeBecause');
  });

  it('stay whole when the classifier fails', async () => {
    const { run } = await setUp({ finds, verdicts, tableKind: new Error('down') });
    const events = await run();
    expect(events.find(({ type }) => type === 'table-question')).toMatchObject({
      kind: 'aggregate',
      reason: expect.stringContaining('down'),
    });
    expect(events.at(-1)).toMatchObject({ type: 'done' });
  });
});

describe('what goes wrong', () => {
  it('is named: an empty question, an empty collection', async () => {
    const { dependencies, run } = await setUp({ finds: {} });
    await expect(run()).rejects.toMatchObject({ code: 'NOTHING_INDEXED' });
    await expect(answerQuestion('  ', dependencies).next()).rejects.toMatchObject({
      code: 'QUESTION_EMPTY',
    });
  });

  it('in the reader reaches the caller after the pieces that came', async () => {
    const { dependencies } = await setUp({ finds: { 'Who built it?': ['castle'] } });
    const cut = new CanopyError('CHAT_STREAM_CUT', 'cut');
    const reader = {
      ...dependencies.reader,
      async *read(): AsyncGenerator<string, never> {
        yield 'The du';
        throw cut;
      },
    };
    const seen: AnswerEvent[] = [];
    const answering = (async () => {
      for await (const event of answerQuestion('Who built it?', { ...dependencies, reader }))
        seen.push(event);
    })();
    await expect(answering).rejects.toBe(cut);
    expect(seen.at(-1)).toEqual({ type: 'answer-delta', text: 'The du' });
  });

  it('stops the reader when nobody listens any more', async () => {
    const { dependencies } = await setUp({ finds: { 'Who built it?': ['castle'] } });
    let stopped = false;
    const reader = {
      ...dependencies.reader,
      async *read(): AsyncGenerator<string, never> {
        try {
          for (;;) yield 'and so on ';
        } finally {
          stopped = true;
        }
      },
    };
    for await (const event of answerQuestion('Who built it?', { ...dependencies, reader })) {
      if (event.type === 'answer-delta') break;
    }
    expect(stopped).toBe(true);
  });

  it.each(['retrieved', 'compressed', 'judged', 'reading', 'answer-delta'])(
    'stops when aborted after “%s”',
    async (type) => {
      const { asked, dependencies } = await setUp({ finds: { 'Who built it?': ['castle'] } });
      const controller = new AbortController();
      const seen: string[] = [];
      const answering = (async () => {
        const options = { signal: controller.signal };
        for await (const event of answerQuestion('Who built it?', dependencies, options)) {
          seen.push(event.type);
          if (event.type === type) controller.abort();
        }
      })();
      await expect(answering).rejects.toMatchObject({ code: 'ABORTED' });
      expect(seen.at(-1)).toBe(type);
      if (type !== 'reading' && type !== 'answer-delta') expect(asked.reader).toEqual([]);
    },
  );
});
