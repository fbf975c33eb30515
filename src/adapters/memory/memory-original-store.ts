import { CanopyError } from '../../core/errors.ts';
import type { OriginalStore } from '../../ports/original-store.ts';

/** An {@link OriginalStore} that lives as long as the page: private mode, Node and tests. */
export function createMemoryOriginalStore(
  roomBytes: () => number = () => Number.POSITIVE_INFINITY,
): OriginalStore {
  const files = new Map<string, Blob>();
  return {
    find: async (fileId) => files.get(fileId),
    async put(fileId, file) {
      if (2 * file.size > roomBytes()) {
        throw new CanopyError('STORE_QUOTA_EXCEEDED', 'There is no room for the file itself.');
      }
      files.set(fileId, file);
    },
    async remove(fileId) {
      files.delete(fileId);
    },
    async clear() {
      files.clear();
    },
  };
}
