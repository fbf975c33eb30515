import type { Item } from '../core/item.ts';
import type { CallOptions } from './encoder.ts';

/** A file as an ingester gets it. */
export interface SourceFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What became of a file. */
export interface IngestedFile {
  /** SHA-256 of the bytes, in hex. */
  readonly id: string;
  readonly items: readonly Item[];
  /** What the person should know although the file was read, one sentence each. */
  readonly warnings: readonly string[];
}

/** Turns a file into items. */
export interface Ingester {
  /** Rejects with a `FILE_…` code and a message that names the file. */
  ingest(file: SourceFile, options?: CallOptions): Promise<IngestedFile>;
}
