/** The library's entry: it names things and does nothing by itself, so that it can be imported anywhere. */

export { createHashEncoder } from './adapters/memory/hash-encoder.ts';
export { createMemoryRegionStore } from './adapters/memory/memory-region-store.ts';
export type { CompressorName } from './compressors/compressor-names.ts';
export { CanopyError, type CanopyErrorCode } from './core/errors.ts';
export type { TokenCounter } from './core/estimate-tokens.ts';
export { estimateTokens } from './core/estimate-tokens.ts';
export type { EvidenceForest, EvidenceSpan } from './core/evidence-forest.ts';
export type { EncoderFingerprint } from './core/fingerprint.ts';
export type {
  ImageItem,
  Item,
  Modality,
  Provenance,
  TableItem,
  TextItem,
  VideoItem,
} from './core/item.ts';
export { markSpans, renderEvidence } from './core/render-evidence.ts';
export type { Dial, Selection } from './core/selection.ts';
export {
  type BrowserEncoderOptions,
  type CanopyOptions,
  createCanopy,
} from './library/browser-canopy.ts';
export type { Canopy, CanopyParts } from './library/canopy.ts';
export { keptText } from './library/kept-text.ts';
export { openCanopy } from './library/open-canopy.ts';
export type {
  AnswerCallOptions,
  CommonOptions,
  CompressCallOptions,
  Compressed,
  Endpoint,
  Indexable,
  IndexOptions,
  IndexProgress,
  KeepOptions,
  PoolEntry,
  SearchOptions,
  TextDocument,
} from './library/options.ts';
export { type SelectionName, selections } from './library/selections.ts';
export type {
  AnswerEvent,
  AnswerSummary,
  Citation,
  CompressedItem,
  Verdict,
} from './pipeline/answer-events.ts';
export { reselect } from './pipeline/compress-pool.ts';
export type { IndexEvent } from './pipeline/index-events.ts';
export type { ChatModel } from './ports/chat-model.ts';
export type { Compression, Compressor, CompressorItem } from './ports/compressor.ts';
export type { CallOptions, Encoder } from './ports/encoder.ts';
export type { IngestedFile, Ingester, SourceFile } from './ports/ingester.ts';
export type { EgressEntry, EgressRecord } from './ports/ledger.ts';
export type { RegionStore, StoredDocument } from './ports/region-store.ts';
export type { Strategy } from './strategies/strategy.ts';
export type { StrategyName } from './strategies/strategy-names.ts';
