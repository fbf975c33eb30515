/**
 * Names of the compressors that need neither gold spans nor a model of their own; apart from their code, so that a choice
 * loads none of it. `canopy` is the selection that was chosen.
 */
export const COMPRESSOR_NAMES = [
  'whole-item',
  'canopy',
  'flat-leaf',
  'flat-any',
  'flat-m',
  'recomp-extractive',
  'embedding-filter',
  'sentence-filter',
  'aks',
] as const;

/** A compressor by its name. */
export type CompressorName = (typeof COMPRESSOR_NAMES)[number];
