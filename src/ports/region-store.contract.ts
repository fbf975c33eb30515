import { beforeEach, describe, expect, it } from 'vitest';
import { indexedItem, storedDocument } from './indexed-item.fixture.ts';
import type { RegionStore } from './region-store.ts';

/** What every {@link RegionStore} does; `create` opens an empty one. */
export function describeRegionStore(name: string, create: () => Promise<RegionStore>): void {
  describe(`${name} as a region store`, () => {
    let store: RegionStore;
    beforeEach(async () => {
      store = await create();
    });

    it('gives back an item as it was put, under its own fingerprint only', async () => {
      const stored = indexedItem('a', { leafCount: 5 });
      await store.putItems([stored]);
      expect(await store.getItems(['a', 'b'], 'f1')).toEqual([stored, undefined]);
      expect(await store.getItems(['a'], 'f2')).toEqual([undefined]);
    });

    it('tells what is missing in the order given', async () => {
      await store.putItems([indexedItem('b'), indexedItem('d', { fingerprint: 'f2' })]);
      expect(await store.missing(['d', 'b', 'a'], 'f1')).toEqual(['d', 'a']);
      const many = Array.from({ length: 100 }, (_, i) => `x${i}`);
      expect(await store.missing(['b', ...many], 'f1')).toEqual(many);
    });

    it('keeps one item under several fingerprints, and finds it under any', async () => {
      await store.putItems([indexedItem('a', { fingerprint: 'f1' })]);
      await store.putItems([indexedItem('a', { fingerprint: 'f2', axis: 3 })]);
      const [first] = await store.getItems(['a'], 'f1');
      const [second] = await store.getItems(['a'], 'f2');
      expect(first?.vectors.data[0]).toBe(127);
      expect(second?.vectors.data[3]).toBe(127);
      const found = await store.findItems(['none', 'a']);
      expect(found[0]).toBeUndefined();
      expect(found[1]?.item).toEqual(indexedItem('a').item);
    });

    it('replaces an item that is put again', async () => {
      await store.putItems([indexedItem('a', { axis: 1 })]);
      await store.putItems([indexedItem('a', { axis: 2 })]);
      const [found] = await store.getItems(['a'], 'f1');
      expect(found?.vectors.data[2]).toBe(127);
    });

    it('hands the retriever the root vectors of documents, not of unfinished items', async () => {
      await store.putItems([
        indexedItem('a', { axis: 1 }),
        indexedItem('b', { axis: 4 }),
        indexedItem('c', { axis: 5, fingerprint: 'f2' }),
        indexedItem('unfinished'),
      ]);
      await store.putDocument(storedDocument('one', ['b', 'c']));
      await store.putDocument(storedDocument('two', ['a', 'b']));
      const { itemIds, vectors } = await store.itemVectors('f1');
      expect([...itemIds].sort()).toEqual(['a', 'b']);
      expect(vectors.rows).toBe(2);
      const row = itemIds.indexOf('b');
      expect([...vectors.data.slice(row * 8, row * 8 + 8)]).toEqual([0, 0, 0, 0, 127, 0, 0, 0]);
      expect(vectors.scales[row]).toBeCloseTo(1 / 127, 6);
      expect((await store.itemVectors('f3')).itemIds).toEqual([]);
    });

    it('lists documents by the time they were added, each once', async () => {
      await store.putDocument({ ...storedDocument('late', []), addedAt: 20 });
      await store.putDocument({ ...storedDocument('early', []), addedAt: 10 });
      await store.putDocument({ ...storedDocument('late', ['a']), addedAt: 20 });
      const listed = await store.listDocuments();
      expect(listed.map(({ id, itemIds }) => [id, itemIds])).toEqual([
        ['early', []],
        ['late', ['a']],
      ]);
    });

    it('removes a document with the items that no other document holds', async () => {
      await store.putItems([
        indexedItem('mine'),
        indexedItem('shared'),
        indexedItem('mine', { fingerprint: 'f2' }),
      ]);
      await store.putDocument(storedDocument('one', ['mine', 'shared', 'mine']));
      await store.putDocument(storedDocument('two', ['shared']));
      await store.removeDocument('one');
      expect(await store.missing(['mine', 'shared'], 'f1')).toEqual(['mine']);
      expect(await store.findItems(['mine'])).toEqual([undefined]);
      expect((await store.listDocuments()).map(({ id }) => id)).toEqual(['two']);
      await store.removeDocument('two');
      expect(await store.missing(['shared'], 'f1')).toEqual(['shared']);
      await store.removeDocument('never there');
    });

    it('releases items under every fingerprint, but none that a document holds', async () => {
      await store.putItems([
        indexedItem('given up'),
        indexedItem('given up', { fingerprint: 'f2', axis: 3 }),
        indexedItem('held'),
        indexedItem('other'),
      ]);
      await store.putDocument(storedDocument('one', ['held']));
      await store.releaseItems(['given up', 'held', 'never there']);
      expect(await store.missing(['given up', 'held', 'other'], 'f1')).toEqual(['given up']);
      expect(await store.findItems(['given up'])).toEqual([undefined]);
      expect((await store.itemVectors('f1')).itemIds).toEqual(['held']);
      // Their vectors are gone as well: a document that names them finds none.
      await store.putDocument(storedDocument('two', ['given up']));
      expect((await store.itemVectors('f1')).itemIds).toEqual(['held']);
      expect((await store.itemVectors('f2')).itemIds).toEqual([]);
    });

    it('lets go of everything that no document holds', async () => {
      await store.putItems([indexedItem('held'), indexedItem('left'), indexedItem('behind')]);
      await store.putDocument(storedDocument('one', ['held']));
      await store.releaseUnheld();
      expect(await store.missing(['held', 'left', 'behind'], 'f1')).toEqual(['left', 'behind']);
      await store.putDocument(storedDocument('two', ['left']));
      expect((await store.itemVectors('f1')).itemIds).toEqual(['held']);
    });

    it('keeps what was stored when a write is refused', async () => {
      const stored = indexedItem('a', { axis: 1 });
      await store.putItems([stored]);
      const broken = { ...indexedItem('b'), vectors: indexedItem('b', { leafCount: 9 }).vectors };
      await expect(store.putItems([indexedItem('a', { axis: 2 }), broken])).rejects.toMatchObject({
        code: 'STORE_FAILED',
      });
      expect(await store.getItems(['a', 'b'], 'f1')).toEqual([stored, undefined]);
    });

    it('stands two writers of the same file', async () => {
      const write = async () => {
        await store.putItems([indexedItem('a'), indexedItem('b')]);
        await store.putDocument(storedDocument('one', ['a', 'b']));
      };
      await Promise.all([write(), write()]);
      expect(await store.listDocuments()).toHaveLength(1);
      expect((await store.itemVectors('f1')).itemIds).toEqual(['a', 'b']);
    });

    it('is empty after clear', async () => {
      await store.putItems([indexedItem('a')]);
      await store.putDocument(storedDocument('one', ['a']));
      await store.clear();
      expect(await store.listDocuments()).toEqual([]);
      expect(await store.missing(['a'], 'f1')).toEqual(['a']);
      expect((await store.itemVectors('f1')).vectors.rows).toBe(0);
    });
  });
}
