import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CanopyError } from '../../core/errors.ts';
import { cosines, normalise, quantise } from '../../core/similarity.ts';
import { indexedItem, storedDocument } from '../../ports/indexed-item.fixture.ts';
import { describeRetriever } from '../../ports/retriever.contract.ts';
import { createMemoryRegionStore } from './memory-region-store.ts';
import { createVectorRetriever } from './vector-retriever.ts';

describeRetriever('The vector retriever', async (fill) => {
  const store = createMemoryRegionStore();
  await fill(store);
  return createVectorRetriever(store, 'f1');
});

const unit = (values: readonly number[]) => normalise(Float32Array.from(values));

describe('The vector retriever', () => {
  it('sees new documents after a refresh, not before', async () => {
    const store = createMemoryRegionStore();
    const retriever = createVectorRetriever(store, 'f1');
    expect(await retriever.retrieve(unit([1, 0, 0, 0, 0, 0, 0, 0]), 1)).toEqual([]);
    await store.putItems([indexedItem('a')]);
    await store.putDocument(storedDocument('one', ['a']));
    expect(await retriever.retrieve(unit([1, 0, 0, 0, 0, 0, 0, 0]), 1)).toEqual([]);
    retriever.refresh();
    const found = await retriever.retrieve(unit([1, 0, 0, 0, 0, 0, 0, 0]), 1);
    expect(found.map(({ itemId }) => itemId)).toEqual(['a']);
  });

  it('leaves out what a space that is searched as well holds, until a refresh', async () => {
    const store = createMemoryRegionStore();
    const ids = ['a', 'b', 'c'];
    await store.putItems(ids.map((id, axis) => indexedItem(id, { axis })));
    await store.putItems([indexedItem('b', { fingerprint: 'f2' })]);
    await store.putDocument(storedDocument('one', ids));
    const retriever = createVectorRetriever(store, 'f1');
    const query = unit([3, 2, 1, 0, 0, 0, 0, 0]);
    const search = async (k: number, except: string[]) =>
      (await retriever.retrieve(query, k, { except })).map(({ itemId }) => itemId).join('');
    expect(await search(3, ['f2'])).toBe('ac');
    expect(await search(2, ['f2'])).toBe('ac');
    expect(await search(3, [])).toBe('abc');
    await store.putItems([indexedItem('a', { fingerprint: 'f2' })]);
    retriever.refresh();
    expect(await search(1, ['f2', 'f3'])).toBe('c');
  });

  it('finds what came while a search was under way', async () => {
    const memory = createMemoryRegionStore();
    await memory.putItems(['a', 'b'].map((id, axis) => indexedItem(id, { axis })));
    await memory.putDocument(storedDocument('one', ['a']));
    let refreshed = async () => {};
    const itemVectors: typeof memory.itemVectors = async (fingerprint) => {
      const read = await memory.itemVectors(fingerprint);
      await refreshed();
      return read;
    };
    const retriever = createVectorRetriever({ ...memory, itemVectors }, 'f1');
    const query = unit([2, 1, 0, 0, 0, 0, 0, 0]);
    const search = async () =>
      (await retriever.retrieve(query, 9, { except: ['f2'] })).map(({ itemId }) => itemId);
    refreshed = async () => {
      refreshed = async () => {};
      await memory.putDocument(storedDocument('two', ['b']));
      retriever.refresh();
    };
    expect(await search()).toEqual(['a']);
    expect(await search()).toEqual(['a', 'b']);
  });

  it('refuses a query of another length', async () => {
    const store = createMemoryRegionStore();
    await store.putItems([indexedItem('a')]);
    await store.putDocument(storedDocument('one', ['a']));
    const call = createVectorRetriever(store, 'f1').retrieve(unit([1, 0]), 1);
    await expect(call).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('tries the store again after a failed read', async () => {
    let reads = 0;
    const store = {
      ...createMemoryRegionStore(),
      async itemVectors() {
        if (reads++ === 0) throw new CanopyError('STORE_FAILED', 'The disk is asleep.');
        return {
          itemIds: ['a'],
          vectors: quantise({ rows: 1, dimensions: 2, data: unit([1, 0]) }),
        };
      },
    };
    const retriever = createVectorRetriever(store, 'f1');
    await expect(retriever.retrieve(unit([1, 0]), 1)).rejects.toMatchObject({
      code: 'STORE_FAILED',
    });
    expect(await retriever.retrieve(unit([1, 0]), 1)).toHaveLength(1);
  });

  it('agrees with sorting all scores', async () => {
    const vectors = fc.array(
      fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 4, maxLength: 4 }),
      {
        maxLength: 30,
      },
    );
    await fc.assert(
      fc.asyncProperty(vectors, fc.integer({ min: 0, max: 12 }), async (rows, k) => {
        const quantised = quantise({
          rows: rows.length,
          dimensions: 4,
          data: Float32Array.from(rows.flatMap((row) => [...unit(row)])),
        });
        const itemIds = rows.map((_, row) => `${row}`);
        const store = {
          ...createMemoryRegionStore(),
          itemVectors: async () => ({ itemIds, vectors: quantised }),
        };
        const query = unit([3, 2, 1, 0.5]);
        const scores = cosines(query, quantised);
        const sorted = itemIds.toSorted((a, b) => scores[+b]! - scores[+a]!).slice(0, k);
        const found = await createVectorRetriever(store, 'f1').retrieve(query, k);
        expect(found.map(({ itemId }) => itemId)).toEqual(sorted);
      }),
    );
  });
});
