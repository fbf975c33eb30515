import type { IncomingFile } from './incoming-file.ts';

/** Files that are listed in one task. */
const LISTED_AT_ONCE = 100;
/** Milliseconds of one task for asking files their size, which the browser looks up on the disk one by one. */
const SIZING_MS = 8;

/** A file with its place in the list. */
export interface ListedFile {
  readonly key: string;
  readonly file: IncomingFile;
  readonly bytes: number;
}

/** Files that were added and are not listed yet. */
export interface FileIntake {
  add(files: readonly IncomingFile[]): void;
  /** Forgets those that are not listed. */
  clear(): void;
}

/** Sizes and lists files in several tasks, so that a thousand of them do not hold the page. */
export function createFileIntake(list: (files: readonly ListedFile[]) => void): FileIntake {
  const unsized: Omit<ListedFile, 'bytes'>[] = [];
  let sized: ListedFile[] = [];
  let nextKey = 0;
  const listSized = () => {
    const files = sized;
    sized = [];
    if (files.length > 0) list(files);
  };
  const sizeSome = () => {
    const until = performance.now() + SIZING_MS;
    while (sized.length < LISTED_AT_ONCE && performance.now() < until) {
      const next = unsized.shift();
      if (next === undefined) break;
      sized.push({ ...next, bytes: next.file.size });
    }
    if (unsized.length === 0) {
      listSized();
      return;
    }
    // Sizing and showing are tasks of their own.
    if (sized.length === LISTED_AT_ONCE) setTimeout(listSized);
    setTimeout(sizeSome);
  };
  return {
    add: (files) => {
      const isAtWork = unsized.length > 0;
      unsized.push(...files.map((file) => ({ key: `f${nextKey++}`, file })));
      if (!isAtWork) sizeSome();
    },
    clear: () => {
      unsized.length = 0;
      sized = [];
    },
  };
}
