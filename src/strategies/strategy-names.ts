/** Names of all strategies (paper, section 7), CANOPY first; apart from their code, so that a choice loads none of it. */
export const STRATEGY_NAMES = [
  'canopy',
  'canopy-routed',
  'vanilla-rag',
  'ircot',
  'universal-rag',
  's2g-rag',
  'no-retrieval',
] as const;

/** A strategy by its name. */
export type StrategyName = (typeof STRATEGY_NAMES)[number];

/** Whether the strategy is CANOPY's own loop, whose selection cuts. */
export function isCanopy(name: StrategyName): boolean {
  return name === 'canopy' || name === 'canopy-routed';
}

/** Whether the strategy hands what it retrieves to a compressor; CANOPY has its selection, S2G-RAG its selector. */
export function takesCompressor(name: StrategyName): boolean {
  return name === 'vanilla-rag' || name === 'ircot' || name === 'universal-rag';
}
