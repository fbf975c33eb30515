import { CanopyError } from '../../core/errors.ts';
import type { FrameSampler } from '../../ports/frame-sampler.ts';

/**
 * Tries samplers one after the other: the next one gets the video when this browser's decoder has nothing for it. The
 * first refusal is the one that is told, since it names the codec.
 */
export function firstSampler(...samplers: readonly FrameSampler[]): FrameSampler {
  return {
    async open(video, options) {
      let refusal: unknown;
      for (const sampler of samplers) {
        try {
          return await sampler.open(video, options);
        } catch (thrown) {
          if (!(thrown instanceof CanopyError) || thrown.code === 'ABORTED') throw thrown;
          refusal ??= thrown;
        }
      }
      throw refusal;
    },
  };
}
