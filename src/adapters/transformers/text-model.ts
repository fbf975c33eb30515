/** Passes of one encoder call, padded to one length. */
export interface TokenBatch {
  readonly rows: number;
  /** Tokens of each row, padding included. */
  readonly length: number;
  /** `rows` × `length` token ids, padded at the end with zeros. */
  readonly ids: BigInt64Array<ArrayBuffer>;
  /** 1 for a token, 0 for padding, laid out like `ids`. */
  readonly mask: BigInt64Array<ArrayBuffer>;
}

/** Which of the two encoders of a model reads: f0 or fθ (paper, section 2). */
export type EncoderRole = 'query' | 'node';

/** A tokenizer with its network: what {@link createTextEncoder} needs of any runtime. */
export interface TextModel {
  readonly dimensions: number;
  /** Special tokens that go before and after the text's own. */
  readonly head: readonly number[];
  readonly tail: readonly number[];
  /** Whether f0 and fθ differ. */
  readonly hasTwoRoles: boolean;
  /** Token ids of a text without special tokens; nothing is cut off. */
  tokenise(text: string): number[];
  /**
   * One vector of `dimensions` per row, not necessarily of length 1. A rejection means that the runtime is broken for
   * good.
   */
  run(batch: TokenBatch, role: EncoderRole): Promise<Float32Array>;
  dispose(): Promise<void>;
}
