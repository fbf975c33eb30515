import type { RegionStore } from '../../ports/region-store.ts';
import { createIndexedDbRegionStore } from './indexeddb-region-store.ts';

/**
 * Opens the collection kept on this device. Where the browser refuses (private mode, blocked storage) it returns
 * `fallback()` instead, whose `persistent` is false, so that the page works and can say so.
 */
export async function openRegionStore(fallback: () => RegionStore): Promise<RegionStore> {
  try {
    return await createIndexedDbRegionStore();
  } catch {
    return fallback();
  }
}
