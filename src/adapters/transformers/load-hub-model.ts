import { AutoConfig, AutoTokenizer, env } from '@huggingface/transformers';
import { CanopyError } from '../../core/errors.ts';
import type { EncoderLoadOptions } from '../../ports/encoder-loader.ts';
import type { LoadedModel } from './loaded-model.ts';
import {
  MULTIMODAL_PREFIXES,
  MULTIMODAL_TYPE,
  openMultimodalModel,
} from './open-multimodal-model.ts';
import { openTextModel } from './open-text-model.ts';

const REVISION = 'main';
/** Most tokens of a multimodal input: what the model was made for, pictures included. */
const MULTIMODAL_WINDOW = 8192;
/** Prefix tokens that each window of a long text repeats, as for the vendored model. */
const PREFIX_TOKENS = 64;

/**
 * Loads `hub:org/name` from the model hub (`env.remoteHost`). The hub publishes no checksums that a page could know
 * beforehand, so a page instead of a file is refused by its type, and the network is tested for consistency only.
 */
export async function loadHubModel(options: EncoderLoadOptions): Promise<LoadedModel> {
  const { choice, device } = options;
  const id = choice.model.slice('hub:'.length);
  const dtype = choice.dtype ?? (device === 'webgpu' ? 'fp32' : 'q8');
  env.allowLocalModels = false;
  env.allowRemoteModels = true;
  env.useBrowserCache = typeof caches !== 'undefined';
  let loadedBytes = 0;
  let totalBytes = 0;
  const request = guardedFetch(options, (loaded, total) => {
    loadedBytes += loaded;
    totalBytes += total;
    options.onProgress?.({ stage: 'downloading', loadedBytes, totalBytes, device, dtype });
  });
  env.fetch = request;

  const config: Record<string, unknown> = { ...(await AutoConfig.from_pretrained(id)) };
  if (config.model_type === MULTIMODAL_TYPE) return loadMultimodal(id, config, options);
  const pooling = choice.pooling ?? (await publishedPooling(id, request));
  const tokenizer = await AutoTokenizer.from_pretrained(id);
  const model = await openTextModel({
    id,
    device,
    dtype,
    dimensions: widthOf(id, config),
    pooling,
    adapter: { query: 0, node: 0 },
  });
  return {
    model,
    revision: REVISION,
    dtype,
    pooling,
    queryPrefix: choice.queryPrefix ?? '',
    regionPrefix: choice.regionPrefix ?? '',
    window: windowOf(choice.window, tokenizer.model_max_length, config.max_position_embeddings),
    prefixTokens: PREFIX_TOKENS,
    totalBytes,
    golden: undefined,
  };
}

/** EmbeddingGemma 2: 4-bit weights unless told otherwise, since the full ones are too large for most pages. */
async function loadMultimodal(
  id: string,
  { text_config: text }: Record<string, unknown>,
  { choice, device }: EncoderLoadOptions,
): Promise<LoadedModel> {
  const dtype = choice.dtype ?? 'q4';
  const { dimensions } = choice;
  const model = await openMultimodalModel({
    id,
    device,
    dtype,
    ...(dimensions === undefined ? {} : { dimensions }),
  });
  const limit = (text as { max_position_embeddings?: unknown } | undefined)
    ?.max_position_embeddings;
  return {
    model,
    // Shortened vectors are vectors of another kind.
    revision: dimensions === undefined ? REVISION : `${REVISION}-${dimensions}`,
    dtype,
    pooling: 'mean',
    queryPrefix: choice.queryPrefix ?? MULTIMODAL_PREFIXES.query,
    regionPrefix: choice.regionPrefix ?? MULTIMODAL_PREFIXES.region,
    window: windowOf(choice.window, limit, MULTIMODAL_WINDOW),
    prefixTokens: PREFIX_TOKENS,
    totalBytes: 0,
    golden: undefined,
  };
}

/** The smallest of the limits that are known; tokenizers without one say 1e30. */
function windowOf(...limits: unknown[]): number {
  const known = limits.filter(
    (limit): limit is number => typeof limit === 'number' && limit > 2 && limit < 1e6,
  );
  return known.length === 0 ? 512 : Math.min(...known);
}

function widthOf(id: string, { hidden_size: width }: Record<string, unknown>): number {
  if (typeof width === 'number') return width;
  throw new CanopyError('ENCODER_LOAD_FAILED', `The config of ${id} names no hidden_size.`, {
    nextStep: 'Choose a text encoder; this model is of another kind.',
  });
}

/** Sentence encoders publish their pooling beside the weights; mean is what most use. */
async function publishedPooling(id: string, request: typeof fetch): Promise<'mean' | 'cls'> {
  const folder = env.remotePathTemplate
    .replaceAll('{model}', id)
    .replaceAll('{revision}', REVISION);
  const url = `${env.remoteHost}${folder}1_Pooling/config.json`;
  const response = await request(url).catch(() => undefined);
  if (!response?.ok) return 'mean';
  const config: unknown = await response.json().catch(() => undefined);
  const isCls =
    typeof config === 'object' &&
    config !== null &&
    'pooling_mode_cls_token' in config &&
    config.pooling_mode_cls_token === true;
  return isCls ? 'cls' : 'mean';
}

/** `fetch` that can be aborted, counts bytes, and refuses a web page where a model file was asked for. */
function guardedFetch(
  { signal }: EncoderLoadOptions,
  onBytes: (loaded: number, total: number) => void,
): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, ...(signal === undefined ? {} : { signal }) });
    if (!response.ok || response.body === null) return response;
    const url = response.url;
    if (response.headers.get('content-type')?.includes('text/html') === true) {
      throw new CanopyError('ENCODER_FILE_CORRUPT', `${url} is a web page, not a model file.`, {
        nextStep: 'Check the model’s name and that the network lets the model hub through.',
      });
    }
    // Weights come uncompressed, so a body that ends early shows; kept by the cache it would be wrong for good.
    const promised = Number(response.headers.get('content-length') ?? 0);
    let missing = promised > 0 && url.endsWith('.onnx') ? promised : 0;
    onBytes(0, promised);
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(part, controller) {
          onBytes(part.length, 0);
          missing -= part.length;
          controller.enqueue(part);
        },
        flush(controller) {
          if (missing > 0) controller.error(new Error(`${url} ended ${missing} bytes early`));
        },
      }),
    );
    return new Response(counted, { status: response.status, headers: response.headers });
  };
}
