import { describe, expect, it } from 'vitest';
import { createHashEncoder } from '../adapters/memory/hash-encoder.ts';
import { createMemoryRegionStore } from '../adapters/memory/memory-region-store.ts';
import { CanopyError } from '../core/errors.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import type { TextItem } from '../core/item.ts';
import { regionInputs } from '../core/region-input.ts';
import { cosines } from '../core/similarity.ts';
import type { Encoder } from '../ports/encoder.ts';
import type { Ingester } from '../ports/ingester.ts';
import type { RegionStore } from '../ports/region-store.ts';
import { indexDocument, reindexStale } from './index-document.ts';
import type { IndexEvent } from './index-events.ts';

/** An item of numbered sentences. */
function textItem(id: string, sentenceCount: number): TextItem {
  const sentences = Array.from({ length: sentenceCount }, (_, n) => `Item ${id} says ${n}.`);
  let end = -1;
  return {
    id,
    modality: 'text',
    title: `Title ${id}`,
    headingPath: [],
    provenance: { source: 'notes.txt' },
    text: sentences.join(' '),
    sentences: sentences.map((sentence) => {
      const start = end + 1;
      end = start + sentence.length;
      return [start, end] as const;
    }),
  };
}

const file = { name: 'notes.txt', bytes: new Uint8Array(99) };

function ingests(items: readonly TextItem[]): Ingester {
  return { ingest: () => Promise.resolve({ id: 'doc', items, warnings: ['Odd characters.'] }) };
}

/** An encoder that records the size of every call, and may change or fail before one. */
function watched(before: (call: number) => void = () => undefined, base = createHashEncoder()) {
  const calls: number[] = [];
  const encoder: Encoder = {
    ...base,
    embedRegions(regions, options) {
      before(calls.length);
      calls.push(regions.length);
      return base.embedRegions(regions, options);
    },
  };
  return { encoder, calls };
}

async function run(
  items: readonly TextItem[],
  encoder: Encoder,
  store: RegionStore,
  signal?: AbortSignal,
): Promise<IndexEvent[]> {
  const events: IndexEvent[] = [];
  const deps = { ingester: ingests(items), encoder, store, now: () => 7 };
  for await (const event of indexDocument(file, deps, signal === undefined ? {} : { signal })) {
    events.push(event);
  }
  return events;
}

describe('indexDocument', () => {
  it('stores every item with the vectors of its regions, then the document', async () => {
    const store = createMemoryRegionStore();
    const { encoder } = watched();
    const items = [textItem('a', 3), textItem('b', 1)];
    const events = await run(items, encoder, store);
    const document = {
      id: 'doc',
      name: 'notes.txt',
      bytes: 99,
      addedAt: 7,
      itemIds: ['a', 'b'],
      modalities: ['text'],
      tokens: expect.any(Number),
      leaves: 4,
      warnings: ['Odd characters.'],
    };
    expect(events).toEqual([
      { type: 'reading' },
      { type: 'planned', itemIds: ['a', 'b'] },
      { type: 'embedding', done: 0, total: 6 },
      { type: 'embedding', done: 6, total: 6 },
      { type: 'embedding', done: 6, total: 6 },
      { type: 'indexed', document, embedded: 6 },
    ]);
    expect(await store.listDocuments()).toEqual([document]);
    const [stored] = await store.getItems(['a'], fingerprintKey(encoder.fingerprint));
    const inputs = regionInputs(stored!.item, stored!.leaves, stored!.tree);
    const batch = await encoder.embedRegions(inputs);
    for (let region = 0; region < 5; region++) {
      const own = batch.data.subarray(region * 256, (region + 1) * 256);
      expect(cosines(own, stored!.vectors)[region]).toBeCloseTo(1, 3);
    }
  });

  it('tells how far a long file is read before anything is embedded', async () => {
    const ingester: Ingester = {
      ingest: async (_, { onProgress } = {}) => {
        onProgress?.(12, 300);
        return { id: 'doc', items: [textItem('a', 1)], warnings: [] };
      },
    };
    const deps = { ingester, encoder: createHashEncoder(), store: createMemoryRegionStore() };
    const told: IndexEvent[] = [];
    for await (const event of indexDocument(file, deps)) told.push(event);
    expect(told.slice(0, 3)).toEqual([
      { type: 'reading' },
      { type: 'reading', parts: { done: 12, total: 300 } },
      { type: 'planned', itemIds: ['a'] },
    ]);
  });

  it('embeds many small items together', async () => {
    const { encoder, calls } = watched();
    // 3 sentences make 5 regions: 51 such items fill a call of 256.
    const items = Array.from({ length: 120 }, (_, n) => textItem(`n${n}`, 3));
    await run(items, encoder, createMemoryRegionStore());
    expect(calls).toEqual([255, 255, 90]);
  });

  it('splits a long item over several calls, with progress between them', async () => {
    const { encoder, calls } = watched();
    const events = await run([textItem('long', 300)], encoder, createMemoryRegionStore());
    expect(calls).toEqual([256, 256, 87]);
    expect(
      events
        .filter(({ type }) => type === 'embedding')
        .map((event) => 'done' in event && event.done),
    ).toEqual([0, 256, 512, 599, 599]);
  });

  it('embeds nothing that is stored already', async () => {
    const store = createMemoryRegionStore();
    await run([textItem('a', 3)], createHashEncoder(), store);
    const { encoder, calls } = watched();
    const events = await run(
      [textItem('a', 3), textItem('b', 2), textItem('b', 2)],
      encoder,
      store,
    );
    expect(calls).toEqual([3]);
    expect(events[2]).toEqual({ type: 'embedding', done: 5, total: 8 });
    expect(events.at(-1)).toMatchObject({ embedded: 3, document: { itemIds: ['a', 'b'] } });
  });

  it('keeps what was finished when it is interrupted, and goes on from there', async () => {
    const store = createMemoryRegionStore();
    const items = Array.from({ length: 120 }, (_, n) => textItem(`n${n}`, 3));
    const stop = new AbortController();
    const first = watched((call) => {
      if (call === 1) stop.abort();
    });
    await expect(run(items, first.encoder, store, stop.signal)).rejects.toMatchObject({
      code: 'ABORTED',
    });
    expect(await store.listDocuments()).toEqual([]);
    const failing = watched(() => {
      throw new Error('no more');
    });
    await expect(run(items, failing.encoder, store)).rejects.toThrow('no more');
    const second = watched();
    const events = await run(items, second.encoder, store);
    expect(events[2]).toEqual({ type: 'embedding', done: 255, total: 600 });
    expect(second.calls).toEqual([255, 90]);
    expect(events.at(-1)).toMatchObject({ embedded: 345 });
  });

  it('starts over under the new fingerprint when the encoder changes on the way', async () => {
    const store = createMemoryRegionStore();
    const base = createHashEncoder();
    let fingerprint = base.fingerprint;
    const { encoder, calls } = watched((call) => {
      if (call === 1) fingerprint = { ...fingerprint, device: 'wasm' };
    }, base);
    const changing = Object.defineProperty({ ...encoder }, 'fingerprint', {
      get: () => fingerprint,
    });
    const items = Array.from({ length: 60 }, (_, n) => textItem(`n${n}`, 3));
    const events = await run(items, changing, store);
    expect(calls).toEqual([255, 45, 255, 45]);
    const ids = items.map(({ id }) => id);
    expect(await store.missing(ids, fingerprintKey(fingerprint))).toEqual([]);
    expect(events.at(-1)).toMatchObject({ type: 'indexed', embedded: 555 });
  });

  it('starts over when the change overtakes a call', async () => {
    const store = createMemoryRegionStore();
    const base = createHashEncoder();
    let fingerprint = base.fingerprint;
    const { encoder, calls } = watched((call) => {
      if (call !== 1 || fingerprint !== base.fingerprint) return;
      fingerprint = { ...fingerprint, device: 'wasm' };
      throw new CanopyError('ENCODER_CHANGED', 'The encoder moved to wasm.');
    }, base);
    const changing = Object.defineProperty({ ...encoder }, 'fingerprint', {
      get: () => fingerprint,
    });
    const items = Array.from({ length: 60 }, (_, n) => textItem(`n${n}`, 3));
    const events = await run(items, changing, store);
    expect(calls).toEqual([255, 255, 45]);
    const ids = items.map(({ id }) => id);
    expect(await store.missing(ids, fingerprintKey(fingerprint))).toEqual([]);
    expect(events.at(-1)).toMatchObject({ type: 'indexed', embedded: 555 });
  });

  it('embeds a shared item again when the other document that held it is removed meanwhile', async () => {
    const store = createMemoryRegionStore();
    await run([textItem('shared', 3)], createHashEncoder(), store);
    const removing = watched(() => void store.removeDocument('doc'));
    const shared = [textItem('shared', 3), textItem('own', 2)];
    const deps = { ingester: ingests(shared), encoder: removing.encoder, store };
    for await (const event of indexDocument(file, deps)) expect(event).toBeDefined();
    const [document] = await store.listDocuments();
    expect(document?.itemIds).toEqual(['shared', 'own']);
    const key = fingerprintKey(removing.encoder.fingerprint);
    expect(await store.missing(['shared', 'own'], key)).toEqual([]);
    expect(removing.calls).toEqual([3, 5]);
  });

  it('gives up on an encoder that never stops changing', async () => {
    let changes = 0;
    const base = createHashEncoder();
    const changing = Object.defineProperty({ ...base }, 'fingerprint', {
      get: () => ({ ...base.fingerprint, revision: String(changes++) }),
    });
    await expect(
      run([textItem('a', 2)], changing, createMemoryRegionStore()),
    ).rejects.toMatchObject({ code: 'ENCODER_CRASHED' });
  });

  it('refuses a file without content, naming it', async () => {
    const empty = { ...textItem('e', 1), text: '', sentences: [] };
    await expect(
      run([empty], createHashEncoder(), createMemoryRegionStore()),
    ).rejects.toMatchObject({ code: 'FILE_EMPTY', message: expect.stringContaining('notes.txt') });
  });

  it('composes the vectors of regions that the encoder could not read whole', async () => {
    const base = createHashEncoder();
    // Title: 2 words, a sentence: 4; with 2 special tokens two sentences fit 12, four do not.
    const { encoder, calls } = watched(() => undefined, { ...base, window: 12 });
    const store = createMemoryRegionStore();
    await run([textItem('a', 4)], encoder, store);
    expect(calls).toEqual([6]);
    const [stored] = await store.getItems(['a'], fingerprintKey(base.fingerprint));
    const inputs = regionInputs(stored!.item, stored!.leaves, stored!.tree);
    const { data } = await base.embedRegions(inputs.slice(1, 3));
    const mean = Float32Array.from({ length: 256 }, (_, i) => data[i]! + data[256 + i]!);
    const length = Math.hypot(...mean);
    const cosine = cosines(
      mean.map((value) => value / length),
      stored!.vectors,
    )[0];
    expect(cosine).toBeCloseTo(1, 3);
  });
});

describe('reindexStale', () => {
  it('embeds stored documents again for another encoder, without their files', async () => {
    const store = createMemoryRegionStore();
    await run([textItem('a', 3), textItem('b', 2)], createHashEncoder(), store);
    const next = createHashEncoder({ revision: '2' });
    const events: IndexEvent[] = [];
    for await (const event of reindexStale({ encoder: next, store })) events.push(event);
    expect(events[0]).toEqual({ type: 'embedding', done: 0, total: 8 });
    expect(events.at(-1)).toMatchObject({ type: 'indexed', embedded: 8, document: { id: 'doc' } });
    expect(await store.missing(['a', 'b'], fingerprintKey(next.fingerprint))).toEqual([]);
    for await (const event of reindexStale({ encoder: next, store })) expect(event).toBeUndefined();
  });

  it('leaves nothing of a document that is removed meanwhile', async () => {
    const store = createMemoryRegionStore();
    await run([textItem('a', 3)], createHashEncoder(), store);
    const removing = watched(
      () => void store.removeDocument('doc'),
      createHashEncoder({ revision: '2' }),
    );
    for await (const event of reindexStale({ encoder: removing.encoder, store })) {
      expect(event.type).not.toBe('reading');
    }
    expect(await store.findItems(['a'])).toEqual([undefined]);
  });
});
