import type { Selection } from '../core/selection.ts';
import type { AnswerEvent } from '../pipeline/answer-events.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import type { Compressor } from '../ports/compressor.ts';
import type { CallOptions, Encoder } from '../ports/encoder.ts';
import type { RegionStore } from '../ports/region-store.ts';
import type { Retriever } from '../ports/retriever.ts';

/** What every strategy works with. */
export interface StrategyDependencies {
  readonly encoder: Pick<Encoder, 'embedQuery' | 'fingerprint'>;
  readonly retriever: Retriever;
  readonly store: Pick<RegionStore, 'getItems'>;
  /** Plays every part that a strategy has for a language model. */
  readonly model: ChatModel;
  /** Milliseconds since any fixed moment; the clock unless a test brings its own. */
  readonly now?: () => number;
}

/** What may be set for a strategy; each uses what concerns it. */
export interface StrategyOptions extends CallOptions {
  /** Items per retrieval; 10 in the paper. */
  readonly k?: number;
  /** Rounds at most; 3 in the paper, 4 turns for S2G-RAG. */
  readonly rounds?: number;
  /** Cuts what vanilla RAG, IRCoT and UniversalRAG retrieve; they keep items whole without. */
  readonly compressor?: Compressor;
  /** CANOPY's selection, the position of its dial, and whether items that come back are refined again. */
  readonly selection?: Selection;
  readonly dial?: number;
  readonly rerefine?: boolean;
}

/** A way from a question to an answer: CANOPY's or one it is compared with (paper, section 7). */
export interface Strategy {
  readonly name: string;
  /**
   * Answers a question; the events are those of `answerQuestion`, and the last one is `done`. Throws `QUESTION_EMPTY`,
   * `NOTHING_INDEXED`, `ABORTED`, or the code of the part that failed.
   */
  answer(
    question: string,
    dependencies: StrategyDependencies,
    options?: StrategyOptions,
  ): AsyncGenerator<AnswerEvent, void>;
}
