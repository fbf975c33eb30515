import { type RegionTree, regionCount } from './region-tree.ts';
import { type EmbeddingBatch, normalise } from './similarity.ts';

/** Encoder tokens of each region's content, from those of its leaves. */
export function regionTokens(tree: RegionTree, leafTokens: Int32Array): Int32Array {
  const before = new Float64Array(leafTokens.length + 1);
  for (let leaf = 0; leaf < leafTokens.length; leaf++)
    before[leaf + 1] = before[leaf]! + leafTokens[leaf]!;
  return tree.starts.map((start, region) => before[tree.ends[region]!]! - before[start]!);
}

/**
 * Ids of the regions that the encoder reads itself: those that fit its window together with what surrounds them, and
 * every leaf (a leaf that does not fit is windowed by the encoder). All others are composed (ours).
 *
 * @param tokens {@link regionTokens}.
 * @param room tokens that a region's content may have.
 */
export function regionsToEncode(tree: RegionTree, tokens: Int32Array, room: number): Int32Array {
  const ids: number[] = [];
  for (let region = 0; region < regionCount(tree); region++) {
    if (tree.childCount[region] === 0 || tokens[region]! <= room) ids.push(region);
  }
  return Int32Array.from(ids);
}

/**
 * Vectors of all regions, by region id. An encoded region keeps its own; any other gets the normalised mean of its
 * maximal encoded descendants, weighted by their encoder tokens, so that a region too long for the encoder still stands
 * for all of its content and not for its first page (ours).
 *
 * @param encoded vectors of the regions `ids`, in that order; every leaf is among them.
 */
export function composeVectors(
  tree: RegionTree,
  tokens: Int32Array,
  ids: Int32Array,
  encoded: EmbeddingBatch,
): EmbeddingBatch {
  const rows = regionCount(tree);
  const { dimensions } = encoded;
  const data = new Float32Array(rows * dimensions);
  const isEncoded = new Uint8Array(rows);
  ids.forEach((region, row) => {
    isEncoded[region] = 1;
    const vector = encoded.data.subarray(row * dimensions, (row + 1) * dimensions);
    data.set(vector, region * dimensions);
  });
  // Children have higher ids than their parent, so going down the ids meets every child's sum before it is needed.
  for (let region = rows - 1; region >= 0; region--) {
    if (isEncoded[region] === 1) continue;
    const sum = data.subarray(region * dimensions, (region + 1) * dimensions);
    const first = tree.firstChild[region]!;
    for (let child = first; child < first + tree.childCount[region]!; child++) {
      const weight = isEncoded[child] === 1 ? Math.max(1, tokens[child]!) : 1;
      const offset = child * dimensions;
      for (let i = 0; i < dimensions; i++) sum[i]! += weight * data[offset + i]!;
    }
  }
  for (let region = 0; region < rows; region++) {
    if (isEncoded[region] === 0)
      normalise(data.subarray(region * dimensions, (region + 1) * dimensions));
  }
  return { rows, dimensions, data };
}
