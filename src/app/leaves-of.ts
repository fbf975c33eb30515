import type { Modality } from '../core/item.ts';
import { countOf } from './format.ts';

const LEAF: Record<Modality, readonly [string, string]> = {
  text: ['sentence', 'sentences'],
  table: ['row', 'rows'],
  image: ['picture', 'pictures'],
  video: ['clip', 'clips'],
};

/** Leaves of an item in its own noun: `14 sentences`, `3 rows`. */
export function leavesOf(count: number, modality: Modality): string {
  const [one, many] = LEAF[modality];
  return countOf(count, one, many);
}
