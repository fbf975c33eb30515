import type { Item } from '../../core/item.ts';
import type { IngestOptions, SourceFile } from '../../ports/ingester.ts';
import type { Pause } from './pause.ts';

/** An item before its content is hashed into an id; keeps the members of a union apart. */
export type Draft<T extends Item> = T extends unknown ? Omit<T, 'id'> : never;

/** Any item before it has an id. */
export type DraftItem = Draft<Item>;

/** What a format reads out of a file. */
export interface ReadFile {
  /** In document order. */
  readonly items: readonly DraftItem[];
  /** See `IngestedFile.warnings`. */
  readonly warnings: readonly string[];
  /** See `IngestedFile.pagesWithoutText`. */
  readonly pagesWithoutText?: readonly number[];
}

/** One file format. A new one is a file with such a constant, and one line in `ingest-file.ts`. */
export interface Format {
  /** As people call it. */
  readonly name: string;
  /** In small letters, without the dot. */
  readonly extensions: readonly string[];
  /**
   * @param title the file's name without its extension, for documents that do not name themselves.
   * @param pause to be awaited between stretches of work: lets an abort come through and rejects with `ABORTED`.
   * @param onProgress told how many of a long file's parts (pages) are read.
   * @param signal for work that is done elsewhere and can be stopped there.
   * @throws CanopyError a `FILE_…` code with a message that names the file.
   */
  read(
    file: SourceFile,
    title: string,
    pause: Pause,
    onProgress?: IngestOptions['onProgress'],
    signal?: AbortSignal,
  ): Promise<ReadFile>;
}
