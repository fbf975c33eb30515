import type { CompressorName } from '../compressors/compressor-names.ts';
import type { EvidenceForest } from '../core/evidence-forest.ts';
import type { Item } from '../core/item.ts';
import type { Selection } from '../core/selection.ts';
import type { CompressedItem } from '../pipeline/answer-events.ts';
import type { IndexEvent } from '../pipeline/index-events.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import type { Compressor } from '../ports/compressor.ts';
import type { CallOptions } from '../ports/encoder.ts';
import type { Ingester, SourceFile } from '../ports/ingester.ts';
import type { RegionStore } from '../ports/region-store.ts';
import type { Strategy } from '../strategies/strategy.ts';
import type { StrategyName } from '../strategies/strategy-names.ts';
import type { SelectionName } from './selections.ts';

/** A text of the caller's own, such as one that another retriever found. */
export interface TextDocument {
  readonly text: string;
  /** Names the document for `remove` and for the same document with new words; its content's hash unless given. */
  readonly id?: string;
  /** Stands above the text in the evidence, and is embedded with it. */
  readonly title?: string;
  /** Where it is from, such as an address; the title unless given. */
  readonly source?: string;
}

/** Whatever can be indexed: a file of the browser, a file's name and bytes, an item, or a plain text. */
export type Indexable = File | SourceFile | Item | TextDocument;

/** Whatever a question's evidence can be cut from without reading a file. */
export type PoolEntry = Item | TextDocument;

/** A language model behind an OpenAI-compatible address. */
export interface Endpoint {
  /** With or without `/v1`, such as `http://localhost:11434`. */
  readonly url: string;
  readonly model: string;
  /** Sent to this address as a bearer token, and kept nowhere. */
  readonly key?: string;
}

/** What decides how much of the found items stays. */
export interface KeepOptions {
  /** The rule: `calibrated` unless told otherwise. */
  readonly selection?: SelectionName | Selection;
  /**
   * Cuts in place of the selection: in `compress`, and in the strategies that take one (`vanilla-rag`, `ircot`,
   * `universal-rag`). By name (`canopy` is the selection) or an object such as `canopy-web/compressors` makes.
   */
  readonly compressor?: CompressorName | Compressor;
  /**
   * Position of the dial of the selection, or of the compressor named in its place; its initial one unless given. For
   * `calibrated` it is the share of the evidence that should stay, from 0.5 (least) to 1.
   */
  readonly dial?: number;
}

/** What decides how evidence is searched for. */
export interface SearchOptions extends KeepOptions {
  /**
   * The way from the question to the answer: `canopy` unless given. All others need an `endpoint`. By name or an object
   * such as `canopy-web/strategies` exports.
   */
  readonly strategy?: StrategyName | Strategy;
  /** Items per retrieval; 10 unless given (paper, section 4). */
  readonly k?: number;
  /** Rounds at most; 3 unless given (paper, section 4). With 1 the critic is never asked. */
  readonly rounds?: number;
  /** Who judges and answers. Without one the answer is a quotation made on the device, and nothing leaves. */
  readonly endpoint?: Endpoint | ChatModel;
}

/** What every way of opening Canopy takes. */
export interface CommonOptions extends SearchOptions {
  /**
   * Where regions and vectors are kept: `indexeddb` (this browser; the default there), `memory` (until it is disposed;
   * the default elsewhere), or a store of one's own.
   */
  readonly store?: 'indexeddb' | 'memory' | RegionStore;
  /** Reads files; that of the platform unless given. */
  readonly ingester?: Ingester;
}

/** How far one thing that is being indexed has come. */
export interface IndexProgress {
  readonly name: string;
  readonly event: IndexEvent;
}

/** How things are indexed. */
export interface IndexOptions extends CallOptions {
  readonly onProgress?: (progress: IndexProgress) => void;
}

/** How one pool is compressed. */
export interface CompressCallOptions extends CallOptions, KeepOptions {
  /** Items to retrieve where the pool is the collection. */
  readonly k?: number;
  /** Search these documents only; all of them unless given. */
  readonly documents?: readonly string[];
  /**
   * Whether tables stay whole, as a question over all of their rows needs; decided by rules on the question's wording
   * unless given. Nothing is asked of a language model. A compressor other than `canopy` cuts tables as it cuts all.
   */
  readonly wholeTables?: boolean;
}

/** How one question is answered. */
export interface AnswerCallOptions extends CallOptions, SearchOptions {
  /** Search these documents only; all of them unless given. */
  readonly documents?: readonly string[];
}

/** What is left of a pool for one query. */
export interface Compressed {
  readonly query: string;
  /**
   * One forest per entry, in the order given (or retrieved); one without spans is dropped whole. Verbatim words only, so
   * nothing that was held back can leave with it.
   */
  readonly evidence: readonly EvidenceForest[];
  /** The same with region trees and scores, for showing how it was decided. It holds the whole items. */
  readonly items: readonly CompressedItem[];
  /** The evidence as a reader should get it, every span with its `[n]`. */
  readonly text: string;
  /** Reader tokens (estimated) of the entries passed whole and of `text`; equal when nothing was held back. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}
