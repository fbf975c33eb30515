import { describe, expect, it } from 'vitest';
import type { EncoderFingerprint } from '../../core/fingerprint.ts';
import { describeEncoder } from '../../ports/encoder.contract.ts';
import type { Encoder } from '../../ports/encoder.ts';
import type { EncoderLoadProgress } from '../../ports/encoder-loader.ts';
import { createWorkerEncoder, type WorkerEncoderOptions } from './worker-encoder.ts';

/** An encoder on the scripted worker, with what the test wants to know of it. */
async function scripted(model = 'any', options: Partial<WorkerEncoderOptions> = {}) {
  const workers: Worker[] = [];
  const moves: EncoderFingerprint[] = [];
  const progress: EncoderLoadProgress[] = [];
  const encoder = await createWorkerEncoder({
    modelsUrl: '/models/',
    choice: { model },
    hasWebGpu: async () => true,
    onFingerprint: (fingerprint) => moves.push(fingerprint),
    onProgress: (report) => progress.push(report),
    createWorker: () => {
      const worker = new Worker(
        new URL('../../../workers/fixtures/scripted-encoder.worker.ts', import.meta.url),
        { type: 'module', name: String(workers.length + 1) },
      );
      workers.push(worker);
      return worker;
    },
    ...options,
  });
  return { encoder, workers, moves, progress };
}

const regions = (...contents: string[]) => contents.map((content) => ({ prefix: '', content }));

describeEncoder('The worker encoder', async () => (await scripted()).encoder);

describe('The worker encoder', () => {
  it('takes WebGPU where there is an adapter, WASM where there is none', async () => {
    const gpu = await scripted();
    expect(gpu.encoder.fingerprint.device).toBe('webgpu');
    expect(gpu.progress[0]).toMatchObject({ stage: 'starting', device: 'webgpu' });
    const cpu = await scripted('any', { hasWebGpu: async () => false });
    expect(cpu.encoder.fingerprint.device).toBe('wasm');
    expect(cpu.workers).toHaveLength(1);
  });

  it('falls back to WASM in a new worker when the GPU fails its test', async () => {
    const { encoder, workers, moves } = await scripted('fails-on-webgpu');
    expect(encoder.fingerprint.device).toBe('wasm');
    expect(workers).toHaveLength(2);
    // Nothing was embedded before, so nothing changed.
    expect(moves).toEqual([]);
    expect((await encoder.embedRegions(regions('a'))).rows).toBe(1);
  });

  it('gives up a GPU that hangs', async () => {
    const { encoder, workers } = await scripted('hangs-on-webgpu', { gpuPatience: 300 });
    expect(encoder.fingerprint.device).toBe('wasm');
    expect(workers).toHaveLength(2);
  });

  it('does not choose a GPU made of software by itself', async () => {
    const { encoder } = await scripted('any', { hasWebGpu: undefined });
    expect(await navigator.gpu.requestAdapter()).not.toBeNull();
    expect(encoder.fingerprint.device).toBe('wasm');
  });

  it('does not leave a device that was asked for, and says why it failed', async () => {
    await expect(scripted('fails-on-webgpu', { device: 'webgpu' })).rejects.toMatchObject({
      code: 'ENCODER_SELF_TEST_FAILED',
      message: 'Vectors are rotated on webgpu.',
      nextStep: 'Use another device.',
    });
    await expect(scripted('fails')).rejects.toMatchObject({ message: /wasm/ });
  });

  it.each(['crash', 'lose'])('resumes in a new worker after a %s', async (action) => {
    const { encoder, workers, moves } = await scripted();
    const [hurt, other, query] = await Promise.all([
      encoder.embedRegions(regions('a', `${action} in 1`)),
      encoder.embedRegions(regions('b')),
      encoder.embedQuery('b'),
    ]);
    expect([hurt.rows, other.rows, query.length]).toEqual([2, 1, 256]);
    expect(workers).toHaveLength(2);
    expect(moves).toEqual([]);
  });

  it('resumes when the worker is terminated from outside', async () => {
    const { encoder, workers } = await scripted();
    const call = encoder.embedRegions(regions('hang in 1'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    workers[0]?.terminate();
    expect((await call).rows).toBe(1);
    expect(workers).toHaveLength(2);
  });

  it('leaves a GPU that fails twice, and mixes no vectors', async () => {
    const { encoder, workers, moves } = await scripted();
    const before = encoder.fingerprint;
    await expect(encoder.embedRegions(regions('lose in 2'))).rejects.toMatchObject({
      code: 'ENCODER_CHANGED',
    });
    expect(before.device).toBe('webgpu');
    expect(encoder.fingerprint.device).toBe('wasm');
    expect(moves.map(({ device }) => device)).toEqual(['wasm']);
    expect(workers).toHaveLength(3);
    expect((await encoder.embedRegions(regions('lose in 2'))).rows).toBe(1);
  });

  it('rejects a call that dies twice, and works on', async () => {
    const { encoder } = await scripted('any', { device: 'wasm' });
    await expect(encoder.embedRegions(regions('crash in 2'))).rejects.toMatchObject({
      code: 'ENCODER_CRASHED',
      message: expect.stringContaining('out of memory'),
    });
    expect((await encoder.embedRegions(regions('a'))).rows).toBe(1);
  });

  it('stops one call and leaves the others alone', async () => {
    const { encoder, workers } = await scripted();
    const controller = new AbortController();
    const stopped = encoder.embedRegions(regions('hang in 9'), { signal: controller.signal });
    const other = encoder.embedRegions(regions('a'));
    setTimeout(() => controller.abort(), 50);
    await expect(stopped).rejects.toMatchObject({ code: 'ABORTED' });
    expect((await other).rows).toBe(1);
    expect(workers).toHaveLength(1);
  });

  it('stops loading', async () => {
    const controller = new AbortController();
    const loading = scripted('never-loads', { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await expect(loading).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('rejects what waits when it is closed', async () => {
    const { encoder } = await scripted();
    const call = encoder.embedRegions(regions('hang in 9'));
    const closed = expect(call).rejects.toMatchObject({ code: 'ENCODER_CRASHED' });
    await encoder.dispose();
    await closed;
  });

  it('names a worker script that cannot be started', async () => {
    const createWorker = () => new Worker('/no-such-worker.js', { type: 'module' });
    await expect(scripted('any', { createWorker, device: 'wasm' })).rejects.toMatchObject({
      code: 'ENCODER_CRASHED',
    });
  });

  it('says where a missing model was looked for', { timeout: 120_000 }, async () => {
    const loading = createWorkerEncoder({ modelsUrl: '/no-models/', device: 'wasm' });
    await expect(loading).rejects.toMatchObject({
      code: expect.stringMatching(/^ENCODER_(LOAD_FAILED|FILE_CORRUPT)$/),
      message: expect.stringContaining('/no-models/all-minilm-l6-v2/manifest.json'),
    });
  });
});

describeEncoder(
  'The vendored model on WASM',
  () => createWorkerEncoder({ modelsUrl: '/models/', device: 'wasm' }),
  { timeout: 180_000 },
);

describe('The vendored model on WebGPU', () => {
  it('resumes when its device is lost', { timeout: 300_000 }, async () => {
    const workers: Worker[] = [];
    const encoder: Encoder = await createWorkerEncoder({
      modelsUrl: '/models/',
      device: 'webgpu',
      createWorker: () => {
        const worker = new Worker(
          new URL('../../../workers/fixtures/losable-encoder.worker.ts', import.meta.url),
          { type: 'module' },
        );
        workers.push(worker);
        return worker;
      },
    });
    expect(encoder.fingerprint).toMatchObject({ device: 'webgpu', dtype: 'w8' });
    const call = encoder.embedRegions(regions(...Array.from({ length: 4 }, (_, i) => `Row ${i}.`)));
    new BroadcastChannel('canopy-lose-device').postMessage('now');
    const batch = await call;
    expect(batch.rows).toBe(4);
    expect(workers).toHaveLength(2);
    const again = await encoder.embedRegions(regions('Row 0.'));
    const cosine = again.data.reduce((sum, value, i) => sum + value * batch.data[i]!, 0);
    expect(cosine).toBeGreaterThan(0.999);
    await encoder.dispose();
  });
});
