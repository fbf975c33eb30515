import { CanopyError } from '../../core/errors.ts';
import type { RegionStore } from '../../ports/region-store.ts';

/** Opens the collection in IndexedDB. */
export async function createIndexedDbRegionStore(): Promise<RegionStore> {
  throw new CanopyError('STORE_UNAVAILABLE', 'No store yet.');
}
