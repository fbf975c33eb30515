import type { MediaRegion } from '../../ports/encoder.ts';
import type { TextModel } from './text-model.ts';

/** One vector for words, pictures and sound together. */
export interface MediaVector {
  /** `dimensions` numbers, not necessarily of length 1. */
  readonly vector: Float32Array;
  /** Tokens the network saw, those of pictures and sound included. */
  readonly tokens: number;
}

/** A {@link TextModel} that also sees and hears. */
export interface MediaModel extends TextModel {
  /** Tokens that the pictures and the sound of a region take. */
  mediaTokens(media: Omit<MediaRegion, 'prefix' | 'content'>): number;
  /**
   * One pass over a text and what belongs to it. Loads what is needed to see or hear when it is first needed. A rejection
   * means that the runtime is broken for good.
   */
  runMedia(text: string, media: Omit<MediaRegion, 'prefix' | 'content'>): Promise<MediaVector>;
}

/** Whether a model can do more than read. */
export function isMediaModel(model: TextModel): model is MediaModel {
  return 'runMedia' in model;
}
