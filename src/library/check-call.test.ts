import { describe, expect, it } from 'vitest';
import { createHashEncoder } from '../adapters/memory/hash-encoder.ts';
import { createMemoryRegionStore } from '../adapters/memory/memory-region-store.ts';
import { createCanopy as createInBrowser } from './browser-canopy.ts';
import { createCanopy } from './node-canopy.ts';
import { openCanopy } from './open-canopy.ts';

/** An engine whose encoder must not be asked for: what is wrong is told before anything is loaded. */
const unopened = () =>
  openCanopy({
    openEncoder: () => Promise.reject(new Error('the encoder was asked for')),
    openStore: async () => createMemoryRegionStore(),
    ingester: { ingest: () => Promise.reject(new Error('a file was read')) },
  });

/** Calls as a program without types makes them. */
const loose = () => unopened() as unknown as Record<string, (...given: unknown[]) => unknown>;
const text = { text: 'Copper melts.' };
const bytes = new Uint8Array(1);
const item = { modality: 'text', title: '', headingPath: [], provenance: { source: 'a' } };

describe('a wrong call is refused by name before anything is loaded', () => {
  it.each<[string, unknown[], string]>([
    ['compress', [undefined, [text]], 'The query cannot be undefined.'],
    ['compress', [null, [text]], 'The query cannot be null.'],
    ['compress', [7, [text]], 'The query cannot be 7.'],
    ['compress', ['a', null], 'Entries cannot be null.'],
    ['compress', ['a', 7], 'Entries cannot be 7.'],
    ['compress', ['a', 'text'], 'Entries cannot be “text”.'],
    ['compress', ['a', [null]], 'Entries[0] cannot be null.'],
    ['compress', ['a', [text, 'string']], 'Entries[1] cannot be “string”.'],
    ['compress', ['a', [{}]], 'Text of entries[0] cannot be undefined.'],
    ['compress', ['a', [{ ...text, title: 5 }]], 'Title of entries[0] cannot be 5.'],
    ['compress', ['a', [item]], 'Text of entries[0] cannot be undefined.'],
    [
      'compress',
      ['a', [{ ...item, modality: 'song' }]],
      'Modality of entries[0] cannot be “song”.',
    ],
    ['compress', ['a', [{ ...item, ...text, provenance: {} }]], 'Provenance.source of entries[0]'],
    ['compress', ['a', [text], null], 'The options cannot be null.'],
    ['compress', ['a', [text], { selection: null }], 'Selection cannot be null.'],
    ['compress', ['a', [text], { selection: {} }], 'Selection cannot be this object.'],
    ['compress', ['a', [text], { compressor: {} }], 'Compressor cannot be this object.'],
    ['compress', ['a', [text], { signal: {} }], 'Signal cannot be this object.'],
    ['compress', ['a', undefined, { documents: 'zoo' }], 'Documents cannot be “zoo”.'],
    ['index', [undefined], 'The input cannot be undefined.'],
    ['index', [null], 'The input cannot be null.'],
    ['index', ['str'], 'The input cannot be “str”.'],
    ['index', [5], 'The input cannot be 5.'],
    ['index', [[null]], 'Input[0] cannot be null.'],
    ['index', [{ bytes }], 'Name of the input cannot be undefined.'],
    ['index', [{ name: 'a.txt', bytes: 'none' }], 'Bytes of the input cannot be “none”.'],
    ['index', [new Blob(['words'])], 'The input cannot be this object.'],
    ['index', [text, null], 'The options cannot be null.'],
    ['remove', [undefined], 'The document’s id cannot be undefined.'],
    ['ready', [null], 'The options cannot be null.'],
  ])('%s(%j)', async (call, given, message) => {
    await expect(loose()[call]!(...given)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(message),
      nextStep: expect.stringMatching(/^Expected: .+\.$/),
    });
  });

  it.each<[unknown, unknown, string]>([
    [undefined, {}, 'The question cannot be undefined.'],
    ['a', { endpoint: {} }, 'Url of the endpoint cannot be undefined.'],
    ['a', { endpoint: { url: 'http://localhost' } }, 'Model of the endpoint cannot be undefined.'],
    ['a', { endpoint: null }, 'Endpoint cannot be null.'],
    ['a', { strategy: {} }, 'Strategy cannot be this object.'],
  ])('answer(%j, %j)', async (question, options, message) => {
    const events = loose().answer!(question, options) as AsyncGenerator;
    await expect(events.next()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', message });
  });

  it.each([Number.NaN, -1, 0, 1.5, '3'])('k and rounds cannot be %s', async (count) => {
    const number = count as number;
    const shown = typeof count === 'string' ? `“${count}”` : String(count);
    const step = { code: 'INVALID_ARGUMENT', nextStep: expect.stringContaining('from 1 up') };
    await expect(unopened().compress('a', undefined, { k: number })).rejects.toMatchObject({
      ...step,
      message: `k cannot be ${shown}.`,
    });
    await expect(unopened().answer('a', { rounds: number }).next()).rejects.toMatchObject({
      ...step,
      message: `rounds cannot be ${shown}.`,
    });
    expect(() => createCanopy({ k: number })).toThrow(`k cannot be ${shown}.`);
  });

  it('and what is right comes through: items, texts and any iterable of them', async () => {
    const canopy = createCanopy({ encoder: createHashEncoder(), k: 1, rounds: 1 });
    const pool = new Set([text, { ...item, ...text, id: 'i', modality: 'text' as const }]);
    expect((await canopy.compress('copper', pool)).evidence).toHaveLength(2);
    expect(await canopy.index(pool)).toHaveLength(2);
  });
});

it('a store or encoder that there is none of is refused at once', () => {
  const names = (open: () => unknown) => {
    try {
      open();
      return 'nothing';
    } catch (error) {
      const { message, nextStep = '' } = error as { message: string; nextStep?: string };
      return `${message} ${nextStep}`;
    }
  };
  expect(names(() => createCanopy({ store: 'indexeddb' as 'memory' }))).toBe(
    'Store cannot be “indexeddb”. Expected: “memory” or a store of your own. IndexedDB is there in browsers only.',
  );
  expect(names(() => createCanopy({ store: 'bogus' as 'memory' }))).toContain('cannot be “bogus”');
  expect(names(() => createCanopy({ encoder: null as unknown as object }))).toContain('Encoder');
  expect(names(() => createInBrowser({ store: 'bogus' as 'memory' }))).toContain('“indexeddb”');
  expect(names(() => createCanopy({ store: createMemoryRegionStore() }))).toBe('nothing');
});
