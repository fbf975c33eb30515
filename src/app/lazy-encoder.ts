import { type CanopyError, toCanopyError } from '../core/errors.ts';
import { type EncoderFingerprint, fingerprintKey } from '../core/fingerprint.ts';
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
  /** Opens the encoder that embeds pictures and films in a space of its own, where the person chose one. */
  openSeer?(): Promise<Encoder>;
  /**
   * Loads the encoder that embedded the collection before this one, where it can be had: it answers meanwhile, and is
   * disposed of when all is embedded anew and no question uses it. Called again only after that, or after a failure.
   */
  openPrevious?(): Promise<Encoder>;
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
  /** The encoder for pictures and films, where there is one. */
  seer(): Promise<Encoder | undefined>;
  /** The encoder, with every stored item embedded by its own one. */
  renewed(): Promise<Encoder>;
  /** What a question searches: at once where all is embedded by an encoder at hand, else once it is embedded again. */
  searchable(): Promise<Searchable>;
}

/** Encoders whose spaces hold the collection. */
export interface Searchable {
  /** In the order of preference. */
  readonly encoders: readonly [Encoder, ...Encoder[]];
  /** Why a part of it is in none of them. */
  readonly failure?: CanopyError;
  /** To be called when the question is answered or given up: only then an encoder that is no longer needed goes. */
  release(): void;
}

/** Loads the encoder once, and brings stored items to the encoder that came of it, whenever one of the two changed. */
export function createLazyEncoder(options: LazyEncoderOptions): LazyEncoder {
  const state = createStore<EncoderState>({ status: 'idle' });
  const renewal = createStore<{ done: number; total: number } | undefined>(undefined);
  let loading: Promise<Encoder> | undefined;
  let renewing: Promise<Encoder> | undefined;
  let previous: Promise<Encoder | undefined> | undefined;
  /** Questions that may search the previous encoder's space. */
  let users = 0;
  /** The previous encoder is needed by no question to come. */
  let isTakenOver = false;
  let isStale = true;
  const outdate = () => {
    isStale = true;
    isTakenOver = false;
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
  const seer = async () => options.openSeer?.();
  const openPrevious = () => {
    // Without it, questions wait for the renewal.
    previous ??= options.openPrevious?.().catch(() => {
      previous = undefined;
      return undefined;
    });
    return previous;
  };
  const closeIdle = () => {
    if (users > 0 || !isTakenOver) return;
    const idle = previous;
    previous = undefined;
    // The questions have what they need, however the closing goes.
    idle?.then((encoder) => encoder?.dispose()).catch(() => undefined);
  };
  const takeOver = () => {
    isTakenOver = true;
    closeIdle();
  };
  /** Keeps the previous encoder open until what comes back is called, once or more often. */
  const hold = () => {
    let isHeld = true;
    users += 1;
    return () => {
      if (isHeld) users -= 1;
      isHeld = false;
      closeIdle();
    };
  };
  const renew = async () => {
    const [store, encoder, by] = await Promise.all([options.store, get(), seer()]);
    const embedding = { encoder, seer: by, store, pictures: options.pictures };
    try {
      for await (const event of reindexStale(embedding)) {
        if (event.type === 'embedding') renewal.set({ done: event.done, total: event.total });
        if (event.type === 'indexed') options.onRenewed();
      }
    } finally {
      renewal.set(undefined);
    }
    if (!isStale) takeOver();
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
  const searchable = async (): Promise<Searchable> => {
    const work = renewed().then(
      () => undefined,
      (thrown: unknown) => toCanopyError(thrown, 'ENCODER_CRASHED'),
    );
    const [store, encoder] = await Promise.all([options.store, get()]);
    // What keeps the seer from opening keeps the renewal from its end, which tells it.
    const seen = await seer().catch(() => undefined);
    const own = seen === undefined ? ([encoder] as const) : ([encoder, seen] as const);
    if (await holdsAll(store, own)) {
      takeOver();
      return { encoders: own, release: () => undefined };
    }
    const release = hold();
    try {
      const before = await openPrevious();
      if (before !== undefined && (await holdsAll(store, [...own, before]))) {
        return { encoders: [...own, before], release };
      }
      const failure = await work;
      if (failure === undefined) return { encoders: own, release };
      // Words are found without the encoder that sees; without the one that reads nothing is.
      if (options.openSeer === undefined) throw failure;
      return { encoders: own, failure, release };
    } catch (thrown) {
      release();
      throw thrown;
    }
  };
  return { state, renewal, get, seer, renewed, searchable };
}

/** Whether every stored item has vectors of one of the encoders. */
async function holdsAll(store: RegionStore, encoders: readonly Encoder[]): Promise<boolean> {
  const documents = await store.listDocuments();
  let missing: readonly string[] = [...new Set(documents.flatMap(({ itemIds }) => itemIds))];
  for (const { fingerprint } of encoders) {
    missing = await store.missing(missing, fingerprintKey(fingerprint));
  }
  return missing.length === 0;
}
