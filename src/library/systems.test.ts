import { describe, expect, it } from 'vitest';
import { createHashEncoder } from '../adapters/memory/hash-encoder.ts';
import { createMemoryRegionStore } from '../adapters/memory/memory-region-store.ts';
import { COMPRESSOR_NAMES } from '../compressors/compressor-names.ts';
import { compressorNamed, dialled } from '../compressors/compressors.ts';
import { recompExtractive } from '../compressors/recomp-extractive.ts';
import { selected } from '../compressors/selected.ts';
import type { AnswerEvent } from '../pipeline/answer-events.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import { noRetrieval } from '../strategies/no-retrieval.ts';
import { strategies } from '../strategies/strategies.ts';
import { STRATEGY_NAMES, type StrategyName } from '../strategies/strategy-names.ts';
import { keptText } from './kept-text.ts';
import { openCanopy } from './open-canopy.ts';
import type { KeepOptions, SearchOptions, TextDocument } from './options.ts';
import { withDefaults } from './systems.ts';

const penguins: TextDocument = {
  title: 'Penguins',
  text: 'The king penguin lays one egg in summer. It lives on islands. Tickets cost nine pounds. The shop sells maps.',
};
const copper: TextDocument = {
  title: 'Copper',
  text: 'Copper melts at 1085 degrees. Wire is drawn from it.',
};
const QUESTION = 'When does the king penguin lay its egg?';

function open(defaults: SearchOptions = {}) {
  const asked: string[] = [];
  const endpoint: ChatModel = {
    name: 'model',
    async *stream({ purpose, messages }) {
      asked.push(`${purpose}: ${messages.map(({ content }) => content).join('\n')}`);
      yield purpose === 'router' ? '{"sources": ["text"]}' : 'In summer [1].';
      return undefined;
    },
  };
  const store = createMemoryRegionStore();
  const parts = { openEncoder: async () => createHashEncoder(), openStore: async () => store };
  const ingester = { ingest: () => Promise.reject(new Error('no file was given')) };
  return { asked, endpoint, canopy: openCanopy({ ...parts, ingester }, defaults) };
}

async function lastOf(events: AsyncIterable<AnswerEvent>): Promise<AnswerEvent | undefined> {
  let last: AnswerEvent | undefined;
  for await (const event of events) last = event;
  return last;
}

describe('names', () => {
  it('are those of the strategies and compressors there are', () => {
    expect(strategies.map(({ name }) => name)).toEqual([...STRATEGY_NAMES]);
    const made = COMPRESSOR_NAMES.map((name) => compressorNamed(name).name);
    expect(made).toEqual(
      COMPRESSOR_NAMES.map((name) => (name === 'canopy' ? 'canopy-calibrated' : name)),
    );
    for (const [name, rule] of Object.entries(dialled)) expect(rule.name).toBe(name);
  });

  it.each([
    [{ strategy: 'best' as StrategyName }, 'There is no strategy called “best”.'],
    [{ compressor: 'zip' as 'flat-m' }, 'There is no compressor called “zip”.'],
    [
      { strategy: 'canopy', compressor: 'flat-m' } as const,
      'The strategy canopy takes no compressor.',
    ],
    [
      { strategy: 's2g-rag', compressor: 'canopy' } as const,
      'The strategy s2g-rag takes no compressor.',
    ],
  ])('that cannot be are refused at once: %j', (options, message) => {
    expect(() => open(options)).toThrow(message);
  });

  it('of compressors stand for their dial, which is refused where there is none', () => {
    expect(() => compressorNamed('flat-m', { dial: 21 })).toThrow(
      'The dial of flat-m cannot stand at 21.',
    );
    expect(() => compressorNamed('flat-leaf', { dial: 1 })).toThrow('flat-leaf has no dial');
  });
});

describe('a compressor', () => {
  it('cuts in place of the selection, by name and as an object', async () => {
    const { canopy } = open();
    const kept = async (options: Parameters<typeof canopy.compress>[2]) =>
      (await canopy.compress(QUESTION, [copper, penguins], options)).evidence.map(keptText);
    const one = ['', 'The king penguin lays one egg in summer.\n[…]'];
    expect(await kept({ compressor: 'recomp-extractive', dial: 1 })).toEqual(one);
    expect(await kept({ compressor: selected(recompExtractive, 1) })).toEqual(one);
    expect(await kept({ compressor: 'whole-item' })).toEqual([copper.text, penguins.text]);
    expect(await kept({ compressor: 'canopy', selection: 'flat-m', dial: 1 })).toEqual(
      await kept({ selection: 'flat-m', dial: 1 }),
    );
  });

  it('is refused a dial that it does not have', async () => {
    const { canopy } = open();
    await expect(
      canopy.compress(QUESTION, [copper], { compressor: 'flat-any', dial: 1 }),
    ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('leaves the dial alone that was set for the selection', () => {
    const defaults: KeepOptions = { selection: 'pool-relative', dial: 0.2 };
    expect(withDefaults<KeepOptions>(defaults, {})).toEqual(defaults);
    expect(withDefaults<KeepOptions>(defaults, { dial: 0.4 })).toEqual({ ...defaults, dial: 0.4 });
    expect(withDefaults<KeepOptions>(defaults, { compressor: 'flat-m' })).toEqual({
      selection: 'pool-relative',
      compressor: 'flat-m',
    });
    expect(withDefaults<KeepOptions>(defaults, { selection: 'flat-m' })).toEqual({
      selection: 'flat-m',
    });
  });

  it('keeps the dial where a call names the rule of the defaults again', () => {
    const dialOfCall = (defaults: KeepOptions, options: KeepOptions) =>
      withDefaults(defaults, options).dial;
    const poolRelative: KeepOptions = { selection: 'pool-relative', dial: 0.2 };
    expect(dialOfCall(poolRelative, { selection: 'pool-relative' })).toBe(0.2);
    expect(dialOfCall(poolRelative, { compressor: 'canopy' })).toBe(0.2);
    expect(dialOfCall({ dial: 0.9 }, { selection: 'calibrated' })).toBe(0.9);
    const flat: KeepOptions = { compressor: 'flat-m', dial: 3 };
    expect(dialOfCall(flat, { compressor: 'flat-m' })).toBe(3);
    // The compressor cuts, whatever the selection would.
    expect(dialOfCall(flat, { selection: 'pool-relative' })).toBe(3);
    expect(dialOfCall(flat, { compressor: 'canopy' })).toBeUndefined();
  });
});

describe('a strategy', () => {
  it('hands whole items to the model, or what a compressor leaves of them', async () => {
    const { canopy, endpoint, asked } = open();
    await canopy.index([copper, penguins]);
    const whole = { endpoint, strategy: 'vanilla-rag', k: 1 } as const;
    expect(await lastOf(canopy.answer(QUESTION, whole))).toMatchObject({
      type: 'done',
      summary: { answer: 'In summer [1].', modelCalls: 1 },
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('The shop sells maps.');
    await lastOf(canopy.answer(QUESTION, { ...whole, compressor: 'flat-m', dial: 1 }));
    expect(asked[1]).toContain('The king penguin lays one egg in summer.');
    expect(asked[1]).not.toContain('The shop sells maps.');
  });

  it('may be an object, and a default', async () => {
    const { canopy, endpoint, asked } = open({ strategy: noRetrieval });
    await lastOf(canopy.answer(QUESTION, { endpoint }));
    expect(asked).toHaveLength(1);
    expect(asked[0]).not.toContain('egg in summer');
  });

  it('asks the router first where it has one', async () => {
    const { canopy, endpoint, asked } = open({ strategy: 'canopy-routed', rounds: 1 });
    await canopy.index(penguins);
    await lastOf(canopy.answer(QUESTION, { endpoint }));
    expect(asked.map((request) => request.split(':')[0])).toEqual(['router', 'reader']);
  });

  it('says that it needs a model', async () => {
    const { canopy } = open({ strategy: 'ircot' });
    await expect(lastOf(canopy.answer(QUESTION))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'The strategy ircot needs a language model.',
    });
  });
});
