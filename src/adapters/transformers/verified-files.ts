import { CanopyError } from '../../core/errors.ts';
import type { ModelFile } from './load-manifest.ts';
import { sha256Hex } from './sha256.ts';

/** The part of the Cache API that is used. */
export type FileCache = Pick<Cache, 'match' | 'put' | 'delete' | 'keys'>;

/** How {@link createVerifiedFiles} reaches its files. */
export interface VerifiedFilesOptions {
  /** The revision's folder, ending in a slash. */
  readonly folderUrl: string;
  readonly fetch?: typeof fetch;
  /** Where checked files are kept; none where the browser has no Cache API. */
  readonly cache?: FileCache | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told the bytes of each piece as it is read. */
  readonly onBytes?: (bytes: number) => void;
}

/** Reads a model's files, each checked against the manifest's size and SHA-256. */
export interface VerifiedFiles {
  /** Rejects with `ENCODER_FILE_CORRUPT`, `ENCODER_LOAD_FAILED` or `ABORTED`. */
  read(file: ModelFile): Promise<Uint8Array<ArrayBuffer>>;
}

/** How a file is asked for, and asked for again, where the browser's HTTP cache is the only one. */
const HTTP_CACHED: readonly RequestCache[] = ['default', 'reload'];
/**
 * The same where checked files are kept here: the HTTP cache would hold them twice, and in Chromium two tabs that loaded a
 * model through it at once often ended with a network error in one of them.
 */
const UNCACHED: readonly RequestCache[] = ['no-store', 'no-store'];

/**
 * Opens a model's files. A file that is cut short, altered or replaced by a server's start page is fetched once more past
 * every cache and then refused; only what was found right is kept, and what is kept is checked again at the next start.
 */
export function createVerifiedFiles(options: VerifiedFilesOptions): VerifiedFiles {
  const { folderUrl, cache } = options;
  return {
    async read(file) {
      const url = folderUrl + file.path;
      const kept = await fromCache(cache, url, file);
      if (kept !== undefined) {
        options.onBytes?.(kept.length);
        return kept;
      }
      let fault = '';
      for (const mode of cache === undefined ? HTTP_CACHED : UNCACHED) {
        const { bytes, type } = await download(url, mode, options);
        const found = await findFault(bytes, file);
        if (found === undefined) {
          await keep(cache, url, bytes);
          return bytes;
        }
        fault = type.includes('text/html') ? 'the server sent a web page instead' : found;
        options.onBytes?.(-bytes.length);
      }
      throw new CanopyError(
        'ENCODER_FILE_CORRUPT',
        `The encoder file ${url} is damaged: ${fault}.`,
        {
          nextStep: 'Check that the server delivers public/models unchanged, then reload the page.',
        },
      );
    },
  };
}

async function findFault(bytes: Uint8Array<ArrayBuffer>, file: ModelFile) {
  if (bytes.length !== file.bytes) return `${bytes.length} bytes instead of ${file.bytes}`;
  return (await sha256Hex(bytes)) === file.sha256 ? undefined : 'its SHA-256 is another';
}

// The cache only saves time: whatever goes wrong with it (full, forbidden in private mode), the network still serves.
async function fromCache(cache: FileCache | undefined, url: string, file: ModelFile) {
  const response = await cache?.match(url).catch(() => undefined);
  if (response === undefined) return undefined;
  const bytes = new Uint8Array(await response.arrayBuffer());
  if ((await findFault(bytes, file)) === undefined) return bytes;
  await cache?.delete(url).catch(() => false);
  return undefined;
}

async function keep(cache: FileCache | undefined, url: string, bytes: Uint8Array<ArrayBuffer>) {
  await cache?.put(url, new Response(bytes)).catch(() => undefined);
}

async function download(
  url: string,
  mode: RequestCache,
  { fetch: request = fetch, signal, onBytes }: VerifiedFilesOptions,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string }> {
  try {
    const response = await request(url, {
      cache: mode,
      ...(signal === undefined ? {} : { signal }),
    });
    if (!response.ok) throw new Error(`the server answers ${response.status}`);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      parts.push(part.value);
      onBytes?.(part.value.length);
    }
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return { bytes, type: response.headers.get('content-type') ?? '' };
  } catch (cause) {
    if (signal?.aborted) throw new CanopyError('ABORTED', 'Loading the encoder was stopped.');
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CanopyError('ENCODER_LOAD_FAILED', `Cannot fetch ${url}: ${why}.`, {
      nextStep: 'Check the connection to this page’s server and try again.',
      cause,
    });
  }
}

/** Opens the cache of checked files, where there is one, and forgets other revisions of the same model. */
export async function openFileCache(
  modelUrl: string,
  revisionUrl: string,
): Promise<FileCache | undefined> {
  try {
    if (typeof caches === 'undefined') return undefined;
    const cache = await caches.open('canopy-models');
    for (const { url } of await cache.keys()) {
      if (url.startsWith(modelUrl) && !url.startsWith(revisionUrl)) await cache.delete(url);
    }
    return cache;
  } catch {
    return undefined;
  }
}
