import { COMPRESSOR_NAMES, type CompressorName } from '../compressors/compressor-names.ts';
import type { Dial } from '../core/selection.ts';
import {
  isCanopy,
  STRATEGY_NAMES,
  type StrategyName,
  takesCompressor,
} from '../strategies/strategy-names.ts';

/** The selections that the page offers, the default first. */
export const SELECTION_NAMES = ['calibrated', 'pool-relative', 'parent-relative'] as const;

/** A selection of the page by its name. */
export type PageSelection = (typeof SELECTION_NAMES)[number];

/** How a question becomes an answer: the strategy, and what cuts the items it finds. */
export interface Way {
  readonly strategy: StrategyName;
  /** For strategies that take one. */
  readonly compressor: CompressorName;
  /** Cuts for CANOPY, and where it is the compressor. */
  readonly selection: PageSelection;
}

/** A way with the position of its selection's dial. */
export interface WayAt {
  readonly way: Way;
  readonly dial: number;
}

/** What a first visit starts with. */
export const DEFAULT_WAY: Way = {
  strategy: 'canopy',
  compressor: 'whole-item',
  selection: 'calibrated',
};

/** Positions that the person gave to dials, each under the name of its rule. */
export type Dials = Readonly<Partial<Record<PageSelection | CompressorName, number>>>;

/** Whether a selection, and so its dial, decides what is kept. */
export function cutsBySelection({ strategy, compressor }: Way): boolean {
  return isCanopy(strategy) || (takesCompressor(strategy) && compressor === 'canopy');
}

/** Whether every item that is found goes to the model as it is. */
export function keepsAllWhole({ strategy, compressor }: Way): boolean {
  return takesCompressor(strategy) && compressor === 'whole-item';
}

/** The way as far as it can be gone: without a language model there is CANOPY alone. */
export function possibleWay({ strategy, compressor, selection }: Way, hasModel: boolean): Way {
  return { strategy: hasModel ? strategy : 'canopy', compressor, selection };
}

/** Where a dial stands: at the person's position where that is one of this dial, at its own first one otherwise. */
export function dialAt({ min, max, initial }: Dial, position: number | undefined): number {
  return position !== undefined && position >= min && position <= max ? position : initial;
}

/** The way that a turn went; one kept before there were others, or by a later version, went the default one. */
export function wayOf({ way }: { readonly way?: Way }): Way {
  const isKnown =
    way !== undefined &&
    STRATEGY_NAMES.includes(way.strategy) &&
    COMPRESSOR_NAMES.includes(way.compressor) &&
    SELECTION_NAMES.includes(way.selection);
  return isKnown ? way : DEFAULT_WAY;
}
