import { createStore, type UseStore } from 'idb-keyval';
import { CanopyError } from '../../core/errors.ts';

/**
 * An idb-keyval store that opens its database again when the browser has closed the handle (after sleep, or when the
 * person clears site data), and whose failures are `STORE_…` errors. It lets go of the database when another tab deletes
 * it, and what is written later goes into a new one.
 */
export function reopeningStore(database: string, name: string): UseStore {
  const open = () => yieldingStore(createStore(database, name));
  let store = open();
  return async (mode, callback) => {
    try {
      return await store(mode, callback);
    } catch (error) {
      if (!isClosed(error)) throw storeError(error);
    }
    store = open();
    try {
      return await store(mode, callback);
    } catch (error) {
      throw storeError(error);
    }
  };
}

/** Closes its handle when asked for the database: an open one blocks a deletion and keeps writing into what is gone. */
function yieldingStore(store: UseStore): UseStore {
  return (mode, callback) =>
    store(mode, (objects) => {
      const { db } = objects.transaction;
      db.onversionchange = () => db.close();
      return callback(objects);
    });
}

// A closed or closing handle refuses to begin a transaction; one that dies meanwhile aborts it. Either way nothing was
// written, so the same work may be tried again on a new handle.
function isClosed(error: unknown): boolean {
  return (
    error instanceof DOMException &&
    (error.name === 'InvalidStateError' ||
      (error.name === 'AbortError' && /clos|connection/i.test(error.message)))
  );
}

/** Names what the browser's storage refused. */
function storeError(error: unknown): CanopyError {
  if (error instanceof CanopyError) return error;
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'QuotaExceededError') {
    return new CanopyError('STORE_QUOTA_EXCEEDED', 'The browser gives this page no more storage.', {
      nextStep: 'Remove documents, or free disk space, then try again.',
      cause: error,
    });
  }
  return new CanopyError(
    'STORE_FAILED',
    `The browser's storage failed: ${error instanceof Error ? error.message : String(error)}`,
    { nextStep: 'Reload the page; what was stored before is kept.', cause: error },
  );
}
