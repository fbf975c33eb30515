import type { CompressorName } from '../compressors/compressor-names.ts';
import type { StrategyName } from '../strategies/strategy-names.ts';
import type { PageSelection } from './way.ts';

/** Words of the advanced settings, which come with their dialog: the page's own strings must be there before anything. */
export const advancedStrings = {
  selection: 'Rule that cuts',
  selectionHelp:
    'Decides which sentences and rows stay. It acts at once on the evidence shown, and on new questions.',
  selections: {
    calibrated:
      'Learned from examples: looks at all that was found together and cuts most. It may hold a passage back whole.',
    'pool-relative':
      'Keeps every sentence that comes close to the best one found. Simple, the same for any kind of file.',
    'parent-relative':
      'The published rule (δ): goes into a part where it answers better than the whole. Something of every passage stays.',
  } satisfies Record<PageSelection, string>,
  dialHelp: (rule: string) =>
    `Where the keep less / keep more dial of “${rule}” starts for a new question.`,
  dialAt: (share: number) =>
    share === 0 || share === 100
      ? `keeps ${share === 0 ? 'least' : 'most'}`
      : `${share}% of the way from keep less to keep more`,
  strategy: 'Way of answering',
  strategyHelp:
    'Canopy is the way this page is made for. The others are here to compare; they send words only, no pictures.',
  needsEndpoint: 'Needs an endpoint: choose one under “Who answers”.',
  strategies: {
    canopy: 'Finds, cuts, checks whether it is enough, searches for what is missing, answers.',
    'canopy-routed':
      'The same, but the model first decides whether text, tables, pictures or videos can answer. One more request per search.',
    'vanilla-rag': 'Sends everything found in one request. Most tokens, fewest requests.',
    ircot:
      'The model thinks one sentence at a time; each sentence is the next search. All found is sent again each time.',
    'universal-rag': 'The model chooses the kinds of files to search once, then answers.',
    's2g-rag':
      'The model names what is missing and picks sentences. It is shown all sentences found, so more is sent than kept.',
    'no-retrieval': 'The model answers from what it knows. Your files are not used.',
  } satisfies Record<StrategyName, string>,
  compressor: 'What it does with passages found',
  compressors: {
    'whole-item': 'Sends each of them whole.',
    canopy: 'Cuts them by the rule above, with its dial.',
    'flat-leaf': 'Keeps the best sentence of each.',
    'flat-any': 'Keeps the best stretch of each, long or short.',
    'flat-m': 'Keeps the best few sentences of each.',
    'recomp-extractive': 'Keeps the best sentences of all passages together.',
    'embedding-filter': 'Drops passages that are not near enough to the question.',
    'sentence-filter': 'Drops sentences that are not near enough to the question.',
    aks: 'Chooses the best clips of videos; everything else is sent whole.',
  } satisfies Record<CompressorName, string>,
  keeps: 'How much it keeps',
  keepsHelp: {
    'flat-m': (value: number) => `${value} of each passage.`,
    'recomp-extractive': (value: number) => `${value} of all passages together.`,
    'embedding-filter': (value: number) => `Up to a distance of ${value.toFixed(2)}.`,
    'sentence-filter': (value: number) => `Up to a distance of ${value.toFixed(2)}.`,
    aks: (value: number) => `${value} clips of each video.`,
  } satisfies Partial<Record<CompressorName, (value: number) => string>> as Partial<
    Record<CompressorName, (value: number) => string>
  >,
} as const;
