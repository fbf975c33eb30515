import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFileIngester } from '../adapters/ingest/ingest-file.ts';
import { nodePdfRuntime } from '../adapters/ingest/pdf/node-pdf-runtime.ts';
import { createMemoryRegionStore } from '../adapters/memory/memory-region-store.ts';
import { CanopyError } from '../core/errors.ts';
import type { Encoder } from '../ports/encoder.ts';
import type { Ingester, SourceFile } from '../ports/ingester.ts';
import type { RegionStore } from '../ports/region-store.ts';
import type { Canopy } from './canopy.ts';
import { checkEncoder, checkOptions, checkStore } from './check-call.ts';
import { openCanopy } from './open-canopy.ts';
import { openNodeEncoder } from './open-node-encoder.ts';
import type { CommonOptions } from './options.ts';

/** Which encoder is loaded in Node. */
export interface NodeEncoderChoice {
  /** Folder with the model's `manifest.json`; the vendored encoder that comes with the package unless given. */
  readonly folder?: string;
  /** A weight format of the manifest; `w8`, the one browsers run on WebGPU, unless given. */
  readonly dtype?: string;
  /** Threads of the runtime; 2 unless given. */
  readonly threads?: number;
}

/** Options of {@link createCanopy} in Node. */
export interface NodeCanopyOptions extends Omit<CommonOptions, 'store'> {
  /** The vendored encoder unless told otherwise; an encoder of one's own is not disposed. */
  readonly encoder?: NodeEncoderChoice | Encoder;
  /** Memory unless one of one's own is given. */
  readonly store?: 'memory' | RegionStore;
}

/** Where the models lie: beside the built library, or in the repository's sources. */
const MODEL_PLACES = ['./models/', '../../public/models/'];

/**
 * Folder of the vendored models.
 *
 * @throws CanopyError `ENCODER_LOAD_FAILED` when there is none.
 */
export function vendoredModels(): string {
  const found = MODEL_PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(
    existsSync,
  );
  if (found !== undefined) return found;
  throw new CanopyError('ENCODER_LOAD_FAILED', 'The models that come with Canopy are not there.', {
    nextStep: 'Install the package again, or name the folder of a model.',
  });
}

/** Reads the formats that need no browser: everything but pictures, scans and videos. */
export function createNodeIngester(): Ingester {
  return createFileIngester({ pdf: nodePdfRuntime() });
}

/** A file of this machine as `index` takes it. Rejects with Node's own error when it cannot be read. */
export async function readSourceFile(path: string): Promise<SourceFile> {
  return { name: basename(path), bytes: Uint8Array.from(await readFile(path)) };
}

/**
 * Opens Canopy in Node: the pipeline, encoder weights and selections of the browser, on onnxruntime's CPU provider.
 *
 * @throws CanopyError `INVALID_ARGUMENT` for an option that cannot be, such as a store, selection or dial that does not exist.
 */
export function createCanopy(options: NodeCanopyOptions = {}): Canopy {
  checkOptions(options);
  const { encoder = {}, store = 'memory', ingester = createNodeIngester() } = options;
  checkStore(store, ['memory']);
  checkEncoder(encoder);
  let loading: Promise<Encoder> | undefined;
  return openCanopy(
    {
      openEncoder: async () => {
        if ('embedQuery' in encoder) return encoder;
        loading = loadEncoder(encoder);
        return loading;
      },
      openStore: async () => (store === 'memory' ? createMemoryRegionStore() : store),
      ingester,
      // One that could not be loaded holds nothing.
      dispose: async () => (await loading?.catch(() => undefined))?.dispose(),
    },
    options,
  );
}

async function loadEncoder({ folder, dtype, threads = 2 }: NodeEncoderChoice): Promise<Encoder> {
  return openNodeEncoder({
    folder: folder ?? `${vendoredModels()}all-minilm-l6-v2`,
    threads,
    ...(dtype === undefined ? {} : { dtype }),
  });
}
