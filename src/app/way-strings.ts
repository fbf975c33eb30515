import type { CompressorName } from '../compressors/compressor-names.ts';
import type { StrategyName } from '../strategies/strategy-names.ts';
import type { PageSelection } from './way.ts';

/** Names of the ways of answering, as the person reads them. */
export const wayStrings = {
  strategies: {
    canopy: 'Canopy',
    'canopy-routed': 'Canopy with routing',
    'vanilla-rag': 'Plain retrieval (vanilla RAG)',
    ircot: 'Thinking aloud (IRCoT)',
    'universal-rag': 'Routing once (UniversalRAG)',
    's2g-rag': 'Picking sentences (S2G-RAG)',
    'no-retrieval': 'The model alone (no retrieval)',
  } satisfies Record<StrategyName, string>,
  selections: {
    calibrated: 'Learned from examples',
    'pool-relative': 'Near the best',
    'parent-relative': 'The paper’s rule',
  } satisfies Record<PageSelection, string>,
  compressors: {
    'whole-item': 'Whole passages',
    canopy: 'Cut by the rule above',
    'flat-leaf': 'Best sentence of each',
    'flat-any': 'Best stretch of each',
    'flat-m': 'Best few of each (flat-m)',
    'recomp-extractive': 'Best of all (RECOMP)',
    'embedding-filter': 'Near passages (embedding filter)',
    'sentence-filter': 'Near sentences (embedding filter)',
    aks: 'Best clips of videos (AKS)',
  } satisfies Record<CompressorName, string>,
} as const;
