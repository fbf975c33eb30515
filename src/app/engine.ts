import type { CanopyError } from '../core/errors.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import type { Dial } from '../core/selection.ts';
import type { AnswerEvent, CompressedItem } from '../pipeline/answer-events.ts';
import type { IndexEvent } from '../pipeline/index-events.ts';
import type { ConversationStore } from '../ports/conversation-store.ts';
import type { CallOptions } from '../ports/encoder.ts';
import type { FrameRequest, SampledFrame, VideoSource } from '../ports/frame-sampler.ts';
import type { SourceFile } from '../ports/ingester.ts';
import type { EgressEntry } from '../ports/ledger.ts';
import type { PdfPages } from '../ports/pdf-pages.ts';
import type { StoredDocument } from '../ports/region-store.ts';
import type { Settings } from './settings.ts';
import type { Readable } from './store.ts';
import type { PageSelection, WayAt } from './way.ts';

/** Where the model that reads regions and questions stands. */
export type EncoderState =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly loadedBytes: number; readonly totalBytes: number }
  | {
      readonly status: 'ready';
      readonly device: string;
      readonly dtype: string;
      /** Why it runs slower than it could, where it does. */
      readonly notice?: string;
    }
  | { readonly status: 'failed'; readonly error: CanopyError };

/** The list of everything that left, and the gate before it. */
export interface Ledger {
  readonly entries: Readable<readonly EgressEntry[]>;
  /** While true, each request waits for {@link Ledger.decide}. */
  setPreview(on: boolean): void;
  decide(id: number, send: boolean): void;
  exportJson(): string;
}

/** What a connection test found, as lines for a person. */
export interface ConnectionReport {
  readonly ok: boolean;
  readonly message: string;
  readonly nextStep?: string;
}

/** How a file is indexed. */
export interface IndexFileOptions extends CallOptions {
  /** The file itself, kept on the device with its document. */
  readonly original?: Blob;
}

/** Everything the page asks of what lies behind it; `compose.ts` builds the real one. */
export interface Engine {
  readonly encoder: Readable<EncoderState>;
  /** Regions of stored files that are embedded again because the encoder changed; undefined when none are. */
  readonly renewal: Readable<{ readonly done: number; readonly total: number } | undefined>;
  readonly ledger: Ledger;
  /** The one control of each selection. */
  readonly dials: Readonly<Record<PageSelection, Dial>>;
  /** Opens the store. `persistent` is false when nothing outlives the page. */
  open(): Promise<{ readonly documents: readonly StoredDocument[]; readonly persistent: boolean }>;
  index(file: SourceFile, options: IndexFileOptions): AsyncGenerator<IndexEvent>;
  /** The file with this SHA-256 as it was added; undefined where it was not kept. */
  original(fileId: string): Promise<Blob | undefined>;
  /** Opens a PDF for drawing its pages. Rejects with a `FILE_…` code. */
  openPdf(name: string, file: Blob): Promise<PdfPages>;
  /** Small pictures of a video at these seconds, one after the other. Rejects with a `FILE_…` code. */
  frames(video: VideoSource, request: FrameRequest): AsyncGenerator<SampledFrame>;
  documents(): Promise<readonly StoredDocument[]>;
  /** Whether this browser has a language model of its own to offer. */
  readonly hasBrowserModel: boolean;
  /** Where conversations are kept; they outlive the page where the collection does. */
  conversations(): Promise<ConversationStore>;
  /** Calls back when another tab changed the collection. */
  onOutsideChange(listener: () => void): void;
  remove(documentId: string): Promise<void>;
  /** Deletes those of the items that no document holds. */
  release(itemIds: readonly string[]): Promise<void>;
  /** Deletes every item that no document holds, unless some tab is indexing. */
  sweep(): Promise<void>;
  /** Deletes every document and everything made of them. */
  clear(): Promise<void>;
  answer(
    question: string,
    settings: Settings,
    at: WayAt,
    options: CallOptions,
  ): AsyncGenerator<AnswerEvent>;
  items(itemIds: readonly string[]): Promise<(IndexedItem | undefined)[]>;
  /** The same evidence by a selection with its dial at a position: pure, from the scores at hand. */
  reselect(
    evidence: readonly CompressedItem[],
    options: {
      readonly selection: PageSelection;
      readonly dial: number;
      readonly wholeTables: boolean;
    },
  ): readonly CompressedItem[];
  test(settings: Settings, options: CallOptions): Promise<ConnectionReport>;
}
