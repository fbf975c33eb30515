/** `canopy-web/strategies`: CANOPY's loop and the systems it is compared with. */
export { canopy, canopyRouted } from './canopy.ts';
export { ircot } from './ircot.ts';
export { noRetrieval } from './no-retrieval.ts';
export { s2gRag } from './s2g-rag.ts';
export { strategies, strategyNamed } from './strategies.ts';
export type { Strategy, StrategyDependencies, StrategyOptions } from './strategy.ts';
export { STRATEGY_NAMES, type StrategyName } from './strategy-names.ts';
export { universalRag } from './universal-rag.ts';
export { vanillaRag } from './vanilla-rag.ts';
