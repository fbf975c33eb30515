import type { IndexedItem } from '../core/indexed-item.ts';
import type { Modality } from '../core/item.ts';
import type { CallOptions } from './encoder.ts';

/** An item found for a query. */
export interface RetrievedItem {
  readonly itemId: string;
  /** Cosine of the query with the whole item. */
  readonly score: number;
  /** The item itself, where the retriever has looked into it: nobody needs to read it again. */
  readonly indexed?: IndexedItem;
}

/** Where to look. */
export interface RetrieveOptions extends CallOptions {
  /** Corpora that the router chose: the k best of each are wanted, together in the order of their scores. */
  readonly modalities?: readonly Modality[];
  /** Fingerprints of spaces that are searched as well: items that one of them holds are not wanted from this one. */
  readonly except?: readonly string[];
}

/** Finds the k best items of the collection (paper, section 4). */
export interface Retriever {
  /** Best first. */
  retrieve(query: Float32Array, k: number, options?: RetrieveOptions): Promise<RetrievedItem[]>;
}
