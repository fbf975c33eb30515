import { MARGIN } from '../defaults.ts';
import { refine } from '../refine.ts';
import type { Selection } from '../selection.ts';

/** The paper's rule on every item by itself; the dial is the margin δ (ours, method 8.3), 0 being the paper. */
export const parentRelative: Selection = {
  name: 'parent-relative',
  dial: { min: -0.1, max: 0.2, step: 0.01, initial: MARGIN },
  select: (pool, margin) => pool.map(({ tree, scores }) => refine(tree, scores, margin)),
};
