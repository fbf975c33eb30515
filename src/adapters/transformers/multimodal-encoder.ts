import { CanopyError } from '../../core/errors.ts';
import { type EmbeddingBatch, normalise } from '../../core/similarity.ts';
import type { CallOptions, Encoder, MediaRegion } from '../../ports/encoder.ts';
import type { MediaModel } from './media-model.ts';
import { createTextEncoder, type TextEncoderOptions } from './text-encoder.ts';

/**
 * Makes an {@link Encoder} of a model that reads, sees and hears in one space. Texts go the way of every text encoder;
 * regions with pictures or sound are embedded one by one, since each may hold 32 frames.
 */
export function createMultimodalEncoder(model: MediaModel, options: TextEncoderOptions): Encoder {
  const reader = createTextEncoder(model, options);
  let broken: CanopyError | undefined;

  const embedOne = async (region: MediaRegion, call: CallOptions): Promise<Float32Array> => {
    const words = [region.prefix, region.content].filter((part) => part !== '').join('\n');
    const text = options.regionPrefix + words;
    const special = model.head.length + model.tail.length;
    const room = options.window - special - model.mediaTokens(region);
    const wordTokens = model.tokenise(text).length;
    if (wordTokens <= room) return run(text, region, model).then(({ vector }) => vector);
    // The words are too many to stand beside the pictures: both are embedded apart and averaged by their tokens.
    const seen = await run(options.regionPrefix, region, model);
    const { data } = await reader.embedRegions([region], call);
    const mean = new Float32Array(model.dimensions);
    for (let i = 0; i < mean.length; i++) {
      mean[i] = seen.vector[i]! * seen.tokens + data[i]! * wordTokens;
    }
    return normalise(mean);
  };

  return {
    ...reader,
    async embedMedia(regions, call = {}): Promise<EmbeddingBatch> {
      const { dimensions } = model;
      const data = new Float32Array(regions.length * dimensions);
      for (const [row, region] of regions.entries()) {
        if (call.signal?.aborted) throw new CanopyError('ABORTED', 'Encoding was stopped.');
        if (broken !== undefined) throw broken;
        try {
          data.set(await embedOne(region, call), row * dimensions);
        } catch (thrown) {
          if (thrown instanceof CanopyError) throw thrown;
          broken = crashed(thrown);
          throw broken;
        }
      }
      return { rows: regions.length, dimensions, data };
    },
  };
}

async function run(text: string, region: MediaRegion, model: MediaModel) {
  const { vector, tokens } = await model.runMedia(text, region);
  const unit = normalise(vector);
  // A device can fail without an error: numbers that are none, or nothing but zeros.
  if (!unit.every(Number.isFinite) || unit.every((value) => value === 0)) {
    throw new Error('the network returned something other than a vector');
  }
  return { vector: unit, tokens };
}

function crashed(cause: unknown): CanopyError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new CanopyError('ENCODER_CRASHED', `The encoder stopped working: ${why}`, {
    nextStep: 'Try again; if it happens again, reload the page.',
    cause,
  });
}
