import type { GoldenVectors } from './self-test.ts';
import type { TextModel } from './text-model.ts';

/** A model with all that its encoder and its fingerprint need. */
export interface LoadedModel {
  readonly model: TextModel;
  readonly revision: string;
  readonly dtype: string;
  readonly pooling: 'mean' | 'cls';
  readonly queryPrefix: string;
  readonly regionPrefix: string;
  readonly window: number;
  readonly prefixTokens: number;
  /** Bytes of all its files. */
  readonly totalBytes: number;
  /** Reference vectors, where the model comes with some. */
  readonly golden: GoldenVectors | undefined;
}
