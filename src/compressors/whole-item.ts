import { leafCount, type RegionTree } from '../core/region-tree.ts';
import { keepLeaves } from '../core/selections/keep-leaves.ts';
import type { Compression, Compressor } from '../ports/compressor.ts';

/** Every item as it is: what plain retrieval hands to the reader (paper, section 7). */
export const wholeItem: Compressor = {
  name: 'whole-item',
  compress: (pool) => pool.map(({ tree }) => keepAll(tree)),
};

/** All of an item. */
export function keepAll(tree: RegionTree): Compression {
  return keepLeaves(tree, new Uint8Array(leafCount(tree)).fill(1));
}

/** Nothing of an item. */
export function keepNone(tree: RegionTree): Compression {
  return keepLeaves(tree, new Uint8Array(leafCount(tree)));
}
