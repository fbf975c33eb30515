import type { OriginalStore } from '../../ports/original-store.ts';
import { createIndexedDbOriginalStore } from './indexeddb-original-store.ts';

/** Where originals are kept: beside a collection that outlives the page, or with one that does not, as `fallback()`. */
export function openOriginalStore(
  persistent: boolean,
  fallback: () => OriginalStore,
): OriginalStore {
  return persistent ? createIndexedDbOriginalStore() : fallback();
}
