import * as v from 'valibot';
import { CanopyError } from '../../core/errors.ts';

const Size = v.pipe(v.number(), v.integer(), v.minValue(1));
const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const Manifest = v.object({
  id: v.string(),
  revision: v.pipe(v.string(), v.regex(/^[\w.-]+$/)),
  licence: v.string(),
  dimensions: Size,
  window: Size,
  prefixTokens: Size,
  pooling: v.string(),
  prefixes: v.optional(v.object({ query: v.string(), node: v.string() }), { query: '', node: '' }),
  /** Value of the graph's `adapter` input for each encoder; null where the graph has none. */
  adapter: v.nullable(v.object({ query: v.number(), node: v.number() })),
  dtypes: v.record(
    v.string(),
    v.object({
      file: v.pipe(v.string(), v.regex(/^[\w./-]+\.onnx$/)),
      bytes: Size,
      sha256: Sha256,
      devices: v.array(v.picklist(['webgpu', 'wasm'])),
    }),
  ),
  files: v.array(v.object({ path: v.string(), bytes: Size, sha256: Sha256 })),
});

/** What a vendored model says of itself; paths are relative to its revision's folder. */
export type ModelManifest = v.InferOutput<typeof Manifest>;

/** One file of a vendored model. */
export type ModelFile = ModelManifest['files'][number];

/** For whoever builds a page with the package, and for whoever hosts the app. */
const SERVE_MODELS =
  'A page that uses the package canopy-web: run npx canopy assets public/canopy and set assetsUrl: "/canopy/" (the attribute assets of <canopy-qa>). A hosted Canopy: serve its folder models/ as it is.';

/**
 * Reads `manifest.json` of a model's folder.
 *
 * @throws CanopyError `ENCODER_LOAD_FAILED` when it is not there, `ENCODER_FILE_CORRUPT` when it is something else (a
 * server that answers every path with its start page, for example).
 */
export async function loadManifest(
  folderUrl: string,
  options: { readonly fetch?: typeof fetch; readonly signal?: AbortSignal } = {},
): Promise<ModelManifest> {
  const url = `${folderUrl}manifest.json`;
  const request = options.fetch ?? fetch;
  const response = await request(url, {
    cache: 'no-cache',
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  }).catch((cause: unknown) => {
    throw loadFailed(`The encoder's manifest ${url} cannot be reached.`, cause);
  });
  if (response.status === 404) {
    throw new CanopyError('ENCODER_LOAD_FAILED', `No models are served: ${url} answers 404.`, {
      nextStep: SERVE_MODELS,
    });
  }
  if (!response.ok) throw loadFailed(`The encoder's manifest ${url} answers ${response.status}.`);
  const text = await response.text().catch(() => '');
  if (/^\s*<(?:!doctype|html)/i.test(text)) {
    const message = `No models are served: in place of ${url} a web page comes back.`;
    throw new CanopyError('ENCODER_FILE_CORRUPT', message, { nextStep: SERVE_MODELS });
  }
  const parsed = v.safeParse(Manifest, parseJson(text));
  if (parsed.success) return parsed.output;
  const place = parsed.issues.map((issue) => v.getDotPath(issue) ?? 'the whole file').at(0);
  throw new CanopyError('ENCODER_FILE_CORRUPT', `${url} is not a model manifest (${place}).`, {
    nextStep: 'Check that the server delivers the folder public/models as it is.',
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function loadFailed(message: string, cause?: unknown): CanopyError {
  return new CanopyError('ENCODER_LOAD_FAILED', message, {
    nextStep: 'Check the connection to this page’s server and try again.',
    cause,
  });
}
