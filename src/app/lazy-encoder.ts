import { toCanopyError } from '../core/errors.ts';
import type { EncoderFingerprint } from '../core/fingerprint.ts';
import { reindexStale } from '../pipeline/index-document.ts';
import type { Encoder } from '../ports/encoder.ts';
import type { RegionPictures } from '../ports/region-pictures.ts';
import type { RegionStore } from '../ports/region-store.ts';
import type { EncoderState } from './engine.ts';
import { createStore, type Readable } from './store.ts';

/** What {@link createLazyEncoder} needs of its surroundings. */
export interface LazyEncoderOptions {
  /** Loads the encoder; `onChange` is told when it had to leave its device later on. */
  load(
    onProgress: (loadedBytes: number, totalBytes: number) => void,
    onChange: (fingerprint: EncoderFingerprint) => void,
  ): Promise<Encoder>;
  /** What the person is told of an encoder that stands. */
  describe(fingerprint: EncoderFingerprint): EncoderState;
  readonly store: Promise<RegionStore>;
  /** What an encoder that sees gets to see of stored items. */
  readonly pictures?: RegionPictures;
  /** Calls back when another tab changed the collection. */
  onOutsideChange(listener: () => void): void;
  /** Told when stored items were embedded again. */
  onRenewed(): void;
}

/** The encoder of the page, which is loaded when it is first needed. */
export interface LazyEncoder {
  readonly state: Readable<EncoderState>;
  /** Regions embedded again, as in `Engine.renewal`. */
  readonly renewal: Readable<{ readonly done: number; readonly total: number } | undefined>;
  /** Loads the encoder once, and again after a failure. */
  get(): Promise<Encoder>;
  /** The encoder, with every stored item embedded by it. */
  renewed(): Promise<Encoder>;
}

/** Loads the encoder once, and brings stored items to the encoder that came of it, whenever one of the two changed. */
export function createLazyEncoder(options: LazyEncoderOptions): LazyEncoder {
  const state = createStore<EncoderState>({ status: 'idle' });
  const renewal = createStore<{ done: number; total: number } | undefined>(undefined);
  let loading: Promise<Encoder> | undefined;
  let renewing: Promise<Encoder> | undefined;
  let isStale = true;
  const outdate = () => {
    isStale = true;
  };
  // Another tab may run on another device: what it adds is to be embedded again for this one.
  options.onOutsideChange(outdate);

  const load = async () => {
    const showProgress = (loadedBytes: number, totalBytes: number) =>
      state.set({ status: 'loading', loadedBytes, totalBytes });
    showProgress(0, 0);
    const encoder = await options.load(showProgress, (fingerprint) => {
      state.set(options.describe(fingerprint));
      outdate();
    });
    state.set(options.describe(encoder.fingerprint));
    return encoder;
  };
  const get = () => {
    loading ??= load().catch((thrown: unknown) => {
      loading = undefined;
      const error = toCanopyError(thrown, 'ENCODER_LOAD_FAILED');
      state.set({ status: 'failed', error });
      throw error;
    });
    return loading;
  };
  const renew = async () => {
    const [store, encoder] = await Promise.all([options.store, get()]);
    try {
      for await (const event of reindexStale({ encoder, store, pictures: options.pictures })) {
        if (event.type === 'embedding') renewal.set({ done: event.done, total: event.total });
        if (event.type === 'indexed') options.onRenewed();
      }
    } finally {
      renewal.set(undefined);
    }
    return encoder;
  };
  const renewed = () => {
    if (renewing !== undefined && !isStale) return renewing;
    isStale = false;
    // One after the other: two at once would embed everything twice.
    const before = renewing?.catch(() => undefined) ?? Promise.resolve();
    renewing = before.then(renew).catch((thrown: unknown) => {
      outdate();
      throw thrown;
    });
    return renewing;
  };
  return { state, renewal, get, renewed };
}
