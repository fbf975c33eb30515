import type { Item } from '../core/item.ts';
import type { CallOptions } from './encoder.ts';

/** A file as an ingester gets it. */
export interface SourceFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** A large file that is read piece by piece (video); `bytes` is empty then. */
  readonly blob?: Blob;
  /** Files that belong to it: a video's captions. */
  readonly companions?: readonly SourceFile[];
}

/** What became of a file. */
export interface IngestedFile {
  /** SHA-256 of the bytes, in hex. */
  readonly id: string;
  readonly items: readonly Item[];
  /** What the person should know although the file was read, one sentence each. */
  readonly warnings: readonly string[];
  /** Pages that hold no text (scans), counted from 1; their text would have to be recognised. */
  readonly pagesWithoutText?: readonly number[];
}

/** How a file is to be read. */
export interface IngestOptions extends CallOptions {
  /** Told how many of a long file's parts (pages) are read, and how many there are. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Turns a file into items. */
export interface Ingester {
  /** Rejects with a `FILE_…` code and a message that names the file. */
  ingest(file: SourceFile, options?: IngestOptions): Promise<IngestedFile>;
}
