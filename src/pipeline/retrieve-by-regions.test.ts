import { describe, expect, it } from 'vitest';
import type { IndexedItem } from '../core/indexed-item.ts';
import type { Modality } from '../core/item.ts';
import { quantise } from '../core/similarity.ts';
import { indexedItem } from '../ports/indexed-item.fixture.ts';
import type { Retriever } from '../ports/retriever.ts';
import { retrieveByRegions } from './retrieve-by-regions.ts';

/** An item whose regions have these cosines with the first axis. */
function item(id: string, cosines: readonly number[], modality: Modality = 'text'): IndexedItem {
  const base = indexedItem(id, { leafCount: 2, dimensions: 2 });
  const data = Float32Array.from(cosines.flatMap((x) => [x, Math.sqrt(1 - x * x)]));
  return {
    ...base,
    item: { ...base.item, modality } as IndexedItem['item'],
    vectors: quantise({ rows: 3, dimensions: 2, data }),
  };
}

const items = [
  item('whole', [0.5, 0.5, 0.5]),
  item('sentence', [0.2, 0.1, 0.9]),
  item('neither', [0.4, 0.3, 0.3]),
  item('table', [0.1, 0.1, 0.2], 'table'),
];
const query = Float32Array.of(1, 0);

/** Ranks by the score of the whole, and remembers what it was asked for. */
function setUp(known: readonly IndexedItem[] = items) {
  const asked: number[] = [];
  const retriever: Retriever = {
    retrieve: (_, k) => {
      asked.push(k);
      const found = [
        { itemId: 'whole', score: 0.5 },
        { itemId: 'neither', score: 0.4 },
        { itemId: 'sentence', score: 0.2 },
        { itemId: 'table', score: 0.1 },
      ];
      return Promise.resolve(found.slice(0, k));
    },
  };
  const byId = new Map(known.map((entry) => [entry.item.id, entry]));
  const store = {
    getItems: (ids: readonly string[]) => Promise.resolve(ids.map((id) => byId.get(id))),
  };
  return { asked, retriever: retrieveByRegions(retriever, store, 'f1') };
}

describe('looking into the items found', () => {
  it('prefers an item with one fitting sentence, and asks for four times as many', async () => {
    const { asked, retriever } = setUp();
    const found = await retriever.retrieve(query, 2);
    expect(asked).toEqual([8]);
    expect(found.map(({ itemId }) => itemId)).toEqual(['sentence', 'whole']);
    expect(found[0]!.score).toBeCloseTo((0.2 + 0.9) / 2, 2);
    expect(found[1]!.score).toBeCloseTo(0.5, 2);
    expect(found.map(({ indexed }) => indexed)).toEqual([items[1], items[0]]);
  });

  it('takes the best of each corpus that is wanted', async () => {
    const { retriever } = setUp();
    const found = await retriever.retrieve(query, 1, { modalities: ['text', 'table'] });
    expect(found.map(({ itemId }) => itemId)).toEqual(['sentence', 'table']);
  });

  it('leaves an item that is gone where it was', async () => {
    const { retriever } = setUp(items.filter(({ item: { id } }) => id !== 'sentence'));
    const found = await retriever.retrieve(query, 4);
    expect(found.map(({ itemId }) => itemId)).toEqual(['whole', 'neither', 'sentence', 'table']);
    expect(found[2]!.score).toBe(0.2);
  });
});
