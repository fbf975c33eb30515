import { describe, expect, it } from 'vitest';
import { createHashEncoder } from '../adapters/memory/hash-encoder.ts';
import { createMemoryRegionStore } from '../adapters/memory/memory-region-store.ts';
import type { AnswerEvent } from '../pipeline/answer-events.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import type { Encoder } from '../ports/encoder.ts';
import type { Ingester } from '../ports/ingester.ts';
import { keptText } from './kept-text.ts';
import { openCanopy } from './open-canopy.ts';
import type { SearchOptions, TextDocument } from './options.ts';

const penguins: TextDocument = {
  id: 'penguins',
  title: 'Penguins',
  text: 'The king penguin lays one egg in summer. It lives on islands. Tickets cost nine pounds. The shop sells maps.',
};
const copper: TextDocument = {
  title: 'Copper',
  text: 'Copper melts at 1085 degrees. Wire is drawn from it.',
};
const noFiles: Ingester = { ingest: () => Promise.reject(new Error('no file was given')) };

function open(defaults: SearchOptions = {}, encoder: Encoder = createHashEncoder()) {
  const store = createMemoryRegionStore();
  const parts = { openEncoder: async () => encoder, openStore: async () => store };
  return { store, canopy: openCanopy({ ...parts, ingester: noFiles }, defaults) };
}

async function eventsOf(events: AsyncIterable<AnswerEvent>): Promise<AnswerEvent[]> {
  const all: AnswerEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

describe('compress of given entries', () => {
  it('keeps verbatim what the query needs and tells tokens before and after', async () => {
    const { canopy } = open({ selection: 'flat-m', dial: 1 });
    const result = await canopy.compress('When does the king penguin lay its egg?', [penguins]);
    expect(result.evidence.map(keptText)).toEqual([
      'The king penguin lays one egg in summer.\n[…]',
    ]);
    expect(result.text).toBe('## Penguins\n[1] The king penguin lays one egg in summer.\n[…]');
    expect(result.tokensAfter).toBeLessThan(result.tokensBefore);
    expect(result.items[0]?.indexed.item.title).toBe('Penguins');
  });

  it('gives every entry its place: dropped ones and empty ones without spans', async () => {
    const { canopy } = open({ selection: 'pool-relative', dial: 0 });
    const entries = [copper, { text: '  ' }, penguins, penguins];
    const { evidence } = await canopy.compress('king penguin egg summer', entries);
    expect(evidence.map(({ title }) => title)).toEqual(['Copper', '', 'Penguins', 'Penguins']);
    expect(evidence.map(({ spans }) => spans.length)).toEqual([0, 0, 1, 1]);
  });

  it('embeds the same content once, whatever its source', async () => {
    const encoder = createHashEncoder();
    let regions = 0;
    const counting: Encoder = {
      ...encoder,
      embedRegions: (inputs, options) => {
        regions += inputs.length;
        return encoder.embedRegions(inputs, options);
      },
    };
    const { canopy } = open({}, counting);
    await canopy.compress('egg', [penguins]);
    const first = regions;
    const { evidence } = await canopy.compress('maps', [{ ...penguins, source: 'zoo.txt' }]);
    expect(first).toBe(7);
    expect(regions).toBe(first);
    expect(evidence[0]?.provenance.source).toBe('zoo.txt');
  });

  it('keeps tables whole for a question over all rows, and may be told not to', async () => {
    const { canopy } = open({ selection: 'flat-m', dial: 1 });
    const table = {
      ...({ id: 't', modality: 'table', title: 'Moons', headingPath: [] } as const),
      provenance: { source: 'moons.csv' },
      columns: ['Moon', 'Planet'],
      rows: [
        ['Io', 'Jupiter'],
        ['Titan', 'Saturn'],
        ['Triton', 'Neptune'],
      ],
    };
    const kept = async (wholeTables?: boolean) => {
      const options = wholeTables === undefined ? {} : { wholeTables };
      const { evidence } = await canopy.compress('How many moons are listed?', [table], options);
      return evidence[0]?.keptLeaves;
    };
    expect(await kept()).toBe(3);
    expect(await kept(false)).toBe(1);
  });

  it('refuses what cannot be, by name', async () => {
    const { canopy } = open();
    const code = (work: Promise<unknown>) => expect(work).rejects;
    await code(canopy.compress(' ', [copper])).toMatchObject({ code: 'QUESTION_EMPTY' });
    await code(canopy.compress('a')).toMatchObject({ code: 'NOTHING_INDEXED' });
    await code(canopy.compress('a', [copper], { dial: 7 })).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'The dial of calibrated cannot stand at 7.',
    });
    const signal = AbortSignal.abort();
    await code(canopy.compress('a', [copper], { signal })).toMatchObject({ code: 'ABORTED' });
    expect(() => open({ selection: 'best' as 'flat-m' })).toThrow('no selection called “best”');
  });
});

describe('the collection', () => {
  it('finds, answers with quotations and removes', async () => {
    const { canopy, store } = open({ selection: 'flat-m', dial: 1 });
    const [document] = await canopy.index([penguins, copper]);
    expect(document).toMatchObject({ id: 'penguins', name: 'Penguins', leaves: 4 });
    const result = await canopy.compress('copper melts', undefined, { k: 1 });
    expect(result.evidence.map(keptText)).toEqual(['Copper melts at 1085 degrees.\n[…]']);
    const events = await eventsOf(canopy.answer('At what degrees copper melts?'));
    expect(events.at(-1)).toMatchObject({ type: 'done', summary: { extractive: true } });
    expect(canopy.ledger.entries()).toEqual([]);
    await canopy.remove('penguins');
    expect((await canopy.documents()).map(({ name }) => name)).toEqual(['Copper']);
    await canopy.clear();
    expect(await store.listDocuments()).toEqual([]);
    await expect(canopy.compress('copper')).rejects.toMatchObject({ code: 'NOTHING_INDEXED' });
  });

  it('searches the named documents only', async () => {
    const { canopy } = open();
    await canopy.index([penguins, copper]);
    const options = { documents: ['penguins'] };
    const { evidence } = await canopy.compress('copper melts', undefined, options);
    expect(evidence.map(({ title }) => title)).toEqual(['Penguins']);
  });

  it('forgets the old words of a document that is indexed again', async () => {
    const { canopy, store } = open();
    const [first] = await canopy.index(penguins);
    await canopy.index({ ...penguins, text: 'Penguins moult in spring.' });
    expect(await canopy.documents()).toHaveLength(1);
    expect(await store.findItems(first!.itemIds)).toEqual([undefined]);
    const { text } = await canopy.compress('penguins');
    expect(text).toBe('## Penguins\n[1] Penguins moult in spring.');
  });

  it('embeds a stored collection again for another encoder', async () => {
    const store = createMemoryRegionStore();
    const parts = (encoder: Encoder) => ({
      ...{ openEncoder: async () => encoder, openStore: async () => store, ingester: noFiles },
    });
    await openCanopy(parts(createHashEncoder())).index(copper);
    const second = openCanopy(parts(createHashEncoder({ revision: '2' })));
    const { evidence } = await second.compress('copper');
    expect(evidence.map(({ title }) => title)).toEqual(['Copper']);
  });

  it('goes on for the next call when the one that began to embed again was stopped', async () => {
    const store = createMemoryRegionStore();
    const parts = (encoder: Encoder) => ({
      ...{ openEncoder: async () => encoder, openStore: async () => store, ingester: noFiles },
    });
    await openCanopy(parts(createHashEncoder())).index(copper);
    const encoder = createHashEncoder({ revision: '2' });
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const second = openCanopy(
      parts({
        ...encoder,
        embedRegions: async (inputs, options) => {
          await held;
          return encoder.embedRegions(inputs, options);
        },
      }),
    );
    const stop = new AbortController();
    const stopped = second.compress('copper', undefined, { signal: stop.signal });
    const next = second.compress('copper');
    // Both wait for the same work by now.
    await new Promise((resolve) => setTimeout(resolve));
    stop.abort();
    goOn();
    await expect(stopped).rejects.toMatchObject({ code: 'ABORTED' });
    expect((await next).evidence.map(({ title }) => title)).toEqual(['Copper']);
  });

  it('asks a language model with the evidence alone', async () => {
    const asked: string[] = [];
    const endpoint: ChatModel = {
      name: 'model',
      async *stream({ purpose, messages }) {
        asked.push(`${purpose}: ${messages.map(({ content }) => content).join('\n')}`);
        yield 'In summer [1].';
        return undefined;
      },
    };
    const { canopy } = open({ endpoint, rounds: 1, selection: 'flat-m', dial: 1 });
    await canopy.index(penguins);
    const events = await eventsOf(canopy.answer('When does the king penguin lay its egg?'));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('The king penguin lays one egg in summer.');
    expect(asked[0]).not.toContain('The shop sells maps.');
    expect(events.at(-1)).toMatchObject({
      summary: { answer: 'In summer [1].', citations: [{ itemId: expect.any(String) }] },
    });
  });

  it('stops everything when it is disposed', async () => {
    const { canopy } = open();
    await canopy.index(copper);
    const answer = canopy.answer('copper');
    await answer.next();
    await canopy.dispose();
    await expect(eventsOf(answer)).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('refuses every call once it is disposed, loads nothing for it, and may be disposed again', async () => {
    const made = { encoders: 0, freed: 0 };
    const canopy = openCanopy({
      openEncoder: async () => {
        made.encoders++;
        return createHashEncoder();
      },
      openStore: async () => createMemoryRegionStore(),
      ingester: noFiles,
      dispose: async () => {
        if (made.freed++ > 0) throw new Error('Session already disposed.');
      },
    });
    await Promise.all([canopy.dispose(), canopy.dispose()]);
    await canopy.dispose();
    const calls = [
      () => canopy.index(copper),
      () => canopy.index([]),
      () => canopy.compress('copper', [copper]),
      () => canopy.answer('copper').next(),
      () => canopy.ready(),
      () => canopy.documents(),
      () => canopy.remove('penguins'),
      () => canopy.clear(),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({
        code: 'DISPOSED',
        message: 'This engine was disposed.',
        nextStep: 'Create another one with createCanopy.',
      });
    }
    expect(made).toEqual({ encoders: 0, freed: 1 });
  });

  it('opens its parts again after a failure', async () => {
    let tries = 0;
    const canopy = openCanopy({
      openEncoder: async () => {
        if (tries++ === 0) throw new Error('offline');
        return createHashEncoder();
      },
      openStore: async () => createMemoryRegionStore(),
      ingester: noFiles,
    });
    await expect(canopy.ready()).rejects.toThrow('offline');
    await canopy.ready();
    expect(tries).toBe(2);
  });
});
