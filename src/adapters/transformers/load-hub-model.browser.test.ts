import { env } from '@huggingface/transformers';
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Encoder } from '../../ports/encoder.ts';
import type { EncoderLoadProgress } from '../../ports/encoder-loader.ts';
import { createEncoderLoader } from './load-encoder.ts';

// A model of a few kilobytes in the layout of the hub (training/tiny_bert.py), served by the test's own server.
describe('A model from the hub', { timeout: 120_000 }, () => {
  const progress: EncoderLoadProgress[] = [];
  let encoder: Encoder;

  beforeAll(async () => {
    const folder = '/src/adapters/transformers/fixtures/';
    env.remoteHost = new URL(folder, location.href).href;
    env.remotePathTemplate = '{model}/';
    encoder = await createEncoderLoader({ wasmUrl })({
      modelsUrl: '/models/',
      choice: { model: 'hub:test/tiny-bert', queryPrefix: 'query: ' },
      device: 'wasm',
      onProgress: (report) => progress.push(report),
    });
  }, 120_000);

  it('takes window, width and pooling from its files', async () => {
    expect(encoder.fingerprint).toEqual({
      model: 'hub:test/tiny-bert',
      revision: 'main',
      dtype: 'q8',
      device: 'wasm',
      pooling: 'mean',
      prefix: '["query: ",""]',
      window: 32,
      treeVersion: 1,
      branching: 2,
    });
    expect(progress.at(-1)?.stage).toBe('ready');
    expect(progress.some(({ loadedBytes }) => loadedBytes > 1500)).toBe(true);
  });

  it('embeds queries and regions, long ones in windows', async () => {
    const query = await encoder.embedQuery('copper melts');
    const long = 'copper melts at 1085 degrees. '.repeat(20);
    const batch = await encoder.embedRegions([
      { prefix: '', content: 'query: copper melts' },
      { prefix: '', content: 'the museum opens at nine' },
      { prefix: 'penguins', content: long },
    ]);
    expect(batch.dimensions).toBe(8);
    const dots = [0, 1, 2].map((row) =>
      query.reduce((sum, value, i) => sum + value * batch.data[row * 8 + i]!, 0),
    );
    // The same tokens, so the same vector.
    expect(dots[0]).toBeCloseTo(1, 4);
    expect(dots[1]).toBeLessThan(0.9);
    expect([...(await encoder.countTokens([long]))]).toEqual([120]);
  });
});
