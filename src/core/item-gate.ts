import { leafCount } from './region-tree.ts';
import type { Selection } from './selection.ts';
import { keepLeaves } from './selections/keep-leaves.ts';

/** When an item is dropped whole. */
export interface GateOptions {
  /** How far, in cosine, an item's best region may stay below the pool's best region. */
  readonly reach: number;
  /** Items at the top of the pool that are never dropped. */
  readonly exempt: number;
}

/**
 * Puts the item gate before a selection that never drops an item itself (ours, method 8.1): an item whose best region
 * stays too far below the pool's best is dropped whole, which needs no look inside it.
 */
export function withItemGate(selection: Selection, { reach, exempt }: GateOptions): Selection {
  return {
    ...selection,
    name: `${selection.name}-gated`,
    select(pool, dial) {
      const best = pool.map(({ scores }) => scores.reduce((high, score) => Math.max(high, score)));
      const bar = Math.max(...best) - reach;
      const passes = (place: number) => place < exempt || best[place]! >= bar;
      const open = selection.select(
        pool.filter((_, place) => passes(place)),
        dial,
      );
      const selected = open.values();
      return pool.map(({ tree }, place) =>
        passes(place) ? selected.next().value! : keepLeaves(tree, new Uint8Array(leafCount(tree))),
      );
    },
  };
}
