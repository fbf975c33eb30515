import type { Modality } from './item.ts';
import type { ItemTerms } from './lexical.ts';
import type { RegionSelection } from './refine.ts';
import type { RegionTree } from './region-tree.ts';
import type { QuantisedVectors } from './similarity.ts';

/** One retrieved item as a selection sees it: its tree and its scores, never its text. */
export interface ScoredItem {
  readonly tree: RegionTree;
  /** Cosine of the query with each region, by region id. */
  readonly scores: Float32Array;
  /** The regions' vectors, by region id: how like one another leaves are. */
  readonly vectors: QuantisedVectors;
  /** Reader tokens of each leaf. */
  readonly leafTokens: Int32Array;
  readonly modality: Modality;
  /** Hashed terms of the item and of the query, for selections that look at words too. */
  readonly lexical?: { readonly terms: ItemTerms; readonly query: Int32Array };
}

/** The one control of a selection, as the person sees it: low keeps less, high keeps more. */
export interface Dial {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Where the dial stands at first. */
  readonly initial: number;
}

/**
 * Decides for a whole pool of retrieved items (in retrieval order) which regions stay. Pure: same scores and dial, same
 * answer. Returns one {@link RegionSelection} per item, in the order given; one that keeps nothing drops its item whole
 * (the item gate: ours, method 8.1).
 */
export interface Selection {
  readonly name: string;
  readonly dial: Dial;
  select(pool: readonly ScoredItem[], dial: number): RegionSelection[];
  /**
   * Whether each item comes near enough to the best of the pool that the question may be about it: only such tables are
   * kept whole where a question needs all rows together. Absent where a selection cannot tell; then all are (paper).
   */
  nearBest?(pool: readonly ScoredItem[]): boolean[];
}
