import type { EvidenceForest } from '../core/evidence-forest.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import type { VideoItem } from '../core/item.ts';
import { findTerm, itemTerms, termsOf } from '../core/lexical.ts';
import { mergeRankings } from '../core/merge-rankings.ts';
import { contentBetween } from '../core/region-input.ts';
import { leafRegions } from '../core/region-tree.ts';
import { markSpans } from '../core/render-evidence.ts';
import { calibrated } from '../core/selections/calibrated-default.ts';
import { logOdds } from '../core/selections/small-network.ts';
import { cosines } from '../core/similarity.ts';
import { transcriptLines } from '../core/transcript-lines.ts';
import type { CallOptions } from '../ports/encoder.ts';
import type { RegionStore } from '../ports/region-store.ts';
import { chooseQuotes, QUOTE_REACH } from './choose-quotes.ts';
import type { Critic } from './critic.ts';
import { NO_COST } from './model-cost.ts';
import { QUOTATION, type Reader } from './reader.ts';
import { embedInSpaces, type SearchSpace } from './search-spaces.ts';
import { aggregateSign } from './table-question-rules.ts';

/** What the on-device reader and critic look scores up in. */
export interface ExtractiveDependencies {
  readonly encoder: SearchSpace['encoder'];
  /** Further encoders, as in `GatherDependencies`. */
  readonly others?: readonly Pick<SearchSpace, 'encoder'>[] | undefined;
  readonly store: Pick<RegionStore, 'getItems'>;
}

/** Most passages quoted in one answer. */
export const MOST_QUOTES = 3;
/** Most rows quoted where the question may ask what several of them make together. */
const MOST_ROWS = 12;
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

/** The same where there are more rows than are quoted. */
export function someRowsOnly(quoted: number, kept: number): string {
  const stand = quoted === 1 ? 'it stands' : 'they stand';
  return `${quoted} of the ${kept} rows that were kept, as ${stand}; nothing was added up or compared:`;
}

/** A kept leaf with its worth for the question. */
interface ScoredLeaf {
  readonly itemId: string;
  readonly leaf: number;
  readonly marker: number;
  /** Cosine with the question. */
  readonly score: number;
  /** How far its judgement is behind the best of its space, the only ones that it compares with, in log-odds. */
  readonly behind: number;
  /** Whether its space is the first encoder's: of no other it is known which cosine is enough. */
  readonly isFirst: boolean;
  readonly quote: string;
  /** A table's column names, without which a row cannot be read. */
  readonly header: string;
}

/**
 * A reader without a language model: quotes the kept leaves that the calibrated selection judges best, verbatim, each with
 * its mark; where the question may ask what several rows make together, the rows of the best table that are about as good. It
 * finds scores and judgements by itself, from the device's own encoder and store, so that readers in general need nothing
 * but forests.
 */
export function extractiveReader(dependencies: ExtractiveDependencies): Reader {
  return {
    ...QUOTATION,
    async *read({ question, evidence }, options) {
      const leaves = await scoreLeaves(question, evidence, dependencies, options);
      const best = leaves[0];
      if (best === undefined) {
        yield 'No passage of the collection could be quoted for this question.';
        return NO_COST;
      }
      if (leaves.every(({ isFirst }) => isFirst) && nearest(leaves) < SUFFICIENT_COSINE)
        yield `${NO_CLEAR_ANSWER}\n\n`;
      if (best.header !== '' && aggregateSign(question) !== undefined) {
        yield tableQuote(leaves.filter(({ itemId }) => itemId === best.itemId));
        return NO_COST;
      }
      for (const [index, leaf] of chooseQuotes(question, leaves, MOST_QUOTES).entries()) {
        const quote = leaf.header === '' ? textQuote(leaf) : `${leaf.header}\n${rowQuote(leaf)}`;
        yield `${index === 0 ? '' : '\n\n'}${quote}`;
      }
      return NO_COST;
    },
  };
}

/** The rows of one table that are about as good as its best, in its own order, under its column names. */
function tableQuote(rows: readonly ScoredLeaf[]): string {
  const good = rows.filter(({ behind }) => behind <= QUOTE_REACH.far);
  const quoted = good.slice(0, MOST_ROWS).sort((a, b) => a.leaf - b.leaf);
  const preface =
    quoted.length < rows.length ? someRowsOnly(quoted.length, rows.length) : ROWS_ONLY;
  return `${preface}\n\n${quoted[0]!.header}\n${quoted.map(rowQuote).join('\n')}`;
}

/** Lines of a picture or a poem run on, or each would be a paragraph of the answer. */
function textQuote({ quote, marker }: ScoredLeaf): string {
  return `“${withoutMarks(quote.replace(/\s*\n\s*/g, ' '))}” [${marker}]`;
}

function rowQuote({ quote, marker }: ScoredLeaf): string {
  return `${withoutMarks(quote)} [${marker}]`;
}

function nearest(leaves: readonly ScoredLeaf[]): number {
  return leaves.reduce((best, { score }) => Math.max(best, score), Number.NEGATIVE_INFINITY);
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
      const score = Math.max(0, nearest(leaves.filter(({ isFirst }) => isFirst)));
      const sufficient = score >= sufficientCosine;
      const relation = sufficient ? 'reaches' : 'stays below';
      const isInDoubt = !sufficient && leaves.some(({ isFirst }) => !isFirst);
      const verdict = {
        rationale: isInDoubt
          ? 'Whether what a further encoder found is enough cannot be told.'
          : `The sentence or row nearest to the question scores ${score.toFixed(3)}, which ${relation} the ${sufficientCosine} that counts as close.`,
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

/** All kept leaves with their worth: best first in each space, the spaces merged by rank. */
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
    const kept = scoreKept({ words: question, vector: query }, items, evidence);
    rankings.push(kept.map((leaf) => ({ ...leaf, isFirst: fingerprint === first })));
  }
  return mergeRankings(rankings, rankings.flat().length);
}

/** The kept leaves of items of one space, best first. */
function scoreKept(
  { words, vector }: { readonly words: string; readonly vector: Float32Array },
  found: readonly IndexedItem[],
  evidence: readonly EvidenceForest[],
): Omit<ScoredLeaf, 'isFirst'>[] {
  const query = termsOf(words);
  const pool = found.map(({ item, leaves, tree, leafTokens, vectors, terms }) => ({
    ...{ tree, leafTokens, vectors, modality: item.modality, scores: cosines(vector, vectors) },
    lexical: { query, terms: terms ?? itemTerms(item, leaves) },
    regions: leafRegions(tree),
  }));
  const judgements = calibrated.judge(pool);
  const places = new Map(found.map(({ item }, index) => [item.id, index]));
  const scored: (Omit<ScoredLeaf, 'behind' | 'isFirst'> & { readonly logOdds: number })[] = [];
  for (const { marker, forest, span } of markSpans(evidence)) {
    const place = places.get(forest.itemId);
    if (place === undefined) continue;
    const { item, leaves } = found[place]!;
    const { scores, regions } = pool[place]!;
    const { firstLeaf, endLeaf, end } = forest.spans[span]!;
    for (let leaf = firstLeaf; leaf < endLeaf; leaf++) {
      const stop = Math.min(end, leaves.ends[leaf]!);
      const start = leaves.starts[leaf]!;
      const content =
        item.modality === 'video'
          ? spokenQuote(item, start, stop, query)
          : contentBetween(item, start, stop);
      const header = forest.header.split('\n').at(-1) ?? '';
      // A row keeps the bars of its empty cells, or its values would stand under other columns.
      const quote = header === '' ? content.trim() : content.replace(/^\n+|\n+$/g, '');
      if (quote.trim() === '') continue;
      scored.push({
        ...{ itemId: item.id, leaf, marker, quote, header },
        ...{ score: scores[regions[leaf]!]!, logOdds: logOdds(judgements[place]![leaf]!) },
      });
    }
  }
  scored.sort((a, b) => b.logOdds - a.logOdds);
  return scored.map(({ logOdds, ...leaf }) => ({ ...leaf, behind: scored[0]!.logOdds - logOdds }));
}

/** Lines of a transcript that are joined so that a sentence is quoted to its end. */
const MOST_LINES = 4;

/**
 * What is said in a clip to the question: the line that holds most of its terms, on to the end of its sentence; the whole
 * clip where no line holds any.
 */
function spokenQuote(item: VideoItem, start: number, end: number, query: Int32Array): string {
  const lines = transcriptLines(item, start, end).map((line) => ({
    ...line,
    text: contentBetween(item, line.start, line.end),
  }));
  let [best, most] = [0, 0];
  for (const [at, { text }] of lines.entries()) {
    const shared = termsOf(text).filter((term) => findTerm(query, term) >= 0).length;
    if (shared > most) [best, most] = [at, shared];
  }
  if (most === 0) return contentBetween(item, start, end);
  let last = best;
  while (last + 1 < lines.length && last + 1 < best + MOST_LINES && !isEnded(lines[last]!.text))
    last++;
  return contentBetween(item, lines[best]!.start, lines[last]!.end);
}

function isEnded(text: string): boolean {
  return /[.!?。！？…]["”’)]*$/u.test(text.trimEnd());
}
