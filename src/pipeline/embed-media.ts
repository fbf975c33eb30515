import { composeVectors, regionTokens } from '../core/compose-vectors.ts';
import { throwIfAborted } from '../core/errors.ts';
import { countLeafTokens } from '../core/evidence-forest.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import type { Item, Leaves } from '../core/item.ts';
import { itemTerms } from '../core/lexical.ts';
import { contentBetween, regionPrefix } from '../core/region-input.ts';
import { leafRegions, type RegionTree } from '../core/region-tree.ts';
import { quantise } from '../core/similarity.ts';
import type { CallOptions, Encoder } from '../ports/encoder.ts';
import type { RegionPictures } from '../ports/region-pictures.ts';

/** An encoder that looks at pictures. */
export type SeeingEncoder = Encoder & Required<Pick<Encoder, 'embedMedia'>>;

/** Whether an encoder looks at pictures. */
export function canSee(encoder: Encoder): encoder is SeeingEncoder {
  return encoder.embedMedia !== undefined;
}

/** Whether there is something to see behind an item. */
export function hasPictures(item: Item): boolean {
  return (
    (item.modality === 'image' && item.picture !== undefined) ||
    (item.modality === 'video' && item.fileId !== undefined)
  );
}

/**
 * Embeds one item with its pictures, leaf by leaf, so that no more than one leaf's frames are held; every larger region
 * is composed of its leaves, which all weigh the same. Undefined when the encoder changed on the way. Ours; the paper
 * lets its encoder see up to 32 frames of each region.
 */
export async function embedMediaItem(
  {
    item,
    leaves,
    tree,
  }: { readonly item: Item; readonly leaves: Leaves; readonly tree: RegionTree },
  encoder: SeeingEncoder,
  pictures: RegionPictures,
  options: CallOptions = {},
): Promise<IndexedItem | undefined> {
  const fingerprint = fingerprintKey(encoder.fingerprint);
  const prefix = regionPrefix(item);
  const parts: Float32Array[] = [];
  let dimensions = 0;
  for (const [leaf, start] of leaves.starts.entries()) {
    throwIfAborted(options.signal);
    const end = leaves.ends[leaf]!;
    const region = {
      prefix,
      content: contentBetween(item, start, end),
      pictures: await pictures.picturesOf(item, start, end, options),
      moving: item.modality === 'video',
    };
    const batch = await encoder.embedMedia([region], options);
    if (fingerprintKey(encoder.fingerprint) !== fingerprint) return undefined;
    dimensions = batch.dimensions;
    parts.push(batch.data);
  }
  const data = new Float32Array(parts.length * dimensions);
  for (const [row, part] of parts.entries()) data.set(part, row * dimensions);
  const weights = regionTokens(tree, new Int32Array(parts.length).fill(1));
  const encoded = { rows: parts.length, dimensions, data };
  const vectors = quantise(composeVectors(tree, weights, leafRegions(tree), encoded));
  const leafTokens = countLeafTokens({ item, leaves });
  return { item, leaves, leafTokens, tree, vectors, terms: itemTerms(item, leaves), fingerprint };
}
