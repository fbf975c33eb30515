import { beforeEach, describe, expect, it } from 'vitest';
import type { OriginalStore } from './original-store.ts';

/** What every {@link OriginalStore} does; `create` opens an empty one with room for `roomBytes`. */
export function describeOriginalStore(
  name: string,
  create: (roomBytes?: number) => Promise<OriginalStore>,
): void {
  describe(`${name} as a store of originals`, () => {
    let store: OriginalStore;
    beforeEach(async () => {
      store = await create();
    });

    it('gives a file back byte for byte, with its type', async () => {
      const bytes = new Uint8Array([0, 255, 13, 10, 0]);
      await store.put('a', new Blob([bytes], { type: 'image/png' }));
      const found = await store.find('a');
      expect([...new Uint8Array(await found!.arrayBuffer())]).toEqual([...bytes]);
      expect(found!.type).toBe('image/png');
      expect(await store.find('b')).toBeUndefined();
    });

    it('forgets the file that is removed and no other', async () => {
      await store.put('a', new Blob(['one']));
      await store.put('b', new Blob(['two']));
      await store.remove('a');
      await store.remove('never there');
      expect(await store.find('a')).toBeUndefined();
      expect(await (await store.find('b'))?.text()).toBe('two');
    });

    it('forgets everything when it is cleared', async () => {
      await store.put('a', new Blob(['one']));
      await store.clear();
      expect(await store.find('a')).toBeUndefined();
      await store.put('a', new Blob(['again']));
      expect(await (await store.find('a'))?.text()).toBe('again');
    });

    it('refuses by name what would take more than half of the room left', async () => {
      const small = await create(100);
      await small.put('fits', new Blob(['x'.repeat(50)]));
      await expect(small.put('large', new Blob(['x'.repeat(51)]))).rejects.toMatchObject({
        code: 'STORE_QUOTA_EXCEEDED',
      });
      expect(await small.find('large')).toBeUndefined();
      expect(await small.find('fits')).toBeDefined();
    });
  });
}
