/** `canopy-web/compressors`: CANOPY and what it is compared with, as parts for strategies and for `compress`. */
export type { Compression, Compressor, CompressorItem } from '../ports/compressor.ts';
export type { Likelihood } from '../ports/likelihood.ts';
export { type AksOptions, adaptiveKeyframes, aks } from './aks.ts';
export { canopy } from './canopy.ts';
export { COMPRESSOR_NAMES, type CompressorName } from './compressor-names.ts';
export { type CompressorSetting, compressorNamed, dialled } from './compressors.ts';
export { embeddingFilter, sentenceFilter } from './embedding-filter.ts';
export { flatAny } from './flat-any.ts';
export { flatLeaf } from './flat-leaf.ts';
export { type GoldOf, goldItem, goldSpan } from './gold.ts';
export { longLlmLingua } from './long-llmlingua.ts';
export { recompExtractive } from './recomp-extractive.ts';
export { selected } from './selected.ts';
export { wholeItem } from './whole-item.ts';
