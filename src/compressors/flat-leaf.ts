import { flatM } from '../core/selections/flat-m.ts';
import type { Compressor } from '../ports/compressor.ts';
import { selected } from './selected.ts';

/**
 * The best leaf of each item (paper, section 7). The paper scores it with the frozen encoder f0: hand it a pool whose
 * vectors f0 made.
 */
export const flatLeaf: Compressor = { ...selected(flatM, 1), name: 'flat-leaf' };
