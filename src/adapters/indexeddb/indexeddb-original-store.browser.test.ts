import { describe, expect, it, vi } from 'vitest';
import { describeOriginalStore } from '../../ports/original-store.contract.ts';
import { createIndexedDbOriginalStore } from './indexeddb-original-store.ts';

const name = () => `originals-${crypto.randomUUID()}`;

describeOriginalStore('IndexedDB', async (room) =>
  createIndexedDbOriginalStore({
    database: name(),
    ...(room === undefined ? {} : { roomBytes: async () => room }),
  }),
);

describe('originals in IndexedDB', () => {
  it('are there when the page is opened again, whole and in slices', async () => {
    const database = name();
    const bytes = new Uint8Array(3_000_000).map((_, i) => i % 251);
    await createIndexedDbOriginalStore({ database }).put('a', new File([bytes], 'a.webm'));
    const found = await createIndexedDbOriginalStore({ database }).find('a');
    expect(found?.size).toBe(3_000_000);
    const slice = new Uint8Array(await found!.slice(2_000_000, 2_000_003).arrayBuffer());
    expect([...slice]).toEqual([...bytes.slice(2_000_000, 2_000_003)]);
  });

  it('name a full disk and leave nothing behind', async () => {
    const store = createIndexedDbOriginalStore({ database: name() });
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    await expect(store.put('a', new Blob(['x']))).rejects.toMatchObject({
      code: 'STORE_QUOTA_EXCEEDED',
    });
    put.mockRestore();
    expect(await store.find('a')).toBeUndefined();
  });
});
