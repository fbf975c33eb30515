import type { CallOptions } from './encoder.ts';

/** An item found for a query. */
export interface RetrievedItem {
  readonly itemId: string;
  /** Cosine of the query with the whole item. */
  readonly score: number;
}

/** Finds the k best items of the collection (paper, section 4). */
export interface Retriever {
  /** Best first. */
  retrieve(query: Float32Array, k: number, options?: CallOptions): Promise<RetrievedItem[]>;
}
