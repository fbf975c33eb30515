import { describe, expect, it } from 'vitest';
import { CanopyError } from '../core/errors.ts';
import type { IndexEvent } from '../pipeline/index-events.ts';
import type { StoredDocument } from '../ports/region-store.ts';
import { createCollection } from './collection.ts';
import type { IncomingFile } from './incoming-file.ts';

const fileOf = (name: string): IncomingFile => ({
  ...{ name, size: 10 },
  arrayBuffer: async () => new ArrayBuffer(10),
});
const documentOf = (name: string): StoredDocument => ({
  ...{ id: name, name, bytes: 10, addedAt: 0, itemIds: [name], modalities: ['text'] },
  ...{ tokens: 5, leaves: 1, warnings: [] },
});
/** Lets everything that may go on go on. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

/** A collection whose files are embedded in three steps; `worked` names each step that was really taken. */
function openCollection(full: { isFull: boolean } = { isFull: false }) {
  const worked: string[] = [];
  let clock = 0;
  const collection = createCollection(
    {
      open: async () => ({ documents: [], persistent: true }),
      documents: async () => [],
      remove: async () => undefined,
      release: async () => undefined,
      sweep: async () => undefined,
      clear: async () => undefined,
      async *index({ name }): AsyncGenerator<IndexEvent> {
        for (let done = 0; done < 3; done++) {
          worked.push(`${name}${done}`);
          await settle();
          if (full.isFull) throw new CanopyError('STORE_QUOTA_EXCEEDED', 'No more storage.');
          yield { type: 'embedding', done, total: 3 };
        }
        yield { type: 'indexed', document: documentOf(name), embedded: 3 };
      },
    },
    (task) => task(),
    () => clock,
  );
  const passTime = (milliseconds: number) => {
    clock += milliseconds;
  };
  const steps = () => collection.get().files.map(({ state }) => state.step);
  return { collection, worked, passTime, steps };
}
const finished = async ({ collection }: ReturnType<typeof openCollection>) => {
  while (collection.get().batch !== undefined) await settle();
};

describe('adding files', () => {
  it('holds inside a file and goes on where it was, the pause not counting for the rate', async () => {
    const opened = openCollection();
    const { collection, worked, passTime, steps } = opened;
    collection.add([fileOf('a'), fileOf('b')]);
    await settle();
    collection.pause();
    await settle();
    await settle();
    const before = [...worked];
    await settle();
    await settle();
    await settle();
    expect(worked).toEqual(before);
    expect(worked.length).toBeLessThan(3);
    expect(collection.get()).toMatchObject({ paused: 'person', batch: { done: 0, total: 2 } });
    const seen = collection.get().batch?.seen ?? [];
    passTime(60_000);
    collection.resume();
    expect(collection.get().batch?.seen).toEqual(
      seen.map(({ at, done }) => ({ at: at + 60_000, done })),
    );
    await finished(opened);
    expect(steps()).toEqual(['ready', 'ready']);
    expect(worked).toEqual(['a0', 'a1', 'a2', 'b0', 'b1', 'b2']);
  });

  it('lets a question go ahead while it is held, and a cancelled file go', async () => {
    const { collection, steps } = openCollection();
    await collection.open();
    collection.add([fileOf('a'), fileOf('b')]);
    await settle();
    collection.pause();
    await collection.settled(new AbortController().signal);
    collection.cancelAll();
    await settle();
    expect(steps()).toEqual([]);
    expect(collection.get().paused).toBeUndefined();
    collection.add([fileOf('c')]);
    while (collection.get().batch !== undefined) await settle();
    expect(steps()).toEqual(['ready']);
  });

  it('stops when the storage is full instead of failing every file, and goes on when there is room', async () => {
    const full = { isFull: true };
    const opened = openCollection(full);
    const { collection, worked, steps } = opened;
    collection.add([fileOf('a'), fileOf('b'), fileOf('c')]);
    await settle();
    await settle();
    await settle();
    expect(steps()).toEqual(['failed', 'queued', 'queued']);
    expect(collection.get()).toMatchObject({ paused: 'full', batch: { done: 1, total: 3 } });
    expect(worked).toEqual(['a0']);
    collection.resume();
    while (collection.get().paused === undefined) await settle();
    expect(steps()).toEqual(['failed', 'failed', 'queued']);
    full.isFull = false;
    collection.resume();
    await finished(opened);
    expect(steps()).toEqual(['failed', 'failed', 'ready']);
    collection.retry(collection.get().files[0]?.key ?? '');
    await finished(opened);
    expect(steps()).toEqual(['ready', 'failed', 'ready']);
  });

  it('does not pause where nothing is under way', () => {
    const { collection } = openCollection();
    collection.pause();
    expect(collection.get().paused).toBeUndefined();
  });
});
