import type { Selection } from '../core/selection.ts';
import type { Compressor } from '../ports/compressor.ts';

/** A compressor that is a selection at one position of its dial, under the selection's name. */
export function selected(selection: Selection, dial: number = selection.dial.initial): Compressor {
  return { name: selection.name, compress: (pool) => selection.select(pool, dial) };
}
