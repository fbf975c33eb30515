import {
  advance,
  type CollectionFile,
  type CollectionState,
  dropTwins,
} from './collection-state.ts';
import type { FrameBatch, Writable } from './store.ts';

/** What has happened to files since the last frame. */
export interface FileChanges {
  /** The file stands so now; `isLast` where nothing more will be done about it. */
  mark(key: string, state: CollectionFile['state'], isLast?: boolean): void;
  /** Shows all of it now. */
  flush(): void;
  /** A file that leaves the list has no changes. */
  forget(key: string): void;
}

/** Folds the changes of a frame into one new list: a thousand files must not copy the list five thousand times. */
export function createFileChanges(
  store: Writable<CollectionState>,
  onFrame: FrameBatch,
): FileChanges {
  const pending = new Map<string, CollectionFile['state']>();
  let finished = 0;
  const flush = () => {
    if (pending.size === 0 && finished === 0) return;
    const changes = new Map(pending);
    pending.clear();
    const done = finished;
    finished = 0;
    store.update((state) => ({
      ...state,
      files: dropTwins(
        state.files.map((file) => {
          const next = changes.get(file.key);
          return next === undefined ? file : { ...file, state: next };
        }),
        changes,
      ),
      batch: advance(state.batch, done),
    }));
  };
  return {
    mark: (key, state, isLast = false) => {
      pending.set(key, state);
      if (isLast) finished += 1;
      onFrame(flush);
    },
    flush,
    forget: (key) => pending.delete(key),
  };
}
