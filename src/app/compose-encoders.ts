import type { EgressLedger } from '../adapters/chat/egress-ledger.ts';
import { createSendJson } from '../adapters/chat/send-json.ts';
import { createRemoteEncoder } from '../adapters/embeddings-endpoint/remote-encoder.ts';
import { pictureDataUrl } from '../adapters/media/picture-data-url.ts';
import {
  createVectorRetriever,
  type VectorRetriever,
} from '../adapters/memory/vector-retriever.ts';
import { findGpu, type GpuKind } from '../adapters/worker/find-gpu.ts';
import { createWorkerEncoder } from '../adapters/worker/worker-encoder.ts';
import { CanopyError } from '../core/errors.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import { retrieveByRegions } from '../pipeline/retrieve-by-regions.ts';
import type { SearchSpace } from '../pipeline/search-spaces.ts';
import type { Encoder } from '../ports/encoder.ts';
import type { FingerprintListener } from '../ports/encoder-loader.ts';
import type { RegionPictures } from '../ports/region-pictures.ts';
import type { RegionStore } from '../ports/region-store.ts';
import { encoderState } from './encoder-state.ts';
import { createLazyEncoder, type LazyEncoder, type Searchable } from './lazy-encoder.ts';
import { remoteReads, type Settings } from './settings.ts';
import { strings } from './strings.ts';

/** Where the page's files lie, and what the person set of the encoder when the page was opened. */
export interface EncoderOptions {
  readonly baseUrl: string;
  readonly settings: Settings;
}

/** What the encoders need of the collection. */
export interface EncodedCollection {
  readonly store: Promise<RegionStore>;
  /** What encoders that see get to see of stored items. */
  readonly pictures: RegionPictures;
  onOutsideChange(listener: () => void): void;
  changed(): void;
}

/** The encoders of the page: in its worker, behind an address, or words in the one and pictures in the other. */
export function composeEncoders(
  { baseUrl, settings }: EncoderOptions,
  collection: EncodedCollection,
  egress: EgressLedger,
): LazyEncoder {
  const { device, branching } = settings;
  let gpu: GpuKind = 'none';
  const open = (onProgress: LoadProgress, onFingerprint: FingerprintListener) =>
    createWorkerEncoder({
      modelsUrl: new URL(`${baseUrl}models/`, location.href).href,
      device,
      branching,
      onFingerprint,
      onProgress: ({ loadedBytes, totalBytes }) => onProgress(loadedBytes, totalBytes),
      hasWebGpu: async () => {
        gpu = await findGpu();
        return gpu === 'hardware';
      },
    });
  const openRemote = once(() => remoteEncoder(settings, egress));
  const ways = {
    none: { load: open },
    // What this device embedded before stays searchable while the other encoder reads all of it anew.
    all: { load: openRemote, openPrevious: () => open(ignore, ignore) },
    pictures: { load: open, openSeer: openRemote },
  };
  return createLazyEncoder({
    ...ways[remoteReads(settings)],
    store: collection.store,
    pictures: collection.pictures,
    onOutsideChange: collection.onOutsideChange,
    onRenewed: collection.changed,
    describe: (fingerprint) => encoderState(fingerprint, settings, gpu),
  });
}

type LoadProgress = (loadedBytes: number, totalBytes: number) => void;

/** Nothing is shown of an encoder that only helps out. */
const ignore = () => undefined;

/** Does something the first time it is asked for, and again after a failure. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}

/** The encoder behind the address that the person chose; every request stands in the ledger. */
async function remoteEncoder(
  { remoteEncoder, branching }: Settings,
  ledger: EgressLedger,
): Promise<Encoder> {
  const { url, model, dimensions, sees, key } = remoteEncoder;
  if (!URL.canParse(url) || model === '') {
    throw new CanopyError('INVALID_ARGUMENT', strings.settings.remote.incomplete, {
      nextStep: strings.settings.remote.incompleteStep,
    });
  }
  return createRemoteEncoder({
    url: `${url.replace(/\/+$/, '')}/embeddings`,
    model,
    dimensions,
    branching,
    send: createSendJson({ ledger, pageUrl: location.href, ...(key === '' ? {} : { key }) }),
    ...(sees ? { encodePicture: pictureDataUrl } : {}),
  });
}

/** Whole-item vectors of the spaces that questions search, as long as they search them. */
export function composeSpaces() {
  let retrievers: ReadonlyMap<string, VectorRetriever> = new Map();
  const spaceOf = (store: RegionStore, encoder: Encoder): SearchSpace => {
    const key = fingerprintKey(encoder.fingerprint);
    const retriever = retrievers.get(key) ?? createVectorRetriever(store, key);
    retrievers = new Map([...retrievers, [key, retriever]]);
    return { encoder, retriever: retrieveByRegions(retriever, store, key) };
  };
  return {
    /** The spaces of these encoders; vectors of others are let go. */
    of: (
      store: RegionStore,
      [first, ...others]: Searchable['encoders'],
    ): readonly [SearchSpace, ...SearchSpace[]] => {
      const keys = [first, ...others].map(({ fingerprint }) => fingerprintKey(fingerprint));
      retrievers = new Map([...retrievers].filter(([key]) => keys.includes(key)));
      return [spaceOf(store, first), ...others.map((encoder) => spaceOf(store, encoder))];
    },
    /** Makes the next question read the store again. */
    refresh: () => {
      for (const retriever of retrievers.values()) retriever.refresh();
    },
  };
}
