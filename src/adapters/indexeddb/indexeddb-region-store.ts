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
  return {
    async getItems(ids, fingerprint) {
      const found = await read<unknown>(store, ids, (records, id) =>
        records.get(item(id, fingerprint)),
      );
      const isWhole = (id: string, i: number) => isIndexedItem(found[i], id, fingerprint);
      const damaged = ids.filter((id, i) => found[i] !== undefined && !isWhole(id, i));
      if (damaged.length > 0) await forgetDamaged(store, damaged, fingerprint);
      return ids.map((id, i) => (isIndexedItem(found[i], id, fingerprint) ? found[i] : undefined));
    },
    async missing(ids, fingerprint) {
      // Keys alone: every start of the page asks this of the whole collection.
      const found = await read(store, ids, (records, id) => records.getKey(item(id, fingerprint)));
      return ids.filter((_, i) => found[i] === undefined);
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
): Pick<
  RegionStore,
  'listDocuments' | 'putDocument' | 'removeDocument' | 'releaseItems' | 'releaseUnheld'
> {
  return {
    async listDocuments() {
      const found = await store('readonly', readDocuments);
      return found.sort((a, b) => a.addedAt - b.addedAt);
    },
    async putDocument(added) {
      await write(store, (records) => records.put(added, document(added.id)));
    },
    async removeDocument(id) {
      // Reading and deleting share one transaction, so that a document another tab adds meanwhile is seen.
      await store('readwrite', async (records) => {
        const known = await readDocuments(records);
        const removed = known.find((candidate) => candidate.id === id);
        records.delete(document(id));
        const others = known.filter((candidate) => candidate !== removed);
        deleteUnheld(records, removed?.itemIds ?? [], others);
        await promisifyRequest(records.transaction);
      });
    },
    async releaseItems(itemIds) {
      await store('readwrite', async (records) => {
        deleteUnheld(records, itemIds, await readDocuments(records));
        await promisifyRequest(records.transaction);
      });
    },
    async releaseUnheld() {
      await store('readwrite', async (records) => {
        const documents = await readDocuments(records);
        const keys = await promisifyRequest(records.getAllKeys(below('item')));
        const ids = keys.flatMap((key) => (Array.isArray(key) ? [String(key[1])] : []));
        deleteUnheld(records, ids, documents);
        await promisifyRequest(records.transaction);
      });
    },
  };
}

async function readDocuments(records: IDBObjectStore): Promise<StoredDocument[]> {
  const found = await promisifyRequest<unknown[]>(records.getAll(below('document')));
  return found.filter(isStoredDocument);
}

/** Deletes those of the items that none of the documents holds. */
function deleteUnheld(
  records: IDBObjectStore,
  itemIds: readonly string[],
  documents: readonly StoredDocument[],
): void {
  const held = heldItems(documents);
  for (const id of new Set(itemIds)) if (!held.has(id)) deleteItem(records, id);
}

/** Deletes records that do not fit together; one that was written anew since it was read stays. */
async function forgetDamaged(
  store: UseStore,
  ids: readonly string[],
  fingerprint: string,
): Promise<void> {
  await write(store, (records) => {
    for (const id of ids) {
      const found = records.get(item(id, fingerprint));
      found.onsuccess = () => {
        if (!isIndexedItem(found.result, id, fingerprint)) records.delete(item(id, fingerprint));
      };
    }
  });
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
