import { chromium as playwright } from 'playwright-core';
import { createServer } from 'vite';
import { chromium } from '../e2e/chromium.ts';
import type { RegionInput } from '../src/core/region-input.ts';
import type { EmbeddingBatch } from '../src/core/similarity.ts';
import type { EncoderDevice } from '../src/ports/encoder-loader.ts';
import type { EncoderPage } from './encoder-page.ts';

const DIMENSIONS = 384;

/** The product's encoder in real Chromium, driven from Node. */
export interface BrowserEncoder {
  readonly dtype: string;
  /** Milliseconds until the encoder had proved itself. */
  readonly loadMs: number;
  embedQueries(queries: readonly string[]): Promise<EmbeddingBatch>;
  /** With the milliseconds that the page itself measured. */
  embedRegions(regions: readonly RegionInput[]): Promise<EmbeddingBatch & { milliseconds: number }>;
  close(): Promise<void>;
}

/** Serves the repository and opens the encoder in Chromium; WebGPU is the software adapter. */
export async function openBrowserEncoder(
  device: EncoderDevice,
  threads = 1,
): Promise<BrowserEncoder> {
  const server = await createServer({
    configFile: false,
    appType: 'mpa',
    cacheDir: 'node_modules/.vite-bench',
    logLevel: 'error',
    worker: { format: 'es' },
    server: {
      // An edit while measuring must not reload the page.
      hmr: false,
      watch: null,
      port: 0,
      host: '127.0.0.1',
      headers: {
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
      },
    },
  });
  await server.listen();
  const browser = await playwright.launch(chromium({ webgpu: device === 'webgpu' }));
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  page.on('pageerror', (error) => console.error(error));
  await page.goto(`${server.resolvedUrls?.local[0]}bench/encoder-page.html`);
  await page.waitForFunction(() => window.encoderPage !== undefined);
  const open = ([on, count]: [EncoderDevice, number]) => window.encoderPage.open(on, count);
  const { dtype, milliseconds } = await page.evaluate(open, [device, threads] as [
    EncoderDevice,
    number,
  ]);
  const batch = (data: readonly number[]): EmbeddingBatch => ({
    rows: data.length / DIMENSIONS,
    dimensions: DIMENSIONS,
    data: Float32Array.from(data),
  });
  return {
    dtype,
    loadMs: milliseconds,
    async embedQueries(queries) {
      const embed = (texts: readonly string[]) => window.encoderPage.embedQueries(texts);
      return batch(await page.evaluate(embed, queries));
    },
    async embedRegions(regions) {
      const embed = (some: Parameters<EncoderPage['embedRegions']>[0]) =>
        window.encoderPage.embedRegions(some);
      const found = await page.evaluate(embed, regions);
      return { ...batch(found.data), milliseconds: found.milliseconds };
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** One row of a batch. */
export function row({ dimensions, data }: EmbeddingBatch, index: number): Float32Array {
  return data.subarray(index * dimensions, (index + 1) * dimensions);
}

/** Cosine of a unit vector with every row, unquantised. */
export function exactCosines(query: Float32Array, batch: EmbeddingBatch): Float32Array {
  return Float32Array.from({ length: batch.rows }, (_, index) => {
    const vector = row(batch, index);
    return query.reduce((sum, value, i) => sum + value * vector[i]!, 0);
  });
}
