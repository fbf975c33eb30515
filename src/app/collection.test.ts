import { describe, expect, it } from 'vitest';
import { CanopyError } from '../core/errors.ts';
import type { StoredDocument } from '../ports/region-store.ts';
import { createCollection } from './collection.ts';
import type { Engine } from './engine.ts';
import type { IncomingFile } from './incoming-file.ts';
import { strings } from './strings.ts';

const documentOf = (name: string, id = name): StoredDocument => ({
  id,
  name,
  bytes: 10,
  addedAt: 0,
  itemIds: [`${id}/1`],
  modalities: ['text'],
  tokens: 5,
  leaves: 1,
  warnings: [],
});

const fileOf = (name: string): IncomingFile => ({
  name,
  size: 10,
  arrayBuffer: async () => new ArrayBuffer(10),
});

function collectionOf(
  index: Engine['index'],
  stored: StoredDocument[] = [],
  onFrame: (task: () => void) => void = (task) => task(),
) {
  const removed: string[] = [];
  const released: string[][] = [];
  const collection = createCollection(
    {
      open: async () => ({ documents: stored, persistent: true }),
      documents: async () => stored,
      index,
      remove: async (id) => {
        removed.push(id);
      },
      sweep: async () => undefined,
      release: async (itemIds) => {
        released.push([...itemIds]);
      },
      clear: async () => {
        removed.push('everything');
      },
    },
    onFrame,
    () => 0,
  );
  return { collection, removed, released };
}

const settled = (collection: ReturnType<typeof collectionOf>['collection']) =>
  collection.settled(new AbortController().signal);

const steps = (collection: ReturnType<typeof collectionOf>['collection']) =>
  collection.get().files.map(({ name, state }) => [name, state.step]);

describe('collection', () => {
  it('has nothing to wait for when no file is added', async () => {
    const { collection } = collectionOf(async function* () {});
    await collection.open();
    collection.add([]);
    expect(collection.get().batch).toBeUndefined();
    await settled(collection);
  });

  it('names the file that fails while the others go on, and tries it again', async () => {
    let fails = true;
    const { collection } = collectionOf(async function* ({ name }) {
      if (name === 'bad.txt' && fails) throw new CanopyError('FILE_EMPTY', 'bad.txt is empty.');
      yield { type: 'indexed', document: documentOf(name), embedded: 1 };
    });
    await collection.open();
    collection.add([fileOf('a.txt'), fileOf('bad.txt'), fileOf('c.txt')]);
    await settled(collection);
    expect(steps(collection)).toEqual([
      ['a.txt', 'ready'],
      ['bad.txt', 'failed'],
      ['c.txt', 'ready'],
    ]);
    expect(collection.get().batch).toBeUndefined();
    fails = false;
    collection.retry(collection.get().files[1]?.key ?? '');
    await settled(collection);
    expect(steps(collection)[1]).toEqual(['bad.txt', 'ready']);
  });

  it('takes files out of the list that the store has lost, and says so', async () => {
    const stored = [documentOf('a.txt'), documentOf('b.txt')];
    const { collection } = collectionOf(async function* () {}, stored);
    await collection.open();
    await collection.recheck();
    expect(collection.get().error).toBeUndefined();
    stored.length = 0;
    await collection.recheck();
    expect(collection.get().files).toEqual([]);
    expect(collection.get().error?.message).toMatch(/^2 files are gone/);
  });

  it('shows the same bytes once', async () => {
    const { collection } = collectionOf(async function* ({ name }) {
      yield { type: 'indexed', document: documentOf(name, 'same-hash'), embedded: 0 };
    });
    await collection.open();
    collection.add([fileOf('a.txt'), fileOf('copy.txt')]);
    await settled(collection);
    expect(steps(collection)).toEqual([['copy.txt', 'ready']]);
  });

  it('shows how far a long file is read', async () => {
    const { collection } = collectionOf(async function* () {
      yield { type: 'reading' };
      yield { type: 'reading', parts: { done: 12, total: 300 } };
      await new Promise(() => undefined);
    });
    await collection.open();
    collection.add([fileOf('book.pdf')]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(collection.get().files[0]?.state).toEqual({
      step: 'reading',
      parts: { done: 12, total: 300 },
    });
    expect(strings.collection.readingParts('book.pdf', 12, 300)).toBe('Reading, 12 of 300 pages');
    expect(strings.collection.readingParts('talk.mp4', 1, 40)).toBe('Reading, 1 of 40 parts');
  });

  it('cancels what waits and what works, and keeps what is ready', async () => {
    const signals: AbortSignal[] = [];
    const { collection, removed } = collectionOf(
      async function* (_, { signal }) {
        if (signal !== undefined) signals.push(signal);
        await new Promise(() => undefined);
        yield { type: 'reading' };
      },
      [documentOf('kept.txt')],
    );
    await collection.open();
    collection.add([fileOf('a.txt'), fileOf('b.txt')]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    collection.cancelAll();
    expect(steps(collection)).toEqual([['kept.txt', 'ready']]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(collection.get().batch).toBeUndefined();
    expect(removed).toEqual([]);
    await collection.remove('kept.txt');
    expect(removed).toEqual(['kept.txt']);
  });

  it('takes a file out of the store again that was cancelled while it was being stored', async () => {
    let store = () => {};
    const { collection, removed } = collectionOf(
      async function* ({ name }) {
        await new Promise<void>((resolve) => {
          store = resolve;
        });
        // The copy is in the collection under another name.
        const id = name === 'copy.txt' ? 'kept.txt' : name;
        yield { type: 'indexed', document: documentOf(name, id), embedded: 1 };
      },
      [documentOf('kept.txt')],
    );
    await collection.open();
    for (const name of ['late.txt', 'copy.txt']) {
      collection.add([fileOf(name)]);
      await new Promise((resolve) => setTimeout(resolve, 5));
      collection.cancelAll();
      store();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(removed).toEqual(['late.txt']);
    expect(steps(collection)).toEqual([['kept.txt', 'ready']]);
  });

  it('releases the items of a cancelled file once its work has ended', async () => {
    let stop = () => {};
    const { collection, released } = collectionOf(async function* ({ name }) {
      yield { type: 'planned', itemIds: [`${name}/1`] };
      await new Promise<void>((resolve) => {
        stop = resolve;
      });
      throw new CanopyError('ABORTED', 'Cancelled.');
    });
    await collection.open();
    collection.add([fileOf('a.txt'), fileOf('b.txt')]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    collection.cancelAll();
    expect(released).toEqual([]);
    stop();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(released).toEqual([['a.txt/1']]);
  });

  it('keeps the items of a file whose encoder failed for another try, until its row is removed', async () => {
    const codes = { 'crash.txt': 'ENCODER_CRASHED', 'full.txt': 'STORE_QUOTA_EXCEEDED' } as const;
    const { collection, released, removed } = collectionOf(async function* ({ name }) {
      yield { type: 'planned', itemIds: [`${name}/1`] };
      const code = codes[name as keyof typeof codes];
      if (code !== undefined) throw new CanopyError(code, 'It failed.');
      yield { type: 'indexed', document: documentOf(name), embedded: 1 };
    });
    await collection.open();
    collection.add(['crash.txt', 'full.txt', 'a.txt'].map(fileOf));
    await settled(collection);
    expect(collection.get().paused).toBe('full');
    collection.resume();
    await settled(collection);
    expect(released).toEqual([['full.txt/1']]);
    for (const { key } of collection.get().files) await collection.remove(key);
    expect(released).toEqual([['full.txt/1'], ['crash.txt/1']]);
    expect(removed).toEqual(['a.txt']);
  });

  it('deletes everything, what is under way as well', async () => {
    const { collection, removed, released } = collectionOf(
      async function* (_, { signal }) {
        yield { type: 'planned', itemIds: ['x'] };
        await new Promise((_resolve, reject) => {
          const stop = () => reject(new CanopyError('ABORTED', 'Cancelled.'));
          signal?.addEventListener('abort', stop);
        });
      },
      [documentOf('kept.txt')],
    );
    await collection.open();
    collection.add([fileOf('a.txt')]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await collection.clear();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(removed).toEqual(['everything']);
    expect(released).toEqual([['x']]);
    expect(collection.get()).toMatchObject({ files: [], batch: undefined });
  });

  it('knows what became ready before it was painted', async () => {
    const paint: (() => void)[] = [];
    const { collection, removed } = collectionOf(
      async function* ({ name }) {
        yield { type: 'indexed', document: documentOf(name), embedded: 1 };
      },
      [],
      (task) => paint.push(task),
    );
    await collection.open();
    collection.add([fileOf('a.txt'), fileOf('b.txt')]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await collection.remove(collection.get().files[0]?.key ?? '');
    expect(removed).toEqual(['a.txt']);
    collection.cancelAll();
    expect(steps(collection)).toEqual([['b.txt', 'ready']]);
    expect(paint.length).toBeGreaterThan(0);
  });

  it('says when the store refuses to remove a file, and keeps its row', async () => {
    const collection = createCollection(
      {
        open: async () => ({ documents: [documentOf('a.txt')], persistent: true }),
        documents: async () => [],
        index: async function* () {},
        remove: () => Promise.reject(new CanopyError('STORE_FAILED', 'The disk is locked.')),
        release: async () => {},
        sweep: async () => {},
        clear: async () => {},
      },
      (task) => task(),
    );
    await collection.open();
    await collection.remove('a.txt');
    expect(collection.get().error?.message).toBe('The disk is locked.');
    expect(steps(collection)).toEqual([['a.txt', 'ready']]);
  });

  it('names a file that the browser cannot open', async () => {
    const { collection } = collectionOf(async function* () {});
    await collection.open();
    const gone = new DOMException('A requested file could not be found.', 'NotFoundError');
    collection.add([{ name: 'gone.txt', size: 1, arrayBuffer: () => Promise.reject(gone) }]);
    await settled(collection);
    const { state } = collection.get().files[0]!;
    expect(state).toMatchObject({ step: 'failed', error: { code: 'FILE_MALFORMED' } });
    expect(state.step === 'failed' && state.error.message).toContain('gone.txt');
  });
});
