import { leafCount, leafRegions } from '../core/region-tree.ts';
import { leafSelection } from '../core/selections/leaf-selection.ts';

/** RECOMP's extractive compressor (paper, section 7): the N best sentences over all items of the pool; the dial is N. */
export const recompExtractive = leafSelection({
  name: 'recomp-extractive',
  dial: { min: 1, max: 50, step: 1, initial: 10 },
  judge(pool) {
    const leaves = pool.flatMap(({ tree, scores }, item) =>
      Array.from(leafRegions(tree), (region, leaf) => ({ item, leaf, score: scores[region]! })),
    );
    const places = pool.map(({ tree }) => new Float32Array(leafCount(tree)));
    // Ties go to what was retrieved first and stands first: sorting is stable.
    leaves.sort((a, b) => b.score - a.score);
    for (const [place, { item, leaf }] of leaves.entries()) places[item]![leaf] = -1 - place;
    return places;
  },
  bar: (count) => -count,
});
