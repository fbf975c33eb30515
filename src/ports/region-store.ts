import type { IndexedItem } from '../core/indexed-item.ts';
import type { Modality } from '../core/item.ts';
import type { ItemVectors } from '../core/item-vectors.ts';

export type { ItemVectors };

/** A file of the person's collection, as the list shows it and a reload finds it. */
export interface StoredDocument {
  /** SHA-256 of the file's bytes, in hex. */
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly addedAt: number;
  /** Ids of its items in document order. */
  readonly itemIds: readonly string[];
  readonly modalities: readonly Modality[];
  /** Reader tokens of the whole document. */
  readonly tokens: number;
  /** Number of sentences, rows or clips. */
  readonly leaves: number;
  /** What the ingester wants the person to know. */
  readonly warnings: readonly string[];
}

/**
 * Keeps documents and indexed items on the device. Items are keyed by content and {@link fingerprintKey}, so the same
 * content is embedded once. Every method rejects with a `STORE_…` code, and a failed write leaves what was stored before.
 */
export interface RegionStore {
  /** False when nothing outlives the page (private mode): the person must be told. */
  readonly persistent: boolean;
  /**
   * Which of these items are not stored under the fingerprint, in the order given. Only asks what is there: a damaged
   * record counts as missing once it has been read.
   */
  missing(itemIds: readonly string[], fingerprint: string): Promise<string[]>;
  /** The items as stored; a damaged record is undefined, and forgotten so that it can be made again. */
  getItems(itemIds: readonly string[], fingerprint: string): Promise<(IndexedItem | undefined)[]>;
  /**
   * The items as stored under any fingerprint: what is needed to embed them again for another encoder without asking for
   * the file. Their vectors are of no use to the present encoder.
   */
  findItems(itemIds: readonly string[]): Promise<(IndexedItem | undefined)[]>;
  putItems(items: readonly IndexedItem[]): Promise<void>;
  /** Whole-item vectors of every stored document's items under the fingerprint. */
  itemVectors(fingerprint: string): Promise<ItemVectors>;
  listDocuments(): Promise<StoredDocument[]>;
  putDocument(document: StoredDocument): Promise<void>;
  /** Removes the document, and those of its items that no other document holds. */
  removeDocument(id: string): Promise<void>;
  /** Removes those of the items that no document holds: what an indexing run that is given up leaves behind. */
  releaseItems(itemIds: readonly string[]): Promise<void>;
  /**
   * Removes every item that no document holds: what a page left behind that was closed while it indexed. Only for when
   * nothing is being indexed, whose items no document holds yet.
   */
  releaseUnheld(): Promise<void>;
  clear(): Promise<void>;
}
