import {
  advance,
  type CollectionFile,
  type CollectionState,
  dropTwins,
  workOf,
} from './collection-state.ts';
import type { FrameBatch, Writable } from './store.ts';
import { noteWork } from './time-left.ts';

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
  now: () => number,
): FileChanges {
  const pending = new Map<string, CollectionFile['state']>();
  let finished = 0;
  const flush = () => {
    if (pending.size === 0 && finished === 0) return;
    const changes = new Map(pending);
    pending.clear();
    const done = finished;
    finished = 0;
    store.update((state) => {
      let work = 0;
      const files = state.files.map((file) => {
        const next = changes.get(file.key);
        if (next === undefined) return file;
        work += Math.max(0, workOf(next) - workOf(file.state));
        return { ...file, state: next };
      });
      const batch = advance(state.batch, done);
      return {
        ...state,
        files: dropTwins(files, changes),
        batch:
          batch === undefined || work === 0
            ? batch
            : { ...batch, seen: noteWork(batch.seen, now(), work) },
      };
    });
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
