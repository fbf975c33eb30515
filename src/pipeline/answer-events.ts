import type { CanopyError } from '../core/errors.ts';
import type { EvidenceForest } from '../core/evidence-forest.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import type { RegionSelection } from '../core/refine.ts';
import type { ChatUsage } from '../ports/chat-model.ts';
import type { RetrievedItem } from '../ports/retriever.ts';

/** Scores of one item's regions with the query of one round. */
export interface RoundScores {
  /** From 1; the items that a round retrieves are selected as one pool. */
  readonly round: number;
  /** Cosine of each region with that round's query, by region id. */
  readonly scores: Float32Array;
  /** Hashed terms of that query; without them a selection judges by scores alone. */
  readonly queryTerms?: Int32Array;
}

/**
 * A retrieved item with its scores in the round that found it first: all that compression needs, so that a moved dial asks
 * no encoder.
 */
export interface ScoredPoolItem extends RoundScores {
  readonly indexed: IndexedItem;
  /** Its scores in later rounds that found it again: it keeps what any of them selects (ours, method 8.2). */
  readonly returns?: readonly RoundScores[];
  /** Dropped whole, and brought back because the critic found the evidence insufficient (ours, method 8.1). */
  readonly restored?: true;
}

/** One retrieved item after compression: what may leave (the forest alone), and how it was decided. */
export interface CompressedItem extends ScoredPoolItem {
  readonly forest: EvidenceForest;
  readonly selection: RegionSelection;
  /** Why a table stayed whole, where it did. */
  readonly wholeBecause?: 'aggregate-question';
}

/** The critic's reading of the evidence (paper, section 4). */
export interface Verdict {
  readonly rationale: string;
  /** The critic's best answer from the evidence, or null. */
  readonly answer: string | null;
  readonly sufficient: boolean;
  /** The single missing fact, and the query that should find it; both null when sufficient. */
  readonly missing: string | null;
  readonly followUp: string | null;
  /** False when the reply could not be read, which counts as insufficient. */
  readonly parsed: boolean;
}

/**
 * A verbatim place in the evidence that the answer points to with `[marker]`. Inside a long span it is the sentence or
 * row that the marked sentence of the answer speaks of, so one marker may have several places.
 */
export interface Citation {
  /** Number as it stands in the answer, from 1; numbers every span of the evidence in reading order. */
  readonly marker: number;
  readonly itemId: string;
  /** Index of the span in its forest. */
  readonly span: number;
  /** Start and exclusive end of the cited place in the unit of the item's leaves, and its words. */
  readonly start: number;
  readonly end: number;
  readonly quote: string;
}

/** What the whole answer cost. */
export interface AnswerSummary {
  readonly answer: string;
  readonly citations: readonly Citation[];
  readonly rounds: number;
  /**
   * Reader tokens (estimated) of all retrieved items passed whole, and of the evidence that the reader got; headings,
   * table headers and citation marks count in both. Equal when nothing was held back; kept never exceeds whole, see
   * `comparedTokens`.
   */
  readonly wholeTokens: number;
  readonly keptTokens: number;
  readonly modelCalls: number;
  /** Estimated tokens of all requests to the model together, instructions included; absent where none was made. */
  readonly sentTokens?: number;
  readonly seconds: number;
  /** The reader's name; `extractive` says that the answer is a quotation made on the device. */
  readonly reader: string;
  readonly extractive: boolean;
  /** Summed over all calls, where the endpoint tells it. */
  readonly usage?: ChatUsage;
  /** Replies of critic, router and classifier that could not be read; told by the strategies. */
  readonly parseFailures?: number;
}

/** What `answerQuestion` tells as it goes, in this order; `round` counts from 1. */
export type AnswerEvent =
  /**
   * The encoder of a part of the collection could not read the query (an address that does not answer): the items of its
   * space are not searched in this round, the others are.
   */
  | { readonly type: 'unsearched'; readonly round: number; readonly error: CanopyError }
  | {
      readonly type: 'retrieved';
      readonly round: number;
      readonly query: string;
      readonly items: readonly RetrievedItem[];
    }
  | {
      readonly type: 'table-question';
      readonly kind: 'aggregate' | 'lookup';
      readonly reason: string;
    }
  /**
   * All evidence so far: items of earlier rounds first; `added` are the ids new in this round. A second one in a round,
   * with nothing added, follows a verdict that brought dropped items back.
   */
  | {
      readonly type: 'compressed';
      readonly round: number;
      readonly evidence: readonly CompressedItem[];
      readonly added: readonly string[];
    }
  | { readonly type: 'judged'; readonly round: number; readonly verdict: Verdict }
  /** A critic that failed does not end the question: the reader answers from what there is. */
  | { readonly type: 'critic-failed'; readonly round: number; readonly error: CanopyError }
  | {
      readonly type: 'follow-up';
      readonly round: number;
      readonly query: string;
      readonly missing: string;
    }
  /** From `startOverOnChange`: the question is answered anew, and all events before this one are void. */
  | { readonly type: 'start-over' }
  /** The evidence the reader gets after the cap; citation markers number these forests' spans. */
  | { readonly type: 'reading'; readonly evidence: readonly EvidenceForest[] }
  | { readonly type: 'answer-delta'; readonly text: string }
  | { readonly type: 'done'; readonly summary: AnswerSummary };
