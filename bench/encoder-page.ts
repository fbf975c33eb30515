import { createWorkerEncoder } from '../src/adapters/worker/worker-encoder.ts';
import type { RegionInput } from '../src/core/region-input.ts';
import type { Encoder } from '../src/ports/encoder.ts';
import type { EncoderDevice } from '../src/ports/encoder-loader.ts';

/** What the measurements call inside the page. */
export interface EncoderPage {
  /** Loads the encoder; returns its weight format and the milliseconds it took. */
  open(device: EncoderDevice, threads: number): Promise<{ dtype: string; milliseconds: number }>;
  embedQueries(queries: readonly string[]): Promise<number[]>;
  embedRegions(regions: readonly RegionInput[]): Promise<{ data: number[]; milliseconds: number }>;
}

declare global {
  interface Window {
    encoderPage: EncoderPage;
  }
}

let encoder: Encoder | undefined;

function ready(): Encoder {
  if (encoder === undefined) throw new Error('Open the encoder first.');
  return encoder;
}

window.encoderPage = {
  async open(device, threads) {
    await encoder?.dispose();
    const started = performance.now();
    encoder = await createWorkerEncoder({
      modelsUrl: '/models/',
      device,
      createWorker: () =>
        new Worker(new URL('../workers/fixtures/threaded-encoder.worker.ts', import.meta.url), {
          type: 'module',
          name: String(threads),
        }),
    });
    return { dtype: encoder.fingerprint.dtype, milliseconds: performance.now() - started };
  },
  async embedQueries(queries) {
    const vectors: number[] = [];
    for (const query of queries) vectors.push(...(await ready().embedQuery(query)));
    return vectors;
  },
  async embedRegions(regions) {
    const started = performance.now();
    const { data } = await ready().embedRegions(regions);
    return { data: Array.from(data), milliseconds: performance.now() - started };
  },
};
