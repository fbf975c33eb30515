import { estimateTokens } from '../src/core/estimate-tokens.ts';
import type { IndexedItem } from '../src/core/indexed-item.ts';
import { type ItemTerms, itemTerms, termsOf } from '../src/core/lexical.ts';
import type { RegionSelection } from '../src/core/refine.ts';
import { regionPrefix } from '../src/core/region-input.ts';
import type { ScoredItem } from '../src/core/selection.ts';
import { cosines } from '../src/core/similarity.ts';
import type { DatasetQuestion } from './dataset.ts';
import type { IndexedQuestions } from './index-questions.ts';
import type { MeasuredItem } from './metrics.ts';

/** A question with its pool scored: what every compressor starts from. */
export interface ScoredQuestion {
  readonly question: DatasetQuestion;
  readonly indexed: readonly IndexedItem[];
  readonly pool: readonly ScoredItem[];
  /** Everything of a {@link MeasuredItem} but the selection, item by item. */
  readonly facts: readonly Omit<MeasuredItem, 'selection'>[];
}

/** Makes scored questions; terms and head tokens of an item are worked out once. */
export function questionScorer({ items, queries }: IndexedQuestions) {
  const terms = new Map<string, ItemTerms>();
  const heads = new Map<string, number>();
  const once = <Value>(cache: Map<string, Value>, id: string, make: () => Value): Value => {
    const known = cache.get(id) ?? make();
    cache.set(id, known);
    return known;
  };
  return (question: DatasetQuestion, itemIds = question.itemIds): ScoredQuestion => {
    const vector = queries.get(question.id)!;
    const query = termsOf(question.question);
    const indexed = itemIds.map((id) => items.get(id)!);
    const pool = indexed.map(
      ({ item, leaves, tree, leafTokens, vectors, terms: known }): ScoredItem => ({
        ...{ tree, leafTokens },
        ...{ scores: cosines(vector, vectors), vectors },
        modality: item.modality,
        lexical: { query, terms: known ?? once(terms, item.id, () => itemTerms(item, leaves)) },
      }),
    );
    const facts = indexed.map(({ item, tree, leafTokens }) => ({
      ...{ tree, leafTokens },
      headTokens: once(heads, item.id, () => estimateTokens(regionPrefix(item))),
      gold: question.gold.get(item.id) ?? new Int32Array(0),
    }));
    return { question, indexed, pool, facts };
  };
}

/** The facts of a scored question with what a compressor selected. */
export function measured(
  { facts }: Pick<ScoredQuestion, 'facts'>,
  selections: readonly RegionSelection[],
): MeasuredItem[] {
  return facts.map((fact, index) => ({ ...fact, selection: selections[index]! }));
}
