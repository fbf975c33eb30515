import { evidenceForest } from '../core/evidence-forest.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import { termsOf } from '../core/lexical.ts';
import { Outcome, type RegionSelection } from '../core/refine.ts';
import { type RegionTree, regionCount } from '../core/region-tree.ts';
import type { ScoredItem, Selection } from '../core/selection.ts';
import { parentRelative } from '../core/selections/parent-relative.ts';
import { cosines } from '../core/similarity.ts';
import type { CompressedItem, ScoredPoolItem } from './answer-events.ts';

/** How a pool is compressed. */
export interface CompressOptions {
  /** The paper's parent-relative rule unless another is named. */
  readonly selection?: Selection;
  /** Position of the selection's dial; its initial position unless given. */
  readonly dial?: number;
  /** Keep every table whole, because the question asks over all of its rows (paper, section 4). */
  readonly wholeTables?: boolean;
}

/** Scores the items of one round with its query, the vector and the words, from what is cached of each item. */
export function scorePool(
  query: Float32Array,
  items: readonly IndexedItem[],
  round: number,
  words = '',
): ScoredPoolItem[] {
  const queryTerms = termsOf(words);
  return items.map((indexed) => ({
    ...{ indexed, round, queryTerms },
    scores: cosines(query, indexed.vectors),
  }));
}

function toScoredItem({ indexed, scores, queryTerms }: ScoredPoolItem): ScoredItem {
  const { tree, leafTokens, item, terms } = indexed;
  return {
    ...{ tree, scores, leafTokens, modality: item.modality },
    ...(terms === undefined || queryTerms === undefined
      ? {}
      : { lexical: { terms, query: queryTerms } }),
  };
}

/**
 * Selects the regions that stay, each round's items as one pool, and builds their forests. Pure and fast: the page calls
 * it at every move of the "keep less / keep more" dial with the scores it already has.
 */
export function reselect(
  items: readonly ScoredPoolItem[],
  { selection = parentRelative, dial, wholeTables = false }: CompressOptions = {},
): CompressedItem[] {
  const selections = new Map<ScoredPoolItem, RegionSelection>();
  for (const round of new Set(items.map((item) => item.round))) {
    const pool = items.filter((item) => item.round === round);
    const selected = selection.select(pool.map(toScoredItem), dial ?? selection.dial.initial);
    for (const [index, item] of pool.entries()) selections.set(item, selected[index]!);
  }
  return items.map((item): CompressedItem => {
    const { indexed, round, scores, queryTerms } = item;
    const whole = wholeTables && indexed.item.modality === 'table';
    const selected = whole ? keepWhole(indexed.tree) : selections.get(item)!;
    return {
      ...{ indexed, round, scores },
      ...(queryTerms === undefined ? {} : { queryTerms }),
      forest: evidenceForest(indexed, selected.kept),
      selection: selected,
      ...(whole ? { wholeBecause: 'aggregate-question' as const } : {}),
    };
  });
}

function keepWhole(tree: RegionTree): RegionSelection {
  const outcomes = new Uint8Array(regionCount(tree));
  outcomes[0] = Outcome.kept;
  return { kept: Int32Array.of(0), outcomes };
}
