import { createHashEncoder } from '../adapters/memory/hash-encoder.ts';
import type { Canopy } from './canopy.ts';
import { createCanopy } from './node-canopy.ts';
import type { SearchOptions } from './options.ts';

/** A Canopy that needs no model and keeps the best sentence of each item unless told otherwise. */
export function zooCanopy(options: SearchOptions = { selection: 'flat-m', dial: 1 }): Canopy {
  return createCanopy({ encoder: createHashEncoder(), ...options });
}

/** Three sentences, of which the first answers {@link QUESTION}. */
export const PENGUINS =
  'The king penguin lays one egg in summer. Tickets cost nine pounds. The shop sells maps.';
/** Two sentences that do not. */
export const COPPER = 'Copper melts at 1085 degrees. Wire is drawn from it.';
/** What is asked in the tests of the integrations. */
export const QUESTION = 'When does the king penguin lay its egg?';
