import type { AnswerEvent } from '../pipeline/answer-events.ts';
import type { CallOptions, Encoder } from '../ports/encoder.ts';
import type { Ingester } from '../ports/ingester.ts';
import type { EgressRecord } from '../ports/ledger.ts';
import type { RegionStore, StoredDocument } from '../ports/region-store.ts';
import type {
  AnswerCallOptions,
  CompressCallOptions,
  Compressed,
  Indexable,
  IndexOptions,
  PoolEntry,
} from './options.ts';

/** An evidence compressor with its collection. Every call can be aborted and rejects with a `CanopyError`. */
export interface Canopy {
  /**
   * Reads, embeds and stores one or several things, one after the other; what is stored already is not embedded again,
   * and a document whose id is there is replaced. Rejects with the first failure (`FILE_…`, `ENCODER_…`, `STORE_…` or
   * `ABORTED`); what came before it is indexed.
   */
  index(
    input: Indexable | Iterable<Indexable>,
    options?: IndexOptions,
  ): Promise<readonly StoredDocument[]>;
  /**
   * Cuts a pool down to what the query needs: the entries given, each of which then has its place in the result, or
   * else the k items of the collection that are nearest. Nothing leaves the device. Rejects with `QUESTION_EMPTY`,
   * `NOTHING_INDEXED` (an empty collection), `INVALID_ARGUMENT`, `ABORTED`, or an `ENCODER_…` or `STORE_…` code.
   */
  compress(
    query: string,
    entries?: Iterable<PoolEntry>,
    options?: CompressCallOptions,
  ): Promise<Compressed>;
  /**
   * Answers from the collection by the paper's loop, telling events as it goes; the last is `done`. Whoever stops
   * listening stops the work. Throws as `compress` does, or a `CHAT_…` code.
   */
  answer(question: string, options?: AnswerCallOptions): AsyncGenerator<AnswerEvent, void>;
  /** Loads the encoder ahead of the first call that needs it. */
  ready(options?: CallOptions): Promise<void>;
  documents(): Promise<readonly StoredDocument[]>;
  /** Removes a document; one that is not there is no error. */
  remove(documentId: string): Promise<void>;
  /** Removes everything. */
  clear(): Promise<void>;
  /** Every request that left, with its exact body. */
  readonly ledger: EgressRecord;
  /**
   * Frees encoder and workers; called again it does nothing more. Work under way rejects with `ABORTED`, later calls with
   * `DISPOSED`. What is stored stays.
   */
  dispose(): Promise<void>;
}

/** What a platform brings; see `openCanopy`. */
export interface CanopyParts {
  /**
   * Called once, with the first call that needs it, and again after a failure. The signal fires when nobody wants the
   * encoder any more.
   */
  openEncoder(options: { readonly signal: AbortSignal }): Promise<Encoder>;
  openStore(): Promise<RegionStore>;
  readonly ingester: Ingester;
  /** Frees what the platform made, the encoder included. */
  dispose?(): Promise<void>;
}
