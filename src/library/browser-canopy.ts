import { createIndexedDbRegionStore } from '../adapters/indexeddb/indexeddb-region-store.ts';
import { createMemoryRegionStore } from '../adapters/memory/memory-region-store.ts';
import { importedWorker } from '../adapters/worker/start-worker.ts';
import { createWorkerEncoder, VENDORED_MODEL } from '../adapters/worker/worker-encoder.ts';
import { createWorkerIngester } from '../adapters/worker/worker-ingester.ts';
import type { Encoder } from '../ports/encoder.ts';
import type { EncoderChoice, EncoderDevice, EncoderLoadProgress } from '../ports/encoder-loader.ts';
import type { RegionStore } from '../ports/region-store.ts';
import type { Canopy, CanopyParts } from './canopy.ts';
import { checkEncoder, checkOptions, checkStore } from './check-call.ts';
import { openCanopy } from './open-canopy.ts';
import type { CommonOptions } from './options.ts';

/** Which encoder is loaded in the browser, and from where. */
export interface BrowserEncoderOptions extends Partial<EncoderChoice> {
  /**
   * Folder with the vendored models, `models/` below `assetsUrl` or below the page unless given. A model called
   * `hub:org/name` is fetched from the model hub instead.
   */
  readonly modelsUrl?: string | URL;
  /** `auto` (WebGPU where it proves itself, WASM otherwise) unless given. */
  readonly device?: 'auto' | EncoderDevice;
  readonly onProgress?: (progress: EncoderLoadProgress) => void;
}

/** Options of {@link createCanopy} in the browser. */
export interface CanopyOptions extends CommonOptions {
  /** The vendored encoder unless told otherwise; an encoder of one's own is not disposed. */
  readonly encoder?: BrowserEncoderOptions | Encoder;
  /**
   * Folder that `canopy assets` filled: workers, runtimes and models, on this origin or another one that allows it
   * (CORS). Without it the bundler places the workers.
   */
  readonly assetsUrl?: string | URL;
  /** Name of the IndexedDB database; `canopy-web` unless given. */
  readonly database?: string;
}

/** Where the browser refuses to keep data, the collection lives as long as the page: `persistent` says so. */
async function openStore(database: string): Promise<RegionStore> {
  if (typeof indexedDB === 'undefined') return createMemoryRegionStore();
  return createIndexedDbRegionStore(database).catch(() => createMemoryRegionStore());
}

/**
 * Opens Canopy in a browser. Loads nothing by itself, and may be called where there is no window: then only calls that
 * need a worker fail.
 *
 * @throws CanopyError `INVALID_ARGUMENT` for an option that cannot be, such as a store, selection or dial that does not exist.
 */
export function createCanopy(options: CanopyOptions = {}): Canopy {
  checkOptions(options);
  const { encoder, store = 'indexeddb', database = 'canopy-web', assetsUrl } = options;
  checkStore(store, ['indexeddb', 'memory']);
  if (encoder !== undefined) checkEncoder(encoder);
  const assets = assetsUrl === undefined ? undefined : asFolder(assetsUrl);
  const start = (name: string) =>
    assets === undefined ? undefined : () => importedWorker(`${assets}${name}.worker.js`, name);
  const ownIngester = createWorkerIngester(start('ingest'));
  const own = encoder !== undefined && 'embedQuery' in encoder ? encoder : undefined;
  let loaded: Encoder | undefined;
  const openEncoder: CanopyParts['openEncoder'] = async ({ signal }) => {
    if (own !== undefined) return own;
    const choice = (encoder ?? {}) as BrowserEncoderOptions;
    loaded = await loadEncoder(choice, assets, start('encoder'), signal);
    return loaded;
  };
  return openCanopy(
    {
      openEncoder,
      openStore: async () => {
        if (typeof store === 'object') return store;
        return store === 'memory' ? createMemoryRegionStore() : openStore(database);
      },
      ingester: options.ingester ?? ownIngester,
      dispose: async () => {
        ownIngester.dispose();
        await loaded?.dispose();
      },
    },
    options,
  );
}

function loadEncoder(
  { modelsUrl, device = 'auto', onProgress, ...choice }: BrowserEncoderOptions,
  assets: string | undefined,
  createWorker: (() => Worker) | undefined,
  signal: AbortSignal,
): Promise<Encoder> {
  return createWorkerEncoder({
    modelsUrl: asFolder(modelsUrl ?? `${assets ?? document.baseURI.replace(/[^/]*$/, '')}models/`),
    choice: { model: VENDORED_MODEL, ...choice },
    device,
    signal,
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(createWorker === undefined ? {} : { createWorker }),
  });
}

/** An address in full, with a slash at its end. */
function asFolder(address: string | URL): string {
  const { href } = new URL(address, globalThis.document?.baseURI);
  return href.endsWith('/') ? href : `${href}/`;
}
