import type { Selection } from '../core/selection.ts';
import type { Compressor } from '../ports/compressor.ts';
import { selected } from './selected.ts';

/**
 * CANOPY with a selection of its own (paper, section 3, with parent-relative; ours with the others): it keeps what the
 * selection keeps at a position of its dial. Frozen or tuned is a matter of the encoder that made the pool's vectors.
 *
 * @param dial the selection's initial position unless given.
 */
export function canopy(selection: Selection, dial: number = selection.dial.initial): Compressor {
  return { ...selected(selection, dial), name: `canopy-${selection.name}` };
}
