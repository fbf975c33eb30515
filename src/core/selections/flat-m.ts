import { leafRegions } from '../region-tree.ts';
import { leafSelection } from './leaf-selection.ts';

/** The control that every selection is shown beside (paper, section 7): the m best leaves of each item; the dial is m. */
export const flatM = leafSelection({
  name: 'flat-m',
  dial: { min: 1, max: 20, step: 1, initial: 3 },
  judge: (pool) =>
    pool.map(({ tree, scores }) => {
      const regions = leafRegions(tree);
      const places = new Float32Array(regions.length);
      // Ties go to the leaf that stands first: sorting is stable.
      const best = [...regions.keys()].sort((a, b) => scores[regions[b]!]! - scores[regions[a]!]!);
      for (const [place, leaf] of best.entries()) places[leaf] = -1 - place;
      return places;
    }),
  bar: (m) => -m,
});
