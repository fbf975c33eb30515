import { createStore, set, type UseStore } from 'idb-keyval';
import { describe, expect, it, vi } from 'vitest';
import { indexedItem, storedDocument } from '../../ports/indexed-item.fixture.ts';
import { describeRegionStore } from '../../ports/region-store.contract.ts';
import { createMemoryRegionStore } from '../memory/memory-region-store.ts';
import { createIndexedDbRegionStore } from './indexeddb-region-store.ts';
import { openRegionStore } from './open-region-store.ts';

const name = () => `test-${crypto.randomUUID()}`;

describeRegionStore('IndexedDB', () => createIndexedDbRegionStore(name()));

describe('IndexedDB', () => {
  it('keeps everything when it is opened again', async () => {
    const database = name();
    const first = await createIndexedDbRegionStore(database);
    await first.putItems([indexedItem('a')]);
    await first.putDocument(storedDocument('one', ['a']));
    const second = await createIndexedDbRegionStore(database);
    expect(second.persistent).toBe(true);
    expect(await second.listDocuments()).toEqual([storedDocument('one', ['a'])]);
    expect(await second.getItems(['a'], 'f1')).toEqual([indexedItem('a')]);
    expect(await second.missing(['a'], 'f1')).toEqual([]);
  });

  it('counts a damaged record as missing once it was read, and takes it again', async () => {
    const database = name();
    const store = await createIndexedDbRegionStore(database);
    await store.putItems([indexedItem('a'), indexedItem('b')]);
    await store.putDocument(storedDocument('one', ['a', 'b']));
    const raw: UseStore = createStore(database, 'regions');
    const whole = indexedItem('a');
    await set(['item', 'a', 'f1'], { ...whole, leafTokens: whole.leafTokens.slice(1) }, raw);
    await set(['document', 'broken'], { id: 'broken' }, raw);
    expect((await store.findItems(['a']))[0]).toBeUndefined();
    expect((await store.getItems(['a'], 'f1'))[0]).toBeUndefined();
    expect(await store.missing(['a', 'b'], 'f1')).toEqual(['a']);
    expect((await store.listDocuments()).map(({ id }) => id)).toEqual(['one']);
    await store.putItems([whole]);
    expect(await store.missing(['a'], 'f1')).toEqual([]);
  });

  it('opens its database again when the browser closed the handle', async () => {
    const database = name();
    const handles: IDBDatabase[] = [];
    const transaction = IDBDatabase.prototype.transaction;
    const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      ...parts
    ) {
      handles.push(this);
      return transaction.apply(this, parts);
    });
    const store = await createIndexedDbRegionStore(database);
    await store.putItems([indexedItem('a')]);
    spy.mockRestore();
    for (const handle of handles) handle.close();
    expect(await store.missing(['a'], 'f1')).toEqual([]);
    await store.putItems([indexedItem('b')]);
    expect(await store.missing(['a', 'b'], 'f1')).toEqual([]);
  });

  it('tells what is missing without reading the items', async () => {
    const store = await createIndexedDbRegionStore(name());
    await store.putItems([indexedItem('a'), indexedItem('b')]);
    const get = vi.spyOn(IDBObjectStore.prototype, 'get');
    const getAll = vi.spyOn(IDBObjectStore.prototype, 'getAll');
    expect(await store.missing(['a', 'x', 'b'], 'f1')).toEqual(['x']);
    expect(get.mock.calls.length + getAll.mock.calls.length).toBe(0);
    get.mockRestore();
    getAll.mockRestore();
  });

  it('names a full disk and keeps what was stored', async () => {
    const store = await createIndexedDbRegionStore(name());
    await store.putItems([indexedItem('a')]);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    const call = store.putItems([indexedItem('b')]);
    await expect(call).rejects.toMatchObject({ code: 'STORE_QUOTA_EXCEEDED' });
    put.mockRestore();
    expect(await store.missing(['a', 'b'], 'f1')).toEqual(['b']);
  });

  it('gives way to the memory store where it cannot be opened', async () => {
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    const refused = createIndexedDbRegionStore(name());
    await expect(refused).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    const fallback = createMemoryRegionStore();
    const store = await openRegionStore(() => fallback);
    open.mockRestore();
    expect(store).toBe(fallback);
    expect(store.persistent).toBe(false);
  });

  it('reads the vectors of 10,000 items without their records', { timeout: 60_000 }, async () => {
    const store = await createIndexedDbRegionStore(name());
    const ids = Array.from({ length: 10_000 }, (_, i) => `item ${i}`);
    for (let from = 0; from < ids.length; from += 1000) {
      const some = ids.slice(from, from + 1000);
      await store.putItems(some.map((id) => indexedItem(id, { leafCount: 1, dimensions: 384 })));
    }
    await store.putDocument(storedDocument('one', ids));
    const { vectors } = await store.itemVectors('f1');
    expect(vectors.rows).toBe(10_000);
    expect(vectors.data.length).toBe(10_000 * 384);
  });
});
