import type { IndexedItem } from '../core/indexed-item.ts';
import type { Piece } from '../core/piece-forest.ts';
import type { RegionSelection } from '../core/refine.ts';
import type { ScoredItem } from '../core/selection.ts';
import type { CallOptions } from './encoder.ts';

/** One retrieved item as a compressor sees it: its scores with the query, and its words. */
export interface CompressorItem extends ScoredItem {
  readonly indexed: IndexedItem;
}

/** What a compressor keeps of one item. */
export interface Compression extends RegionSelection {
  /** Verbatim pieces inside the kept regions, in document order, where it cuts finer than leaves; else all is kept. */
  readonly pieces?: readonly Piece[];
  /** Place in which the reader should see the item, where that is not the order of retrieval; lower comes first. */
  readonly place?: number;
}

/** Makes less of a pool of retrieved items: CANOPY and everything it is compared with (paper, section 7). */
export interface Compressor {
  readonly name: string;
  /**
   * One {@link Compression} per item of the pool (in the order of retrieval), in that order. At once where no model is
   * asked. Throws or rejects with `INVALID_ARGUMENT`, `ABORTED`, or the code of the model it asks.
   *
   * @param query words of the query whose scores the pool carries.
   */
  compress(
    pool: readonly CompressorItem[],
    query: string,
    options?: CallOptions,
  ): readonly Compression[] | Promise<readonly Compression[]>;
}
