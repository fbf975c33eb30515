import type { Item, Leaves } from './item.ts';
import type { ItemTerms } from './lexical.ts';
import type { RegionTree } from './region-tree.ts';
import type { QuantisedVectors } from './similarity.ts';

/** An item with everything a question needs of it: what the store keeps, one record per item and fingerprint. */
export interface IndexedItem {
  readonly item: Item;
  readonly leaves: Leaves;
  /** Reader tokens of each leaf. */
  readonly leafTokens: Int32Array;
  readonly tree: RegionTree;
  /** One vector per region, by region id; row 0 is the whole item. */
  readonly vectors: QuantisedVectors;
  /** The whole item by the query encoder, one row, for the retriever; absent where both encoders are one. */
  readonly whole?: QuantisedVectors;
  /** Hashed terms of the item; absent in records that were stored before there were any. */
  readonly terms?: ItemTerms;
  /** {@link fingerprintKey} of the encoder that made the vectors. */
  readonly fingerprint: string;
}
