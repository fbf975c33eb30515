import type { IndexedItem } from './indexed-item.ts';
import type { QuantisedVectors } from './similarity.ts';

/** The vectors of whole items, which the retriever searches; `itemIds[r]` is row r. */
export interface ItemVectors {
  readonly itemIds: readonly string[];
  readonly vectors: QuantisedVectors;
}

/** The vector of one whole item, by the query encoder where it has one of its own. */
export interface ItemVector {
  readonly itemId: string;
  readonly data: Int8Array;
  readonly scale: number;
}

/** The vector by which an item is found, copied. */
export function wholeItemVector({ item, vectors, whole = vectors }: IndexedItem): ItemVector {
  return {
    itemId: item.id,
    data: whole.data.slice(0, whole.dimensions),
    scale: whole.scales[0]!,
  };
}

/** Puts vectors of whole items under each other, in the order given. All have the same dimensions. */
export function stackItemVectors(items: readonly ItemVector[]): ItemVectors {
  const dimensions = items[0]?.data.length ?? 0;
  const data = new Int8Array(items.length * dimensions);
  for (const [row, item] of items.entries()) data.set(item.data, row * dimensions);
  return {
    itemIds: items.map(({ itemId }) => itemId),
    vectors: {
      rows: items.length,
      dimensions,
      data,
      scales: Float32Array.from(items, ({ scale }) => scale),
    },
  };
}
