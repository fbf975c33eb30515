/** Items looked into for each one that is wanted. */
export const RETRIEVAL_REACH = 4;

/**
 * How near an item is to a query: the mean of the cosine of the whole item and of its best region, so that a long item with
 * one fitting sentence is found (ours; docs/encoder.md has the measurement).
 *
 * @param whole cosine of the query with the whole item.
 * @param regions cosines of the query with the item's regions.
 */
export function retrievalScore(whole: number, regions: Float32Array): number {
  return (whole + regions.reduce((high, score) => Math.max(high, score), -1)) / 2;
}
