import { transfer } from 'comlink';
import { CanopyError } from '../../core/errors.ts';
import type { EncoderFingerprint } from '../../core/fingerprint.ts';
import type { RegionInput } from '../../core/region-input.ts';
import type { EmbeddingBatch } from '../../core/similarity.ts';
import type { CallOptions, Encoder, MediaRegion } from '../../ports/encoder.ts';
import type {
  EncoderLoadOptions,
  EncoderLoadProgress,
  LoadEncoder,
} from '../../ports/encoder-loader.ts';
import { packResult, type WireResult } from './wire-error.ts';
import { holdLifeLock, type LivingService } from './worker-life.ts';

/** What the page learns of a loaded encoder. */
export interface EncoderDescription {
  readonly fingerprint: EncoderFingerprint;
  readonly window: number;
  /** Whether it sees pictures. */
  readonly sees: boolean;
  /** Whether it reads whole items otherwise than regions. */
  readonly readsItems: boolean;
}

/** The load options that can cross threads. */
export type EncoderWireOptions = Omit<EncoderLoadOptions, 'signal' | 'onProgress'>;

/** The encoder worker as the page calls it. Calls carry a number of the page's choosing, by which they are cancelled. */
export interface EncoderService extends LivingService {
  load(
    options: EncoderWireOptions,
    onProgress: (progress: EncoderLoadProgress) => void,
  ): Promise<WireResult<EncoderDescription>>;
  embedQuery(call: number, query: string): Promise<WireResult<Float32Array>>;
  countTokens(call: number, texts: readonly string[]): Promise<WireResult<Int32Array>>;
  embedRegions(call: number, regions: readonly RegionInput[]): Promise<WireResult<EmbeddingBatch>>;
  embedItems(call: number, items: readonly RegionInput[]): Promise<WireResult<EmbeddingBatch>>;
  embedMedia(call: number, regions: readonly MediaRegion[]): Promise<WireResult<EmbeddingBatch>>;
  cancel(call: number): void;
}

/** Worker side: serves the encoder that `load` makes. */
export function createEncoderService(load: LoadEncoder): EncoderService {
  let encoder: Encoder | undefined;
  const calls = new Map<number, AbortController>();

  const run = <T>(call: number, work: (encoder: Encoder, options: CallOptions) => Promise<T>) =>
    packResult('ENCODER_CRASHED', async () => {
      if (encoder === undefined) {
        throw new CanopyError('INVALID_ARGUMENT', 'The encoder worker was called before load.');
      }
      const controller = new AbortController();
      calls.set(call, controller);
      try {
        return await work(encoder, { signal: controller.signal });
      } finally {
        calls.delete(call);
      }
    });

  return {
    holdLifeLock,
    load: (options, onProgress) =>
      packResult('ENCODER_LOAD_FAILED', async () => {
        encoder = await load({ ...options, onProgress });
        const { fingerprint, window, embedItems, embedMedia } = encoder;
        const skills = { sees: embedMedia !== undefined, readsItems: embedItems !== undefined };
        return { fingerprint, window, ...skills };
      }),
    async embedQuery(call, query) {
      const result = await run(call, (ready, options) => ready.embedQuery(query, options));
      return result.ok ? transfer(result, [result.value.buffer]) : result;
    },
    async countTokens(call, texts) {
      const result = await run(call, (ready, options) => ready.countTokens(texts, options));
      return result.ok ? transfer(result, [result.value.buffer]) : result;
    },
    async embedRegions(call, regions) {
      const result = await run(call, (ready, options) => ready.embedRegions(regions, options));
      return result.ok ? transfer(result, [result.value.data.buffer]) : result;
    },
    async embedItems(call, items) {
      const result = await run(call, (ready, options) => {
        if (ready.embedItems !== undefined) return ready.embedItems(items, options);
        throw new CanopyError('INVALID_ARGUMENT', 'This encoder reads items as regions.');
      });
      return result.ok ? transfer(result, [result.value.data.buffer]) : result;
    },
    async embedMedia(call, regions) {
      const result = await run(call, (ready, options) => {
        if (ready.embedMedia !== undefined) return ready.embedMedia(regions, options);
        throw new CanopyError('INVALID_ARGUMENT', 'This encoder only reads.');
      });
      return result.ok ? transfer(result, [result.value.data.buffer]) : result;
    },
    cancel: (call) => calls.get(call)?.abort(),
  };
}
