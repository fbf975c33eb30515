import { leafCount } from '../core/region-tree.ts';
import { keepLeaves } from '../core/selections/keep-leaves.ts';
import type { Compressor } from '../ports/compressor.ts';

/**
 * The best region of each item, of whatever level (paper, section 7); of equal ones the widest. The paper scores it with
 * the frozen encoder f0: hand it a pool whose vectors f0 made.
 */
export const flatAny: Compressor = {
  name: 'flat-any',
  compress: (pool) =>
    pool.map(({ tree, scores }) => {
      const best = scores.reduce(
        (high, score, region) => (score > scores[high]! ? region : high),
        0,
      );
      const mask = new Uint8Array(leafCount(tree));
      return keepLeaves(tree, mask.fill(1, tree.starts[best]!, tree.ends[best]!));
    }),
};
