import { env } from '@huggingface/transformers';
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MediaRegion, Picture } from '../../ports/encoder.ts';
import { createEncoderLoader } from './load-encoder.ts';
import { createMultimodalEncoder } from './multimodal-encoder.ts';
import { MULTIMODAL_PREFIXES, openMultimodalModel } from './open-multimodal-model.ts';
import { wasmBatches } from './plan-batches.ts';
import { TINY_WIDTH, tinyGemmaFiles } from './tiny-gemma.fixture.ts';

const fetched: string[] = [];

beforeAll(() => {
  const files = tinyGemmaFiles();
  env.backends.onnx.wasm!.wasmPaths = { wasm: wasmUrl };
  env.allowLocalModels = false;
  env.allowRemoteModels = true;
  env.useBrowserCache = false;
  env.useWasmCache = false;
  env.remoteHost = 'https://models.invalid/';
  env.fetch = async (input: string | URL) => {
    const path = String(input).split('/resolve/main/')[1] ?? '';
    const bytes = files.get(path);
    if (bytes === undefined) return new Response('', { status: 404 });
    fetched.push(path);
    return new Response(bytes);
  };
});

function plain(red: number, green: number, blue: number, width = 8, height = 8): Picture {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel++) {
    data.set([red, green, blue, 255], pixel * 4);
  }
  return { width, height, data };
}

const region = (content: string, rest: Partial<MediaRegion> = {}): MediaRegion => ({
  prefix: '',
  content,
  pictures: [],
  moving: false,
  ...rest,
});

async function open(dimensions?: number, window = 8192) {
  const model = await openMultimodalModel({
    id: 'test/tiny-gemma',
    device: 'wasm',
    dtype: 'fp32',
    ...(dimensions === undefined ? {} : { dimensions }),
  });
  return createMultimodalEncoder(model, {
    fingerprint: {
      model: 'test/tiny-gemma',
      revision: 'main',
      dtype: 'fp32',
      device: 'wasm',
      pooling: 'model',
      prefix: JSON.stringify(MULTIMODAL_PREFIXES),
      window,
      treeVersion: 1,
      branching: 2,
    },
    batches: wasmBatches,
    window,
    prefixTokens: 64,
    queryPrefix: MULTIMODAL_PREFIXES.query,
    regionPrefix: MULTIMODAL_PREFIXES.region,
  });
}

const cosine = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((sum, value, i) => sum + value * b[i]!, 0);
const row = ({ data, dimensions }: { data: Float32Array; dimensions: number }, index: number) =>
  data.subarray(index * dimensions, (index + 1) * dimensions);

describe('the multimodal encoder', { timeout: 60_000 }, () => {
  it('loads the text part first, and each tower with the first input that needs it', async () => {
    fetched.length = 0;
    const encoder = await open();
    await encoder.embedQuery('red');
    await encoder.embedRegions([{ prefix: 'sky', content: 'a red square' }]);
    expect(fetched.filter((path) => path.endsWith('.onnx'))).toEqual(['onnx/model.onnx']);
    await encoder.embedMedia!([region('', { pictures: [plain(255, 0, 0)] })]);
    await encoder.embedMedia!([region('', { pictures: [plain(0, 255, 0)] })]);
    expect(fetched.filter((path) => path.endsWith('.onnx'))).toEqual([
      'onnx/model.onnx',
      'onnx/vision_encoder.onnx',
    ]);
    await encoder.embedMedia!([region('', { audio: new Float32Array(16_000).fill(0.1) })]);
    expect(fetched.at(-1)).toBe('onnx/audio_encoder.onnx');
    await encoder.dispose();
  });

  it('puts words, pictures and frames into one space', async () => {
    const encoder = await open();
    const red = await encoder.embedRegions([region('red'), region('green')]);
    const seen = await encoder.embedMedia!([
      region('', { pictures: [plain(255, 0, 0)] }),
      region('', { pictures: [plain(0, 255, 0)] }),
      region('', { pictures: [plain(255, 0, 0), plain(0, 255, 0)], moving: true }),
      region('blue', { pictures: [plain(255, 0, 0)] }),
    ]);
    expect([seen.rows, seen.dimensions]).toEqual([4, TINY_WIDTH]);
    for (let i = 0; i < seen.rows; i++)
      expect(cosine(row(seen, i), row(seen, i))).toBeCloseTo(1, 5);
    expect(cosine(row(seen, 0), row(red, 0))).toBeGreaterThan(0.9);
    expect(cosine(row(seen, 0), row(red, 1))).toBeLessThan(0.2);
    // Frames are shrunk to two tokens each, so both colours weigh the same.
    expect(row(seen, 2)[0]!).toBeCloseTo(row(seen, 2)[1]!, 5);
    expect(row(seen, 2)[0]!).toBeGreaterThan(0.6);
    // Four patches of red beside one word of blue.
    expect(row(seen, 3)[0]! / row(seen, 3)[2]!).toBeCloseTo(4, 4);
    await encoder.dispose();
  });

  it('keeps the leading numbers of each vector, at length 1', async () => {
    const [full, short] = [await open(), await open(3)];
    const text = region('red blue sky');
    const picture = region('', { pictures: [plain(200, 0, 100)] });
    for (const [a, b] of [
      [await full.embedRegions([text]), await short.embedRegions([text])],
      [await full.embedMedia!([picture]), await short.embedMedia!([picture])],
    ] as const) {
      expect([a.dimensions, b.dimensions]).toEqual([TINY_WIDTH, 3]);
      const length = Math.hypot(...a.data.subarray(0, 3));
      for (let i = 0; i < 3; i++) expect(b.data[i]).toBeCloseTo(a.data[i]! / length, 5);
    }
    await full.dispose();
    await short.dispose();
  });

  it('reads words apart when they do not fit beside the pictures, and loses none', async () => {
    const encoder = await open(undefined, 24);
    const words = `${'square '.repeat(30)}blue`;
    const both = await encoder.embedMedia!([region(words, { pictures: [plain(255, 0, 0)] })]);
    expect(both.data[0]!).toBeGreaterThan(0.01);
    expect(both.data[2]!).toBeGreaterThan(0.01);
    expect(both.data[3]!).toBeGreaterThan(0.9);
    await encoder.dispose();
  });

  it('stops between regions, and refuses more numbers than the model has', async () => {
    const encoder = await open();
    await expect(
      encoder.embedMedia!([region('red')], { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'ABORTED' });
    await encoder.dispose();
    await expect(open(TINY_WIDTH + 1)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('is what the loader opens for this architecture, shortened where asked', async () => {
    // The files as an earlier visit would have left them; what is not there is a 404 of the test's server.
    env.remoteHost = `${location.origin}/`;
    const cache = await caches.open(env.cacheKey);
    for (const [path, bytes] of tinyGemmaFiles()) {
      const url = `${location.origin}/test/tiny-gemma/resolve/main/${path}`;
      await cache.put(url, new Response(bytes));
    }
    const encoder = await createEncoderLoader({ wasmUrl })({
      modelsUrl: '/models/',
      choice: { model: 'hub:test/tiny-gemma', dtype: 'fp32', dimensions: 4 },
      device: 'wasm',
    });
    expect(encoder.fingerprint).toMatchObject({
      model: 'hub:test/tiny-gemma',
      revision: 'main-4',
      window: 8192,
      prefix: JSON.stringify([MULTIMODAL_PREFIXES.query, MULTIMODAL_PREFIXES.region]),
    });
    const seen = await encoder.embedMedia!([region('', { pictures: [plain(0, 0, 255)] })]);
    expect(seen.dimensions).toBe(4);
    expect(seen.data[2]!).toBeGreaterThan(0.9);
    await encoder.dispose();
    await caches.delete(env.cacheKey);
  });
});
