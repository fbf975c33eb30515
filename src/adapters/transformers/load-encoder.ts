import { env } from '@huggingface/transformers';
import { BRANCHING, TREE_VERSION } from '../../core/defaults.ts';
import { CanopyError } from '../../core/errors.ts';
import type { Encoder } from '../../ports/encoder.ts';
import type { EncoderLoadOptions, LoadEncoder } from '../../ports/encoder-loader.ts';
import { loadHubModel } from './load-hub-model.ts';
import { loadVendoredModel } from './load-vendored-model.ts';
import { isMediaModel } from './media-model.ts';
import { createMultimodalEncoder } from './multimodal-encoder.ts';
import { wasmBatches, webGpuBatches } from './plan-batches.ts';
import { testAgainstGolden, testConsistency } from './self-test.ts';
import { createTextEncoder, type TextEncoderOptions } from './text-encoder.ts';

/** What the page knows of the runtime. */
export interface RuntimeOptions {
  /** Where onnxruntime's wasm file lies. Nothing is fetched from a third party. */
  readonly wasmUrl: string;
  /** Threads of the WASM runtime; it decides itself unless told. More than 1 needs an isolated page. */
  readonly threads?: number;
}

/**
 * Makes the loader of text encoders for a browser thread. It sets transformers.js up for the whole thread, and a failed
 * load or run leaves the runtime unusable there: load one encoder per worker, and begin again in a new one.
 */
export function createEncoderLoader({ wasmUrl, threads }: RuntimeOptions): LoadEncoder {
  return async (options) => {
    const { wasm } = env.backends.onnx;
    if (wasm === undefined) throw new CanopyError('ENCODER_LOAD_FAILED', 'There is no runtime.');
    wasm.wasmPaths = { wasm: wasmUrl };
    if (threads !== undefined) wasm.numThreads = threads;
    try {
      return await load(options);
    } catch (cause) {
      if (cause instanceof CanopyError) throw cause;
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new CanopyError('ENCODER_LOAD_FAILED', `The encoder did not start: ${why}`, {
        nextStep: 'Reload the page; if it happens again, choose another device in the settings.',
        cause,
      });
    }
  };
}

async function load(options: EncoderLoadOptions): Promise<Encoder> {
  const { choice, device, onProgress } = options;
  const progress = { loadedBytes: 0, totalBytes: 0, device, dtype: '' };
  onProgress?.({ ...progress, stage: 'starting' });
  const loaded = choice.model.startsWith('hub:')
    ? await loadHubModel(options)
    : await loadVendoredModel(options);
  const { model, golden, window, totalBytes, dtype } = loaded;
  const done = { ...progress, loadedBytes: totalBytes, totalBytes, dtype };
  onProgress?.({ ...done, stage: 'testing' });
  const batches = device === 'webgpu' ? webGpuBatches : wasmBatches;
  if (golden === undefined) await testConsistency(model);
  else await testAgainstGolden(model, window, golden, batches);
  if (options.signal?.aborted) throw new CanopyError('ABORTED', 'Loading was stopped.');
  const { queryPrefix, regionPrefix } = loaded;
  const prefixes = [queryPrefix, regionPrefix];
  const settings: TextEncoderOptions = {
    ...loaded,
    batches,
    fingerprint: {
      model: choice.model,
      revision: loaded.revision,
      dtype,
      device,
      pooling: loaded.pooling,
      prefix: prefixes.some((prefix) => prefix !== '') ? JSON.stringify(prefixes) : '',
      window,
      treeVersion: TREE_VERSION,
      branching: options.branching ?? BRANCHING,
    },
  };
  const encoder = isMediaModel(model)
    ? createMultimodalEncoder(model, settings)
    : createTextEncoder(model, settings);
  onProgress?.({ ...done, stage: 'ready' });
  return encoder;
}
