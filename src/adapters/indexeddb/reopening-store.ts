import { createStore, type UseStore } from 'idb-keyval';
import { CanopyError } from '../../core/errors.ts';

/**
 * An idb-keyval store that opens its database again when the browser has closed the handle (after sleep, or when the
 * person clears site data), and whose failures are `STORE_…` errors.
 */
export function reopeningStore(database: string, name: string): UseStore {
  let store = createStore(database, name);
  return async (mode, callback) => {
    try {
      return await store(mode, callback);
    } catch (error) {
      if (!isClosed(error)) throw storeError(error);
    }
    store = createStore(database, name);
    try {
      return await store(mode, callback);
    } catch (error) {
      throw storeError(error);
    }
  };
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
      nextStep: 'Remove documents, or free disk space, and add the file again.',
      cause: error,
    });
  }
  return new CanopyError(
    'STORE_FAILED',
    `The browser's storage failed: ${error instanceof Error ? error.message : String(error)}`,
    { nextStep: 'Reload the page; what was stored before is kept.', cause: error },
  );
}
