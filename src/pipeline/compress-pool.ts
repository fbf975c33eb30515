import { evidenceForest } from '../core/evidence-forest.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import { termsOf } from '../core/lexical.ts';
import { Outcome, type RegionSelection, refine } from '../core/refine.ts';
import { type RegionTree, regionCount } from '../core/region-tree.ts';
import type { ScoredItem, Selection } from '../core/selection.ts';
import { mergeSelections } from '../core/selections/merge-selections.ts';
import { parentRelative } from '../core/selections/parent-relative.ts';
import { cosines } from '../core/similarity.ts';
import type { CompressedItem, RoundScores, ScoredPoolItem } from './answer-events.ts';

/** How a pool is compressed. */
export interface CompressOptions {
  /** The paper's parent-relative rule unless another is named. */
  readonly selection?: Selection;
  /** Position of the selection's dial; its initial position unless given. */
  readonly dial?: number;
  /**
   * Keep tables whole, because the question asks over all of their rows (paper, section 4). Of one that a selection finds
   * far behind the best, only what it selects is kept (ours, {@link Selection.nearBest}); the paper's rule cannot tell.
   */
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

/** An item as a selection sees it in one of its rounds. */
export function toScoredItem(
  { tree, leafTokens, item, terms, vectors }: IndexedItem,
  at: RoundScores,
): ScoredItem {
  const { scores, queryTerms } = at;
  return {
    ...{ tree, scores, vectors, leafTokens, modality: item.modality },
    ...(terms === undefined || queryTerms === undefined
      ? {}
      : { lexical: { terms, query: queryTerms } }),
  };
}

/**
 * Selects the regions that stay, what each round found in each space as one pool, and builds their forests. Pure and fast: the page calls
 * it at every move of the "keep less / keep more" dial with the scores it already has.
 */
export function reselect(
  items: readonly ScoredPoolItem[],
  { selection = parentRelative, dial, wholeTables = false }: CompressOptions = {},
): CompressedItem[] {
  const choices = chooseByRound(items, selection, dial ?? selection.dial.initial);
  return items.map((item, index): CompressedItem => {
    const { indexed, round, scores, queryTerms, returns, restored } = item;
    const { found, isNear } = choices[index]!;
    // A table of which nothing is wanted is dropped as any other item, and no question needs all of its rows.
    const isAsked = isNear && found.kept.length > 0;
    const whole = wholeTables && indexed.item.modality === 'table' && isAsked;
    const selected = whole ? keepWhole(indexed.tree) : found;
    return {
      ...{ indexed, round, scores },
      ...(queryTerms === undefined ? {} : { queryTerms }),
      ...(returns === undefined ? {} : { returns }),
      ...(restored === undefined ? {} : { restored }),
      forest: evidenceForest(indexed, selected.kept),
      selection: selected,
      ...(whole ? { wholeBecause: 'aggregate-question' as const } : {}),
    };
  });
}

/**
 * What each item keeps over all rounds that found it, and whether it came near the best in any. A pool is what one round
 * found in one space: scores compare there only.
 */
function chooseByRound(
  items: readonly ScoredPoolItem[],
  selection: Selection,
  dial: number,
): { readonly found: RegionSelection; readonly isNear: boolean }[] {
  const found = items.flatMap(({ indexed, returns = [], ...first }, index) =>
    [first, ...returns].map((at) => ({
      index,
      pool: `${at.round} ${indexed.fingerprint}`,
      scored: toScoredItem(indexed, at),
    })),
  );
  const selected = items.map((): RegionSelection[] => []);
  const near = new Set<number>();
  for (const name of new Set(found.map((entry) => entry.pool))) {
    const pool = found.filter((entry) => entry.pool === name);
    const scored = pool.map((entry) => entry.scored);
    const kept = selection.select(scored, dial);
    const isNear = selection.nearBest?.(scored);
    for (const [place, { index }] of pool.entries()) {
      selected[index]!.push(kept[place]!);
      if (isNear?.[place] ?? true) near.add(index);
    }
  }
  return items.map((item, index) => {
    const [only, ...others] = selected[index]!;
    const { tree } = item.indexed;
    const all = others.length === 0 ? only! : mergeSelections(tree, selected[index]!);
    // The paper's rule drops no item, so it says what of a dropped one is nearest.
    const found = all.kept.length === 0 && item.restored ? refine(tree, item.scores) : all;
    return { found, isNear: near.has(index) };
  });
}

function keepWhole(tree: RegionTree): RegionSelection {
  const outcomes = new Uint8Array(regionCount(tree));
  outcomes[0] = Outcome.kept;
  return { kept: Int32Array.of(0), outcomes };
}
