import { CanopyError, toCanopyError } from '../core/errors.ts';
import type { StoredDocument } from '../ports/region-store.ts';
import {
  type CollectionFile,
  type CollectionState,
  collectionTotals,
  isSettled,
  isUnderWay,
  mergeDocuments,
  shrink,
  underWay,
} from './collection-state.ts';
import type { Engine } from './engine.ts';
import { createFileChanges } from './file-changes.ts';
import { createFileIntake, type ListedFile } from './file-intake.ts';
import { type IncomingFile, plainName, readIncoming, withCaptions } from './incoming-file.ts';
import { createGate } from './indexing-gate.ts';
import { createStore, type FrameBatch, type Readable } from './store.ts';
import { strings } from './strings.ts';

/** A file that waits to be read. */
type Entry = Omit<ListedFile, 'bytes'>;

/** What the person can do with the collection. */
export interface Collection extends Readable<CollectionState> {
  open(): Promise<void>;
  /** Captions among the files go along with their video. */
  add(files: readonly IncomingFile[]): void;
  /** Stops the file's indexing, or takes it out of the collection. */
  remove(key: string): Promise<void>;
  retry(key: string): void;
  cancelAll(): void;
  /** Holds the file being read and all that wait; what is done of them is kept. */
  pause(): void;
  resume(): void;
  /** Deletes what is stored of files that nobody goes on with, unless some tab is indexing. */
  sweep(): Promise<void>;
  /** Cancels what is under way and deletes everything that is stored. */
  clear(): Promise<void>;
  /** Reads the list again: another tab may have changed it. */
  refresh(): Promise<void>;
  /**
   * Resolves when a question makes sense: a small batch is through, or of a large one at least one file is ready. Resolves
   * at once when nothing is under way, and when the signal aborts. Tells how many files are not in the collection yet.
   */
  settled(signal: AbortSignal): Promise<number>;
  /** Reads the list again because the store seems to have lost files, and says so where it has. */
  recheck(): Promise<void>;
}

/** Builds the collection over an engine: one file at a time, its events painted once per frame. */
export function createCollection(
  engine: Pick<Engine, 'open' | 'documents' | 'index' | 'remove' | 'release' | 'sweep' | 'clear'>,
  onFrame: FrameBatch,
  now: () => number = Date.now,
): Collection {
  const store = createStore<CollectionState>({
    status: 'opening',
    persistent: true,
    files: [],
    batch: undefined,
  });
  const waiting: Entry[] = [];
  const sources = new Map<string, IncomingFile>();
  const running = new Map<string, AbortController>();
  // Items that a file may have stored before its document is: kept for another try, released when it is given up.
  const unfinished = new Map<string, readonly string[]>();
  let busy = false;
  const gate = createGate();
  let pausedAt = 0;
  const { mark, flush, forget } = createFileChanges(store, onFrame, now);

  const indexOne = async (key: string, file: IncomingFile) => {
    const abort = new AbortController();
    running.set(key, abort);
    mark(key, { step: 'reading' });
    try {
      const { source, original } = await readIncoming(file);
      let from: number | undefined;
      let work = 0;
      const options = { signal: abort.signal, original };
      for await (const event of engine.index(source, options)) {
        // Nothing more is asked of the engine while the gate is closed, and so it does nothing more.
        if (event.type !== 'indexed') await gate.passed(abort.signal);
        if (abort.signal.aborted) {
          // Cancelled while it was being stored: what has no row must not be in the collection either.
          if (event.type === 'indexed' && !isListed(event.document)) {
            await engine.remove(event.document.id);
          }
          break;
        }
        if (event.type === 'planned') unfinished.set(key, event.itemIds);
        if (event.type === 'reading') {
          if (event.parts !== undefined) mark(key, { step: 'reading', parts: event.parts });
        } else if (event.type === 'embedding') {
          from ??= event.done;
          work = event.done - from;
          mark(key, { step: 'embedding', done: event.done, total: event.total, from });
        } else if (event.type === 'indexed') {
          sources.delete(key);
          unfinished.delete(key);
          const { document, embedded } = event;
          mark(key, { step: 'ready', document, embedded, work }, true);
        }
      }
    } catch (thrown) {
      if (!abort.signal.aborted) {
        const error = toCanopyError(thrown, 'FILE_MALFORMED');
        if (!canGoOn(error)) await release(key);
        mark(key, { step: 'failed', error }, true);
        // The next files would fail alike, one after the other.
        if (error.code === 'STORE_QUOTA_EXCEEDED' && waiting.length > 0) hold('full');
      }
    } finally {
      running.delete(key);
      if (abort.signal.aborted) await release(key);
    }
  };

  const release = async (key: string) => {
    const itemIds = unfinished.get(key);
    unfinished.delete(key);
    if (itemIds !== undefined) await engine.release(itemIds).catch(complain);
  };

  const isListed = ({ id }: StoredDocument) =>
    store.get().files.some(({ state }) => state.step === 'ready' && state.document.id === id);

  const work = async () => {
    if (busy) return;
    busy = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (gate.isClosed) {
        waiting.unshift(next);
        break;
      }
      await indexOne(next.key, next.file);
    }
    busy = false;
  };

  const hold = (paused: 'person' | 'full') => {
    if (gate.isClosed) return;
    gate.close();
    pausedAt = now();
    store.update((state) => ({ ...state, paused }));
  };

  const resume = () => {
    if (!gate.isClosed) return;
    gate.open();
    const rest = now() - pausedAt;
    store.update(({ batch, ...state }) => ({
      ...state,
      // The pause counts neither for the pace nor for the time left.
      batch: batch && {
        ...batch,
        seen: batch.seen.map(({ at, done }) => ({ at: at + rest, done })),
      },
      paused: undefined,
    }));
    void work();
  };

  const take = (keys: ReadonlySet<string>) => {
    for (const key of keys) {
      const work = running.get(key);
      // What still runs may still store items; they are released when it has ended.
      if (work === undefined) void release(key);
      else work.abort();
      sources.delete(key);
      forget(key);
    }
    for (let i = waiting.length - 1; i >= 0; i--) {
      if (keys.has(waiting[i]!.key)) waiting.splice(i, 1);
    }
    store.update((state) => ({
      ...state,
      files: state.files.filter((file) => !keys.has(file.key)),
      batch: shrink(
        state.batch,
        state.files.filter((file) => keys.has(file.key) && isUnderWay(file)).length,
      ),
    }));
    // Nothing is left to hold.
    if (store.get().batch === undefined) resume();
  };

  const enqueue = (entries: readonly Entry[]) => {
    for (const { key, file } of entries) {
      waiting.push({ key, file });
      sources.set(key, file);
    }
    store.update((state) => ({
      ...state,
      batch: {
        done: state.batch?.done ?? 0,
        total: (state.batch?.total ?? 0) + entries.length,
        seen: state.batch?.seen ?? [],
      },
    }));
    void work();
  };

  const intake = createFileIntake((listed) => {
    const queued = listed.map(
      ({ key, file, bytes }): CollectionFile => ({
        ...{ key, name: plainName(file), bytes },
        state: { step: 'queued' },
      }),
    );
    store.update((state) => ({ ...state, files: [...state.files, ...queued] }));
    enqueue(listed);
  });

  const setDocuments = (documents: readonly StoredDocument[]) =>
    store.update((state) => ({ ...state, files: mergeDocuments(state.files, documents) }));

  const complain = (thrown: unknown) =>
    store.update((state) => ({ ...state, error: toCanopyError(thrown, 'STORE_FAILED') }));

  const cancelAll = () => {
    intake.clear();
    flush();
    const cancelled = store.get().files.filter(isUnderWay);
    take(new Set(cancelled.map(({ key }) => key)));
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    cancelAll,
    pause: () => {
      if (store.get().batch !== undefined) hold('person');
    },
    resume,
    sweep: async () => {
      if (store.get().status === 'open') await engine.sweep().catch(complain);
    },
    clear: async () => {
      cancelAll();
      try {
        await engine.clear();
        take(new Set(store.get().files.map(({ key }) => key)));
      } catch (thrown) {
        complain(thrown);
      }
    },
    open: async () => {
      try {
        const { documents, persistent } = await engine.open();
        store.update((state) => ({ ...state, status: 'open', persistent }));
        setDocuments(documents);
      } catch (thrown) {
        const error = toCanopyError(thrown, 'STORE_UNAVAILABLE');
        store.update((state) => ({ ...state, status: 'failed', error }));
      }
    },
    recheck: async () => {
      const before = collectionTotals(store.get().files).ready;
      await engine.documents().then(setDocuments, complain);
      const lost = before - collectionTotals(store.get().files).ready;
      if (lost <= 0) return;
      const { lostFiles, lostStep } = strings.collection;
      complain(new CanopyError('STORE_FAILED', lostFiles(lost), { nextStep: lostStep }));
    },
    refresh: () => engine.documents().then(setDocuments, complain),
    add: (files) => intake.add(withCaptions(files)),
    remove: async (key) => {
      // A file that became ready in this very frame is in the store, not under way.
      flush();
      const file = store.get().files.find((candidate) => candidate.key === key);
      if (file === undefined) return;
      try {
        if (file.state.step === 'ready') await engine.remove(file.state.document.id);
        take(new Set([key]));
      } catch (thrown) {
        complain(thrown);
      }
    },
    retry: (key) => {
      const file = sources.get(key);
      if (file === undefined) return;
      mark(key, { step: 'queued' });
      enqueue([{ key, file }]);
    },
    settled: (signal) =>
      new Promise((resolve) => {
        const look = () => {
          if (!signal.aborted && !isSettled(store.get())) return;
          stop();
          signal.removeEventListener('abort', look);
          resolve(underWay(store.get()));
        };
        const stop = store.subscribe(look);
        signal.addEventListener('abort', look);
        look();
      }),
  };
}

/** Whether another try finds a use for the items stored so far: the encoder failed, not the file or the storage. */
function canGoOn({ code }: CanopyError): boolean {
  return code.startsWith('ENCODER_');
}
