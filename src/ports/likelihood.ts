import type { CallOptions } from './encoder.ts';

/** The tokens of a text, in order, with how likely each is after all that stands before it. */
export interface TokenLikelihoods {
  /** UTF-16 offsets of each token in the text, end exclusive; together they cover it but for outer white space. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Natural logarithm of each token's probability. */
  readonly logProbs: Float32Array;
}

/** A local causal language model that tells how likely the tokens of a PROMPT are, which chat endpoints do not. */
export interface Likelihood {
  readonly name: string;
  /**
   * How likely `text` is after `before`. What does not fit into the model's window before a token is cut from the left,
   * a short `before` last. Rejects with `ABORTED`, or `ENCODER_CRASHED` when the model fails.
   */
  tokensAfter(before: string, text: string, options?: CallOptions): Promise<TokenLikelihoods>;
}
