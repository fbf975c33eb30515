import { afterEach, expect, it, vi } from 'vitest';
import { reopeningStore } from './reopening-store.ts';

afterEach(() => vi.unstubAllGlobals());

/** As much of IndexedDB as one store needs: every opening is a handle of its own, which refuses work once closed. */
function stubDatabase() {
  const handles: { onversionchange?: () => void; isClosed: boolean; written: string[] }[] = [];
  const openHandle = () => {
    const handle = {
      isClosed: false,
      written: [] as string[],
      close: () => {
        handle.isClosed = true;
      },
      transaction: () => {
        if (handle.isClosed) throw new DOMException('The handle is closing.', 'InvalidStateError');
        const objects = {
          transaction: { db: handle },
          put: (value: string) => handle.written.push(value),
        };
        return { objectStore: () => objects };
      },
    };
    handles.push(handle);
    return handle;
  };
  const open = () => {
    const request: { result?: unknown; onsuccess?: () => void } = {};
    queueMicrotask(() => {
      request.result = openHandle();
      request.onsuccess?.();
    });
    return request;
  };
  vi.stubGlobal('indexedDB', { open });
  return handles;
}

it('lets go of a database that is deleted elsewhere, and writes into a new one', async () => {
  const handles = stubDatabase();
  const store = reopeningStore('canopy', 'regions');
  const write = (value: string) =>
    store('readwrite', (objects) => {
      objects.put(value);
    });
  await write('before');
  await write('still before');
  expect(handles).toMatchObject([{ isClosed: false, written: ['before', 'still before'] }]);

  handles[0]?.onversionchange?.();
  expect(handles[0]?.isClosed).toBe(true);
  await write('after');
  expect(handles).toMatchObject([
    { isClosed: true, written: ['before', 'still before'] },
    { isClosed: false, written: ['after'] },
  ]);

  // The new handle yields as well.
  handles[1]?.onversionchange?.();
  expect(handles[1]?.isClosed).toBe(true);
});
