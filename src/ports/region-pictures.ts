import type { Item } from '../core/item.ts';
import type { CallOptions, Picture } from './encoder.ts';

/** What an encoder that sees gets to see of an item. */
export interface RegionPictures {
  /**
   * The picture of an image item, or the frames of a video between two of its milliseconds, bounded in size; none where
   * the file is gone. Rejects with `ABORTED`, or `FILE_NOT_DECODABLE`.
   */
  picturesOf(
    item: Item,
    start: number,
    end: number,
    options?: CallOptions,
  ): Promise<readonly Picture[]>;
}
