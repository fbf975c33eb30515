import type { IndexedItem } from '../core/indexed-item.ts';
import { buildRegionTree, regionCount } from '../core/region-tree.ts';
import { quantise } from '../core/similarity.ts';
import type { StoredDocument } from './region-store.ts';

/**
 * An indexed text item of `leafCount` one-letter sentences for contract tests; its root vector points along the axis
 * `axis`, every other region along the next one.
 */
export function indexedItem(
  id: string,
  { fingerprint = 'f1', leafCount = 3, axis = 0, dimensions = 8 } = {},
): IndexedItem {
  const tree = buildRegionTree(leafCount);
  const rows = regionCount(tree);
  const data = new Float32Array(rows * dimensions);
  for (let row = 0; row < rows; row++) {
    data[row * dimensions + ((row === 0 ? axis : axis + 1) % dimensions)] = 1;
  }
  return {
    item: {
      id,
      modality: 'text',
      title: `Title of ${id}`,
      headingPath: ['Part'],
      provenance: { source: 'file.txt', offset: 0 },
      text: 'a. '.repeat(leafCount),
    },
    leaves: {
      starts: Int32Array.from({ length: leafCount }, (_, leaf) => leaf * 3),
      ends: Int32Array.from({ length: leafCount }, (_, leaf) => leaf * 3 + 2),
    },
    leafTokens: new Int32Array(leafCount).fill(2),
    tree,
    vectors: quantise({ rows, dimensions, data }),
    fingerprint,
  };
}

/** A stored document of these items for contract tests. */
export function storedDocument(id: string, itemIds: readonly string[]): StoredDocument {
  return {
    id,
    name: `${id}.txt`,
    bytes: 9,
    addedAt: 1_700_000_000_000,
    itemIds,
    modalities: ['text'],
    tokens: 6,
    leaves: 3,
    warnings: [],
  };
}
