import { describe, expect, it } from 'vitest';
import { indexedItem, storedDocument } from './indexed-item.fixture.ts';
import type { RegionStore } from './region-store.ts';
import type { Retriever } from './retriever.ts';

/** What every {@link Retriever} does; `create` makes one over a store that holds these items in one document. */
export function describeRetriever(
  name: string,
  create: (fill: (store: RegionStore) => Promise<void>) => Promise<Retriever>,
): void {
  const axes = (...parts: number[]) => {
    const vector = new Float32Array(8);
    for (const [axis, value] of parts.entries()) vector[axis] = value;
    return vector;
  };
  const filled = () =>
    create(async (store) => {
      await store.putItems(
        ['x', 'y', 'z']
          .map((id, axis) => indexedItem(id, { axis }))
          .concat(indexedItem('y2', { axis: 1 })),
      );
      await store.putDocument(storedDocument('one', ['x', 'y', 'z', 'y2']));
    });

  describe(`${name} as a retriever`, () => {
    it('returns the k best by cosine, best first, ties in the order of the collection', async () => {
      const retriever = await filled();
      const found = await retriever.retrieve(axes(0.6, 0.8), 3);
      expect(found.map(({ itemId }) => itemId)).toEqual(['y', 'y2', 'x']);
      expect(found[0]?.score).toBeCloseTo(0.8, 5);
      expect(found[2]?.score).toBeCloseTo(0.6, 5);
    });

    it('returns everything when asked for more than there is', async () => {
      const found = await (await filled()).retrieve(axes(0, 0, 1), 10);
      expect(found.map(({ itemId }) => itemId)).toEqual(['z', 'x', 'y', 'y2']);
    });

    it('finds nothing in an empty collection', async () => {
      const retriever = await create(async () => {});
      expect(await retriever.retrieve(axes(1), 10)).toEqual([]);
    });

    it('stops when aborted', async () => {
      const retriever = await filled();
      const call = retriever.retrieve(axes(1), 1, { signal: AbortSignal.abort() });
      await expect(call).rejects.toMatchObject({ code: 'ABORTED' });
    });
  });
}
