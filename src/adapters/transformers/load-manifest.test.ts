import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { loadManifest } from './load-manifest.ts';

const vendored = 'public/models/all-minilm-l6-v2/manifest.json';
const answering = (body: string, status = 200): typeof fetch =>
  (async () => new Response(body, { status })) as typeof fetch;

describe('loadManifest', () => {
  it('reads the vendored manifest, whose files all exist', async () => {
    const text = await readFile(vendored, 'utf8');
    const manifest = await loadManifest('/m/', { fetch: answering(text) });
    expect(manifest.window).toBe(256);
    expect(manifest.dimensions).toBe(384);
    const devices = Object.values(manifest.dtypes).flatMap((dtype) => dtype.devices);
    expect(devices).toContain('wasm');
    expect(devices).toContain('webgpu');
    for (const { path } of manifest.files) {
      expect(existsSync(`public/models/all-minilm-l6-v2/${manifest.revision}/${path}`)).toBe(true);
    }
  });

  it.each(['<!doctype html>', '\n<html lang="en">'])(
    'takes a web page (%s) for a server without models, and says how to serve them',
    async (body) => {
      const call = loadManifest('/m/', { fetch: answering(body) });
      await expect(call).rejects.toMatchObject({
        code: 'ENCODER_FILE_CORRUPT',
        message: expect.stringContaining('No models are served: in place of /m/manifest.json'),
        nextStep: expect.stringMatching(/npx canopy assets public\/canopy.*assetsUrl/),
      });
    },
  );

  it('refuses what is no manifest, naming the file', async () => {
    const call = loadManifest('/m/', { fetch: answering('version 1') });
    await expect(call).rejects.toMatchObject({
      code: 'ENCODER_FILE_CORRUPT',
      message: '/m/manifest.json is not a model manifest (the whole file).',
    });
  });

  it('names the field that is wrong', async () => {
    const manifest = JSON.parse(await readFile(vendored, 'utf8'));
    manifest.files[0].sha256 = 'short';
    const call = loadManifest('/m/', { fetch: answering(JSON.stringify(manifest)) });
    await expect(call).rejects.toMatchObject({
      message: expect.stringContaining('files.0.sha256'),
    });
  });

  it('names a server that has no manifest or does not answer', async () => {
    const missing = loadManifest('/m/', { fetch: answering('', 404) });
    await expect(missing).rejects.toMatchObject({
      code: 'ENCODER_LOAD_FAILED',
      message: expect.stringContaining('404'),
      nextStep: expect.stringContaining('npx canopy assets'),
    });
    const broken = loadManifest('/m/', { fetch: answering('', 500) });
    await expect(broken).rejects.toMatchObject({
      code: 'ENCODER_LOAD_FAILED',
      message: expect.stringContaining('/m/manifest.json answers 500'),
    });
    const down = loadManifest('/m/', { fetch: () => Promise.reject(new TypeError('no network')) });
    await expect(down).rejects.toMatchObject({ code: 'ENCODER_LOAD_FAILED' });
  });
});
