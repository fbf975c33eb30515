import { env } from '@huggingface/transformers';
import { CanopyError } from '../../core/errors.ts';
import type { EncoderDevice, EncoderLoadOptions } from '../../ports/encoder-loader.ts';
import { loadManifest, type ModelFile, type ModelManifest } from './load-manifest.ts';
import type { LoadedModel } from './loaded-model.ts';
import { openTextModel } from './open-text-model.ts';
import { parseGoldenVectors } from './self-test.ts';
import { createVerifiedFiles, openFileCache } from './verified-files.ts';

/** Loads a model that is served with the page; every byte is checked against its manifest. */
export async function loadVendoredModel(options: EncoderLoadOptions): Promise<LoadedModel> {
  const { choice, device, signal } = options;
  const base = new URL(options.modelsUrl, globalThis.location?.href).href;
  const modelUrl = `${base}${choice.model}/`;
  const manifest = await loadManifest(modelUrl, signal === undefined ? {} : { signal });
  const dtype = chooseDtype(manifest, device, choice.dtype);
  const weights = manifest.dtypes[dtype]!;
  const folderUrl = `${modelUrl}${manifest.revision}/`;

  const needed = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'golden.json'].map(
    (path) => fileOf(manifest, path),
  );
  needed.push({ ...weights, path: weights.file });
  const totalBytes = needed.reduce((sum, { bytes }) => sum + bytes, 0);
  let loadedBytes = 0;
  const report = (stage: 'downloading' | 'preparing') =>
    options.onProgress?.({ stage, loadedBytes, totalBytes, device, dtype });
  const files = createVerifiedFiles({
    folderUrl,
    cache: await openFileCache(modelUrl, folderUrl),
    signal,
    onBytes: (bytes) => {
      loadedBytes += bytes;
      report('downloading');
    },
  });
  const contents = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const file of needed) contents.set(file.path, await files.read(file));
  report('preparing');

  const id = `${choice.model}/${manifest.revision}`;
  serveFromMemory(id, contents);
  const golden = new TextDecoder().decode(contents.get('golden.json'));
  const pooling = choice.pooling ?? (manifest.pooling === 'cls' ? 'cls' : 'mean');
  const model = await openTextModel({
    id,
    device,
    // The file is named in full, and fp32 is the one format that adds no ending to it.
    dtype: 'fp32',
    fileName: weights.file.replace(/^onnx\//, '').replace(/\.onnx$/, ''),
    dimensions: manifest.dimensions,
    pooling,
    adapter: manifest.adapter ?? { query: 0, node: 0 },
  });
  return {
    model,
    revision: manifest.revision,
    dtype,
    pooling,
    queryPrefix: choice.queryPrefix ?? manifest.prefixes.query,
    regionPrefix: choice.regionPrefix ?? manifest.prefixes.node,
    window: Math.min(choice.window ?? manifest.window, manifest.window),
    prefixTokens: manifest.prefixTokens,
    totalBytes,
    golden: parseGoldenVectors(golden),
  };
}

/** The wanted weight format, or the first that the manifest names for the device. */
function chooseDtype(manifest: ModelManifest, device: EncoderDevice, wanted?: string): string {
  for (const [dtype, { devices }] of Object.entries(manifest.dtypes)) {
    if (devices.includes(device) && (wanted === undefined || wanted === dtype)) return dtype;
  }
  throw new CanopyError(
    'ENCODER_LOAD_FAILED',
    `The encoder ${manifest.id} has no ${wanted ?? 'weights'} for ${device}.`,
    { nextStep: 'Choose another device or weight format in the settings.' },
  );
}

function fileOf(manifest: ModelManifest, path: string): ModelFile {
  const file = manifest.files.find((candidate) => candidate.path === path);
  if (file !== undefined) return file;
  throw new CanopyError('ENCODER_FILE_CORRUPT', `The manifest of ${manifest.id} lacks ${path}.`);
}

/** Lets transformers.js read checked bytes only; it asks for nothing else, and nothing leaves the page. */
function serveFromMemory(id: string, contents: Map<string, Uint8Array<ArrayBuffer>>): void {
  env.allowLocalModels = true;
  env.allowRemoteModels = false;
  // A path, not an address: transformers.js does not look for optional files at an address.
  env.localModelPath = '/';
  // The checked files are cached already; its own cache would keep them a second time, unchecked.
  env.useBrowserCache = false;
  env.fetch = async (input: string | URL | Request) => {
    const path = String(input).slice(`/${id}/`.length);
    const bytes = contents.get(path);
    if (bytes === undefined) return new Response(null, { status: 404 });
    return new Response(bytes, { headers: { 'content-length': String(bytes.length) } });
  };
}
