import { CanopyError } from '../../core/errors.ts';
import type { IndexedItem } from '../../core/indexed-item.ts';
import { stackItemVectors, wholeItemVector } from '../../core/item-vectors.ts';
import type { RegionStore, StoredDocument } from '../../ports/region-store.ts';

/** Creates a {@link RegionStore} that lives as long as the page: private mode, Node and tests. */
export function createMemoryRegionStore(): RegionStore {
  // By item id, then by fingerprint.
  const items = new Map<string, Map<string, IndexedItem>>();
  const documents = new Map<string, StoredDocument>();

  const get = (id: string, fingerprint: string) => items.get(id)?.get(fingerprint);
  const heldItems = () => new Set([...documents.values()].flatMap(({ itemIds }) => itemIds));
  const release = (itemIds: readonly string[]) => {
    const held = heldItems();
    for (const itemId of itemIds) if (!held.has(itemId)) items.delete(itemId);
  };

  return {
    persistent: false,
    async missing(itemIds, fingerprint) {
      return itemIds.filter((id) => get(id, fingerprint) === undefined);
    },
    async getItems(itemIds, fingerprint) {
      return itemIds.map((id) => get(id, fingerprint));
    },
    async findItems(itemIds) {
      return itemIds.map((id) => items.get(id)?.values().next().value);
    },
    async putItems(added) {
      for (const { item, tree, vectors } of added) {
        if (vectors.rows === tree.starts.length) continue;
        throw new CanopyError(
          'STORE_FAILED',
          `Item ${item.id} has parts that do not fit together.`,
        );
      }
      for (const indexed of added) {
        const { id } = indexed.item;
        items.set(id, (items.get(id) ?? new Map()).set(indexed.fingerprint, indexed));
      }
    },
    async itemVectors(fingerprint) {
      const found = [...heldItems()].map((id) => get(id, fingerprint));
      return stackItemVectors(found.filter((item) => item !== undefined).map(wholeItemVector));
    },
    async listDocuments() {
      return [...documents.values()].sort((a, b) => a.addedAt - b.addedAt);
    },
    async putDocument(document) {
      documents.set(document.id, document);
    },
    async removeDocument(id) {
      const removed = documents.get(id);
      documents.delete(id);
      release(removed?.itemIds ?? []);
    },
    async releaseItems(itemIds) {
      release(itemIds);
    },
    async releaseUnheld() {
      release([...items.keys()]);
    },
    async clear() {
      items.clear();
      documents.clear();
    },
  };
}
