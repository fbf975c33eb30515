import { leafCount } from '../core/region-tree.ts';
import { keepLeaves } from '../core/selections/keep-leaves.ts';
import type { Compressor } from '../ports/compressor.ts';
import { keepAll, keepNone } from './whole-item.ts';

/** The gold leaves of an item of the pool, by item id; undefined for an item that is not gold. */
export type GoldOf = (itemId: string) => Iterable<number> | undefined;

/** An upper reference (paper, section 7): the gold items whole, and nothing else. */
export function goldItem(goldOf: GoldOf): Compressor {
  return {
    name: 'gold-item',
    compress: (pool) =>
      pool.map(({ tree, indexed }) =>
        goldOf(indexed.item.id) === undefined ? keepNone(tree) : keepAll(tree),
      ),
  };
}

/** An upper reference (paper, section 7): the gold leaves, and nothing else. */
export function goldSpan(goldOf: GoldOf): Compressor {
  return {
    name: 'gold-span',
    compress: (pool) =>
      pool.map(({ tree, indexed }) => {
        const mask = new Uint8Array(leafCount(tree));
        for (const leaf of goldOf(indexed.item.id) ?? []) mask[leaf] = 1;
        return keepLeaves(tree, mask);
      }),
  };
}
