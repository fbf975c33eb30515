import { promisifyRequest } from 'idb-keyval';
import { CanopyError } from '../../core/errors.ts';
import type { OriginalStore } from '../../ports/original-store.ts';
import { reopeningStore } from './reopening-store.ts';

/** What an original store may be told of where it runs. */
export interface IndexedDbOriginalStoreOptions {
  readonly database?: string;
  /** Bytes that the browser still gives this page; its own estimate unless a test brings one. */
  readonly roomBytes?: () => Promise<number>;
}

/**
 * Keeps originals as Blobs in a database of their own: browsers lay these down as files and hand out slices, so a video of
 * a gigabyte is never read into memory. Nothing is opened before the first call.
 */
export function createIndexedDbOriginalStore({
  database = 'canopy-originals',
  roomBytes = roomLeft,
}: IndexedDbOriginalStoreOptions = {}): OriginalStore {
  const store = reopeningStore(database, 'files');
  return {
    async find(fileId) {
      const found: unknown = await store('readonly', (files) =>
        promisifyRequest<unknown>(files.get(fileId)),
      );
      return found instanceof Blob ? found : undefined;
    },
    async put(fileId, file) {
      if (2 * file.size > (await roomBytes())) {
        throw new CanopyError('STORE_QUOTA_EXCEEDED', 'The browser has no room for the file.', {
          nextStep: 'Remove documents, or free disk space, and add the file again.',
        });
      }
      await store('readwrite', (files) => {
        files.put(file, fileId);
        return promisifyRequest(files.transaction);
      });
    },
    async remove(fileId) {
      await store('readwrite', (files) => {
        files.delete(fileId);
        return promisifyRequest(files.transaction);
      });
    },
    async clear() {
      await store('readwrite', (files) => {
        files.clear();
        return promisifyRequest(files.transaction);
      });
    },
  };
}

/** What the browser says it has left for this page; without limit where it does not say. */
async function roomLeft(): Promise<number> {
  const { quota, usage } = (await navigator.storage?.estimate()) ?? {};
  return quota === undefined ? Number.POSITIVE_INFINITY : quota - (usage ?? 0);
}
