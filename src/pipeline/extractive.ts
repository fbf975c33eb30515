import type { EvidenceForest } from '../core/evidence-forest.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import { mergeRankings } from '../core/merge-rankings.ts';
import { contentBetween } from '../core/region-input.ts';
import { leafRegions } from '../core/region-tree.ts';
import { markSpans } from '../core/render-evidence.ts';
import { cosines } from '../core/similarity.ts';
import type { CallOptions } from '../ports/encoder.ts';
import type { RegionStore } from '../ports/region-store.ts';
import { chooseQuotes } from './choose-quotes.ts';
import type { Critic } from './critic.ts';
import { NO_COST } from './model-cost.ts';
import type { Reader } from './reader.ts';
import { embedInSpaces, type SearchSpace } from './search-spaces.ts';
import { aggregateSign } from './table-question.ts';

/** What the on-device reader and critic look scores up in. */
export interface ExtractiveDependencies {
  readonly encoder: SearchSpace['encoder'];
  /** Further encoders, as in `GatherDependencies`. */
  readonly others?: readonly Pick<SearchSpace, 'encoder'>[] | undefined;
  readonly store: Pick<RegionStore, 'getItems'>;
}

/** Most passages quoted in one answer. */
const MOST_QUOTES = 3;
/**
 * Cosine of the best leaf from which the evidence counts as sufficient, for the vendored encoder. On 502 development
 * questions (2wikimultihopqa, qed, tatqa; eval/sufficient-cosine.ts) 88% of the pools that hold the answer reach it, and
 * 35% of those from which the answer's items were taken: a hint to the person, no proof.
 */
export const SUFFICIENT_COSINE = 0.35;

/** Said before quotations that are no more than the nearest there is. */
export const NO_CLEAR_ANSWER =
  'These passages are the nearest there are; they may not answer the question:';

/** Said before rows of a table where the question may ask what several of them make together. */
export const ROWS_ONLY = 'Rows are quoted as they stand; nothing was added up or compared:';

/** A kept leaf with its cosine with the question. */
interface ScoredLeaf {
  readonly marker: number;
  readonly score: number;
  /** How far it is behind the best leaf of its space: the only scores that it compares with. */
  readonly behind: number;
  /** Whether its space is the first encoder's: of no other it is known which cosine is enough. */
  readonly isFirst: boolean;
  readonly quote: string;
  /** A table's column names, without which a row cannot be read. */
  readonly header: string;
}

/**
 * A reader without a language model: quotes the kept leaves nearest to the question, verbatim, each with its mark. It
 * finds the scores by itself, from the device's own encoder and store, so that readers in general need nothing but
 * forests.
 */
export function extractiveReader(dependencies: ExtractiveDependencies): Reader {
  return {
    name: 'quotation',
    extractive: true,
    async *read({ question, evidence }, options) {
      const leaves = await scoreLeaves(question, evidence, dependencies, options);
      const best = leaves[0];
      if (best === undefined) {
        yield 'No passage of the collection could be quoted for this question.';
        return NO_COST;
      }
      const quoted = chooseQuotes(question, leaves, MOST_QUOTES);
      if (leaves.every(({ isFirst }) => isFirst) && best.score < SUFFICIENT_COSINE)
        yield `${NO_CLEAR_ANSWER}\n\n`;
      if (quoted.every(isRow) && aggregateSign(question) !== undefined) yield `${ROWS_ONLY}\n\n`;
      for (const [index, { marker, quote, header }] of quoted.entries()) {
        const words = withoutMarks(quote);
        const lines = header === '' ? `“${words}”` : `${header}\n${words}`;
        yield `${index === 0 ? '' : '\n\n'}${lines} [${marker}]`;
      }
      return NO_COST;
    },
  };
}

function isRow({ header }: ScoredLeaf): boolean {
  return header !== '';
}

/**
 * A critic without a language model: sufficient when the best kept leaf of the first encoder's space is near enough to the
 * question. What further encoders found may be enough as well, but cannot be told to be: in doubt nothing stays dropped,
 * which costs only tokens. It never names a gap or a query, since it would have to invent them.
 */
export function scoreCritic(
  dependencies: ExtractiveDependencies,
  sufficientCosine: number = SUFFICIENT_COSINE,
): Critic {
  return {
    async judge({ question, evidence }, options) {
      const leaves = await scoreLeaves(question, evidence, dependencies, options);
      const score = leaves.find(({ isFirst }) => isFirst)?.score ?? 0;
      const sufficient = score >= sufficientCosine;
      const relation = sufficient ? 'reaches' : 'stays below';
      const isInDoubt = !sufficient && leaves.some(({ isFirst }) => !isFirst);
      const verdict = {
        rationale: isInDoubt
          ? 'Whether what a further encoder found is enough cannot be told.'
          : `The nearest sentence or row scores ${score.toFixed(3)}, which ${relation} ${sufficientCosine}.`,
        answer: null,
        sufficient,
        missing: null,
        followUp: null,
        parsed: true,
      };
      return { verdict, cost: NO_COST };
    },
  };
}

/**
 * A document's own references ("[12]") are not marks of this answer: a word joiner, which nobody sees, keeps them from
 * being read as such.
 */
function withoutMarks(quote: string): string {
  return quote.replace(/[[【](?=\s*\d)/g, '$&\u2060');
}

/** Cosines of all kept leaves with the question: best first in each space, the spaces merged by rank. */
async function scoreLeaves(
  question: string,
  evidence: readonly EvidenceForest[],
  { encoder, others = [], store }: ExtractiveDependencies,
  options: CallOptions = {},
): Promise<ScoredLeaf[]> {
  const first = fingerprintKey(encoder.fingerprint);
  const { vectors } = await embedInSpaces(question, [{ encoder }, ...others], options);
  const left = new Set(evidence.map(({ itemId }) => itemId));
  const rankings: ScoredLeaf[][] = [];
  for (const [fingerprint, query] of vectors) {
    const found = await store.getItems([...left], fingerprint);
    const items = found.filter((indexed) => indexed !== undefined);
    for (const { item } of items) left.delete(item.id);
    const kept = scoreKept(query, items, evidence);
    rankings.push(kept.map((leaf) => ({ ...leaf, isFirst: fingerprint === first })));
  }
  return mergeRankings(rankings, rankings.flat().length);
}

/** The kept leaves of items of one space, best first. */
function scoreKept(
  query: Float32Array,
  found: readonly IndexedItem[],
  evidence: readonly EvidenceForest[],
): Omit<ScoredLeaf, 'isFirst'>[] {
  const items = new Map(
    found.map(({ item, leaves, tree, vectors }) => {
      const scores = cosines(query, vectors);
      return [item.id, { item, leaves, scores, regions: leafRegions(tree) }];
    }),
  );
  const scored: Omit<ScoredLeaf, 'behind' | 'isFirst'>[] = [];
  for (const { marker, forest, span } of markSpans(evidence)) {
    const indexed = items.get(forest.itemId);
    if (indexed === undefined) continue;
    const { item, leaves, scores, regions } = indexed;
    const { firstLeaf, endLeaf, end } = forest.spans[span]!;
    for (let leaf = firstLeaf; leaf < endLeaf; leaf++) {
      const stop = Math.min(end, leaves.ends[leaf]!);
      const quote = contentBetween(item, leaves.starts[leaf]!, stop).trim();
      const header = forest.header.split('\n').at(-1) ?? '';
      if (quote !== '') scored.push({ marker, score: scores[regions[leaf]!]!, quote, header });
    }
  }
  scored.sort((a, b) => b.score - a.score);
  return scored.map((leaf) => ({ ...leaf, behind: scored[0]!.score - leaf.score }));
}
