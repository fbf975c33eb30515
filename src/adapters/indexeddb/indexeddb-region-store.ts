import { promisifyRequest, type UseStore } from 'idb-keyval';
import { CanopyError, toCanopyError } from '../../core/errors.ts';
import type { IndexedItem } from '../../core/indexed-item.ts';
import { stackItemVectors, wholeItemVector } from '../../core/item-vectors.ts';
import type { RegionStore, StoredDocument } from '../../ports/region-store.ts';
import { reopeningStore } from './reopening-store.ts';
import { isIndexedItem, isItemVector, isStoredDocument } from './stored-record.ts';

// One object store holds everything, so that one transaction can change an item and a document together. Keys are arrays,
// which IndexedDB sorts part by part:
//   ['item', id, fingerprint]    the whole IndexedItem
//   ['vector', fingerprint, id]  its root vector alone, so that the retriever starts without reading the items
//   ['document', id]             the StoredDocument
const item = (id: string, fingerprint: string) => ['item', id, fingerprint];
const vector = (id: string, fingerprint: string) => ['vector', fingerprint, id];
const document = (id: string) => ['document', id];
/** Every key that begins with these parts: an array sorts after any string. */
const below = (...parts: string[]) => IDBKeyRange.bound(parts, [...parts, []]);

/**
 * Opens a {@link RegionStore} in IndexedDB.
 *
 * @throws CanopyError `STORE_UNAVAILABLE` where the browser has no IndexedDB or refuses to open it (private mode).
 */
export async function createIndexedDbRegionStore(database = 'canopy'): Promise<RegionStore> {
  if (typeof indexedDB === 'undefined') throw unavailable('This browser has no IndexedDB.');
  const store = reopeningStore(database, 'regions');
  await store('readonly', (records) => promisifyRequest(records.count())).catch(
    (error: unknown) => {
      throw unavailable('The browser does not let this page keep data.', error);
    },
  );
  return {
    persistent: true,
    ...itemMethods(store),
    ...documentMethods(store),
    async clear() {
      await write(store, (records) => records.clear());
    },
  };
}

function itemMethods(
  store: UseStore,
): Pick<RegionStore, 'missing' | 'getItems' | 'findItems' | 'putItems' | 'itemVectors'> {
  const getItems: RegionStore['getItems'] = async (ids, fingerprint) => {
    const found = await read<unknown>(store, ids, (records, id) =>
      records.get(item(id, fingerprint)),
    );
    return ids.map((id, i) => (isIndexedItem(found[i], id, fingerprint) ? found[i] : undefined));
  };
  return {
    getItems,
    async missing(ids, fingerprint) {
      const missing: string[] = [];
      // A few at a time: only the answer is wanted, not all items of a book in memory.
      for (let from = 0; from < ids.length; from += 32) {
        const some = ids.slice(from, from + 32);
        const found = await getItems(some, fingerprint);
        missing.push(...some.filter((_, i) => found[i] === undefined));
      }
      return missing;
    },
    async findItems(ids) {
      const found = await read<unknown[]>(store, ids, (records, id) =>
        records.getAll(below('item', id)),
      );
      return ids.map((id, i) => found[i]?.find((value) => isAnyIndexedItem(value, id)));
    },
    async putItems(items) {
      await write(store, (records) => {
        for (const indexed of items) {
          const { id } = indexed.item;
          if (!isIndexedItem(indexed, id, indexed.fingerprint)) {
            throw new CanopyError('STORE_FAILED', `Item ${id} has parts that do not fit together.`);
          }
          records.put(indexed, item(id, indexed.fingerprint));
          records.put(wholeItemVector(indexed), vector(id, indexed.fingerprint));
        }
      });
    },
    async itemVectors(fingerprint) {
      const [vectors, documents] = await store('readonly', (records) =>
        Promise.all([
          promisifyRequest<unknown[]>(records.getAll(below('vector', fingerprint))),
          promisifyRequest<unknown[]>(records.getAll(below('document'))),
        ]),
      );
      const byId = new Map(vectors.filter(isItemVector).map((found) => [found.itemId, found]));
      const ids = heldItems(documents.filter(isStoredDocument));
      return stackItemVectors([...ids].flatMap((id) => byId.get(id) ?? []));
    },
  };
}

function documentMethods(
  store: UseStore,
): Pick<RegionStore, 'listDocuments' | 'putDocument' | 'removeDocument'> {
  return {
    async listDocuments() {
      const found = await store('readonly', (records) =>
        promisifyRequest<unknown[]>(records.getAll(below('document'))),
      );
      return found.filter(isStoredDocument).sort((a, b) => a.addedAt - b.addedAt);
    },
    async putDocument(added) {
      await write(store, (records) => records.put(added, document(added.id)));
    },
    async removeDocument(id) {
      // Reading and deleting share one transaction, so that a document another tab adds meanwhile is seen.
      await store('readwrite', async (records) => {
        const documents = await promisifyRequest<unknown[]>(records.getAll(below('document')));
        const known = documents.filter(isStoredDocument);
        const removed = known.find((candidate) => candidate.id === id);
        const held = heldItems(known.filter((candidate) => candidate !== removed));
        records.delete(document(id));
        const freed = [...new Set(removed?.itemIds)].filter((itemId) => !held.has(itemId));
        for (const itemId of freed) deleteItem(records, itemId);
        await promisifyRequest(records.transaction);
      });
    },
  };
}

/** Deletes an item and its vectors under every fingerprint. */
function deleteItem(records: IDBObjectStore, id: string): void {
  const keys = records.getAllKeys(below('item', id));
  keys.onsuccess = () => {
    for (const key of keys.result) {
      if (!Array.isArray(key)) continue;
      records.delete(key);
      records.delete(vector(id, String(key[2])));
    }
  };
}

/** One request per id, all in one transaction. */
function read<T>(
  store: UseStore,
  ids: readonly string[],
  request: (records: IDBObjectStore, id: string) => IDBRequest<T>,
): Promise<T[]> {
  return store('readonly', (records) =>
    Promise.all(ids.map((id) => promisifyRequest(request(records, id)))),
  );
}

/** Resolves when the browser has committed everything, and leaves nothing behind when `change` throws. */
async function write(store: UseStore, change: (records: IDBObjectStore) => unknown): Promise<void> {
  await store('readwrite', (records) => {
    const done = promisifyRequest(records.transaction);
    try {
      change(records);
    } catch (error) {
      records.transaction.abort();
      return done.then(
        () => undefined,
        () => {
          throw error;
        },
      );
    }
    return done;
  });
}

function isAnyIndexedItem(value: unknown, id: string): value is IndexedItem {
  const { fingerprint } = (value ?? {}) as Partial<IndexedItem>;
  return typeof fingerprint === 'string' && isIndexedItem(value, id, fingerprint);
}

function heldItems(documents: readonly StoredDocument[]): Set<string> {
  return new Set(documents.flatMap(({ itemIds }) => itemIds));
}

function unavailable(message: string, cause?: unknown): CanopyError {
  return new CanopyError('STORE_UNAVAILABLE', message, {
    nextStep: 'Documents stay until the page is closed; leave private mode to keep them.',
    ...(cause === undefined ? {} : { cause: toCanopyError(cause, 'STORE_FAILED') }),
  });
}
