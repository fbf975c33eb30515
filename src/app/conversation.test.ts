import { describe, expect, it } from 'vitest';
import { CanopyError } from '../core/errors.ts';
import { calibrated } from '../core/selections/calibrated-default.ts';
import { parentRelative } from '../core/selections/parent-relative.ts';
import { poolRelative } from '../core/selections/pool-relative.ts';
import type { AnswerEvent } from '../pipeline/answer-events.ts';
import { createConversation } from './conversation.ts';
import type { Engine } from './engine.ts';
import { createSettings } from './settings-store.ts';
import { unjudgedRounds, unsearchedReasons } from './turn.ts';

const DIALS: Engine['dials'] = {
  calibrated: calibrated.dial,
  'pool-relative': poolRelative.dial,
  'parent-relative': parentRelative.dial,
};

type Script = (question: string, signal: AbortSignal) => AsyncGenerator<AnswerEvent>;

function conversationOf(
  script: Script,
  files: Parameters<typeof createConversation>[3] = {
    settled: async () => 0,
    recheck: async () => undefined,
  },
) {
  const engine: Pick<Engine, 'answer' | 'dials'> = {
    dials: DIALS,
    answer: (question, _settings, _dial, { signal }) => {
      if (signal === undefined) throw new Error('A question without a signal cannot be stopped.');
      return script(question, signal);
    },
  };
  return createConversation(engine, createSettings(undefined), (task) => task(), files);
}

const done = (answer: string): AnswerEvent => ({
  type: 'done',
  summary: {
    answer,
    citations: [],
    rounds: 1,
    wholeTokens: 100,
    keptTokens: 10,
    modelCalls: 0,
    seconds: 0.1,
    reader: 'test',
    extractive: true,
  },
});

describe('conversation', () => {
  it('waits for files until the person asks what is ready, and says how many were not searched', async () => {
    const conversation = conversationOf(
      async function* () {
        yield done('In 1903.');
      },
      {
        settled: (signal) =>
          new Promise((resolve) => signal.addEventListener('abort', () => resolve(4))),
        recheck: async () => undefined,
      },
    );
    const asked = conversation.ask('When?');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(conversation.get()[0]).toMatchObject({ state: 'running', stage: 'waiting' });
    conversation.goAhead();
    await asked;
    expect(conversation.get()[0]).toMatchObject({ state: 'done', text: 'In 1903.', unread: 4 });
    // Stopped while it waits, it asks nothing.
    const stopped = conversation.ask('And then?');
    conversation.stop();
    await stopped;
    expect(conversation.get()[1]).toMatchObject({ state: 'stopped', text: '' });
  });

  it('asks once more when files came into the list after the first look', async () => {
    let looks = 0;
    const conversation = conversationOf(
      async function* () {
        if (looks === 1) throw new CanopyError('NOTHING_INDEXED', 'Nothing.');
        yield done('In 1903.');
      },
      {
        settled: async () => {
          looks += 1;
          return 0;
        },
        recheck: () => Promise.reject(new Error('The list is true.')),
      },
    );
    await conversation.ask('When?');
    expect(conversation.get()[0]).toMatchObject({ state: 'done', text: 'In 1903.' });
    expect(looks).toBe(2);
  });

  it('has the list of files looked at again when nothing is there to search', async () => {
    let looks = 0;
    const conversation = conversationOf(
      async function* (question) {
        if (question !== '') throw new CanopyError('NOTHING_INDEXED', 'Nothing.');
        yield done('');
      },
      {
        settled: async () => 0,
        recheck: async () => {
          looks += 1;
        },
      },
    );
    await conversation.ask('When?');
    expect(looks).toBe(1);
  });

  it('forgets what came before a question was started over', async () => {
    const conversation = conversationOf(async function* () {
      yield { type: 'retrieved', round: 1, query: 'q', items: [] };
      yield { type: 'follow-up', round: 2, query: 'q2', missing: 'the year' };
      yield { type: 'start-over' };
      yield { type: 'retrieved', round: 1, query: 'q', items: [] };
      yield done('In 1903.');
    });
    await conversation.ask('When?');
    const [turn] = conversation.get();
    expect(turn?.rounds).toEqual([{ round: 1, query: 'q', added: [] }]);
    expect(turn?.text).toBe('In 1903.');
  });

  it('builds a turn from the events, a follow-up opening its round', async () => {
    const conversation = conversationOf(async function* () {
      yield { type: 'retrieved', round: 1, query: 'q', items: [] };
      yield { type: 'compressed', round: 1, evidence: [], added: ['a'] };
      yield { type: 'follow-up', round: 2, query: 'q2', missing: 'the year' };
      yield { type: 'retrieved', round: 2, query: 'q2', items: [] };
      yield { type: 'answer-delta', text: 'In 19' };
      yield done('In 1903.');
    });
    await conversation.ask('  When?  ');
    const [turn] = conversation.get();
    expect(turn).toMatchObject({ question: 'When?', state: 'done', text: 'In 1903.' });
    expect(turn?.rounds).toEqual([
      { round: 1, query: 'q', added: ['a'] },
      { round: 2, query: 'q2', added: [], missing: 'the year' },
    ]);
  });

  it('keeps what a round added when its verdict brings dropped items back', async () => {
    const conversation = conversationOf(async function* () {
      yield { type: 'retrieved', round: 1, query: 'q', items: [] };
      yield { type: 'compressed', round: 1, evidence: [], added: ['a', 'b'] };
      yield { type: 'compressed', round: 1, evidence: [], added: [] };
      yield done('In 1903.');
    });
    await conversation.ask('When?');
    expect(conversation.get()[0]?.rounds).toEqual([{ round: 1, query: 'q', added: ['a', 'b'] }]);
  });

  it('keeps every reason why a part was not searched, each once', async () => {
    const [down, left] = ['No answer.', 'Only one is searched.'].map(
      (message) => new CanopyError('CHAT_UNREACHABLE', message),
    ) as [CanopyError, CanopyError];
    const conversation = conversationOf(async function* () {
      yield { type: 'unsearched', round: 1, error: down };
      yield { type: 'unsearched', round: 1, error: left };
      yield { type: 'unsearched', round: 1, error: new CanopyError(down.code, down.message) };
      yield { type: 'retrieved', round: 1, query: 'q', items: [] };
      yield { type: 'unsearched', round: 2, error: down };
      yield done('In 1903.');
    });
    await conversation.ask('When?');
    const { rounds } = conversation.get()[0] ?? { rounds: [] };
    expect(rounds.map(({ unsearched }) => unsearched)).toEqual([[down, left], [down]]);
    expect(unsearchedReasons({ rounds })).toEqual(['No answer.', 'Only one is searched.']);
  });

  it('lets the latest question win: a stale answer never paints', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const conversation = conversationOf(async function* (question) {
      if (question === 'first') await held;
      yield done(`answer to ${question}`);
    });
    const first = conversation.ask('first');
    await conversation.ask('second');
    release();
    await first;
    expect(conversation.get().map(({ state, text }) => [state, text])).toEqual([
      ['stopped', ''],
      ['done', 'answer to second'],
    ]);
  });

  it('keeps what had arrived when an answer fails, and asks again in its place', async () => {
    let calls = 0;
    const conversation = conversationOf(async function* () {
      calls += 1;
      yield { type: 'answer-delta', text: 'Half' };
      if (calls === 1) throw new CanopyError('CHAT_STREAM_CUT', 'The reply broke off.');
      yield done('Whole.');
    });
    await conversation.ask('What?');
    expect(conversation.get()[0]).toMatchObject({
      state: 'failed',
      text: 'Half',
      error: { code: 'CHAT_STREAM_CUT' },
    });
    await conversation.retry(1);
    expect(conversation.get()).toHaveLength(1);
    expect(conversation.get()[0]).toMatchObject({
      state: 'done',
      text: 'Whole.',
      error: undefined,
    });
  });

  it('tells of rounds that nobody judged only where an answer was made from them', () => {
    const criticError = new CanopyError('CHAT_SERVER_ERROR', 'down');
    const rounds = [
      { round: 1, query: 'q', added: [] },
      { round: 2, query: 'r', added: [], criticError },
    ];
    expect(unjudgedRounds({ rounds, error: undefined })).toEqual([{ round: 2, criticError }]);
    const error = new CanopyError('CHAT_STREAM_CUT', 'cut');
    expect(unjudgedRounds({ rounds, error })).toEqual([]);
  });
});
