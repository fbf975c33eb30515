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
  /**
   * One unit vector per whole item, which the retriever compares: the node encoder is trained to tell the regions of an item
   * apart, and finds items less well for it (docs/encoder.md). Absent where both encoders are one. Long items and errors
   * as in {@link NodeEncoder.embedRegions}. Ours.
   */
  embedItems?(items: readonly RegionInput[], options?: CallOptions): Promise<EmbeddingBatch>;
}

/** A picture as pixels, which cross threads and need no browser. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, row after row. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** A region that is seen or heard as well as read; encoders look at the pictures and read the words around them. */
export interface MediaRegion extends RegionInput {
  /** One picture of an image item, or the frames of a stretch of video in their order. */
  readonly pictures: readonly Picture[];
  /** Whether the pictures are frames of one video. */
  readonly moving: boolean;
  /** What is heard: one channel, 16,000 samples a second. */
  readonly audio?: Float32Array<ArrayBuffer>;
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
  /**
   * The same for regions with pictures or sound, in the same space; absent on encoders that only read. Words that do not
   * fit beside the pictures are read apart and averaged in by their share of the tokens. Rejects as `embedRegions`.
   */
  embedMedia?(regions: readonly MediaRegion[], options?: CallOptions): Promise<EmbeddingBatch>;
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
