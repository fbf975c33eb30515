import type { EvidenceForest } from '../core/evidence-forest.ts';
import type { MessagePicture } from './chat-model.ts';
import type { CallOptions } from './encoder.ts';

/** Fetches what a reader that can see gets to see: pictures that survived, and frames of kept stretches of video only. */
export interface EvidencePictures {
  /**
   * In the order of the evidence, labelled with the markers of `markSpans`, bounded in size and number. What cannot
   * be had any more (a file that was removed) is left out. Rejects with `ABORTED`.
   */
  picturesOf(
    evidence: readonly EvidenceForest[],
    options?: CallOptions,
  ): Promise<readonly MessagePicture[]>;
}
