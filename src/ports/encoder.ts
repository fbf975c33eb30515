import type { EncoderFingerprint } from '../core/fingerprint.ts';
import type { RegionInput } from '../core/region-input.ts';
import type { EmbeddingBatch } from '../core/similarity.ts';

/** What every long call takes. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** The query encoder f0: embeds the question and every follow-up query (paper, section 2). */
export interface QueryEncoder {
  /** Unit vector of the query. Rejects with `ABORTED`, or an `ENCODER_…` code. */
  embedQuery(query: string, options?: CallOptions): Promise<Float32Array>;
}

/** The node encoder fθ: embeds regions (paper, section 2). */
export interface NodeEncoder {
  /** Most tokens one pass reads, special tokens included. */
  readonly window: number;
  /** Encoder tokens of each text, without special tokens. */
  countTokens(texts: readonly string[], options?: CallOptions): Promise<Int32Array>;
  /**
   * One unit vector per region, in the order given. A region longer than the window becomes the length-weighted mean of
   * window vectors, each window with the (bounded) prefix; nothing is cut off. Rejects with `ABORTED`, or an
   * `ENCODER_…` code.
   */
  embedRegions(regions: readonly RegionInput[], options?: CallOptions): Promise<EmbeddingBatch>;
}

/**
 * Both encoders of one model, which share a space: the product always holds them as a pair.
 *
 * An encoder may have to leave its device (a lost GPU), and vectors of two devices must not meet inside a tree. So every
 * result belongs to the fingerprint that stood when the call was made; a call that the change overtakes rejects with
 * `ENCODER_CHANGED`, and the caller starts that item or question again under the fingerprint that stands now.
 */
export interface Encoder extends QueryEncoder, NodeEncoder {
  /** What makes the vectors now; read it before each item, it may change between calls. */
  readonly fingerprint: EncoderFingerprint;
  /** Frees the model; later calls reject with `ENCODER_CRASHED`. */
  dispose(): Promise<void>;
}
