import { composeVectors, regionsToEncode, regionTokens } from '../core/compose-vectors.ts';
import { CanopyError, throwIfAborted } from '../core/errors.ts';
import { countLeafTokens } from '../core/evidence-forest.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import type { Item, Leaves } from '../core/item.ts';
import { itemTerms } from '../core/lexical.ts';
import { contentBetween, type RegionInput, regionPrefix } from '../core/region-input.ts';
import { buildRegionTree, type RegionTree, regionCount } from '../core/region-tree.ts';
import { segmentItem } from '../core/segment-item.ts';
import { type EmbeddingBatch, quantise } from '../core/similarity.ts';
import type { CallOptions, Encoder } from '../ports/encoder.ts';
import type { RegionPictures } from '../ports/region-pictures.ts';
import { canSee, embedMediaItem, hasPictures } from './embed-media.ts';

/** Regions sent to the encoder in one call: enough to fill its batches, few enough to cancel and save often. */
const REGIONS_PER_CALL = 256;
/** Tokens that an encoder adds around one input. */
const SPECIAL_TOKENS = 2;

/** An item with its tree, before it has vectors. */
export interface PlannedItem {
  readonly item: Item;
  readonly leaves: Leaves;
  readonly tree: RegionTree;
}

/** How items are embedded. */
export interface EmbedOptions extends CallOptions {
  /** Where an encoder that sees gets its pictures from; without it, only words are embedded. */
  readonly pictures?: RegionPictures | undefined;
}

/** What {@link embedItems} tells as it goes. */
export type EmbedEvent =
  /** Regions of the present group that are done; counts from the last `items` event. */
  | { readonly type: 'progress'; readonly regions: number }
  /** Finished items, ready to be stored. */
  | { readonly type: 'items'; readonly items: readonly IndexedItem[]; readonly encoded: number };

/** Cuts an item into leaves and builds its region tree; undefined when there is nothing in it. */
export function planItem(item: Item, branching?: number): PlannedItem | undefined {
  const leaves = segmentItem(item);
  if (leaves.starts.length === 0) return undefined;
  return { item, leaves, tree: buildRegionTree(leaves.starts.length, branching) };
}

/**
 * Embeds items in groups of a few hundred regions, so that many small items share one encoder call and a long one is
 * split over several. Ends early, without the group at hand, when the encoder's fingerprint changes on the way (a lost
 * device, say): vectors of two fingerprints never meet in one item. Throws `ABORTED`, or an `ENCODER_…` code.
 */
export async function* embedItems(
  items: readonly PlannedItem[],
  encoder: Encoder,
  options: EmbedOptions = {},
): AsyncGenerator<EmbedEvent, void> {
  const fingerprint = fingerprintKey(encoder.fingerprint);
  const { pictures } = options;
  const read: PlannedItem[] = [];
  for (const planned of items) {
    if (pictures === undefined || !canSee(encoder) || !hasPictures(planned.item)) {
      read.push(planned);
      continue;
    }
    const seen = await embedMediaItem(planned, encoder, pictures, options);
    if (seen === undefined) return;
    yield { type: 'items', items: [seen], encoded: planned.leaves.starts.length };
  }
  for (const group of groupItems(read)) {
    const works = await prepare(group, encoder, options);
    const inputs = works.flatMap((work) => work.inputs);
    const batches: EmbeddingBatch[] = [];
    for (let from = 0; from < inputs.length; from += REGIONS_PER_CALL) {
      throwIfAborted(options.signal);
      const slice = inputs.slice(from, from + REGIONS_PER_CALL);
      batches.push(checked(await encoder.embedRegions(slice, options), slice.length));
      if (fingerprintKey(encoder.fingerprint) !== fingerprint) return;
      yield { type: 'progress', regions: from + slice.length };
    }
    const wholes = await embedWholes(group, encoder, options);
    if (fingerprintKey(encoder.fingerprint) !== fingerprint) return;
    const rows = joinBatches(batches);
    let row = 0;
    const indexed = works.map((work, index): IndexedItem => {
      const encoded = rowsOf(rows, row, work.ids.length);
      row += work.ids.length;
      const { item, leaves, tree } = work;
      const vectors = quantise(composeVectors(tree, work.tokens, work.ids, encoded));
      const terms = itemTerms(item, leaves);
      const whole = wholes === undefined ? {} : { whole: quantise(rowsOf(wholes, index, 1)) };
      const leafTokens = countLeafTokens(work);
      return { item, leaves, leafTokens, tree, vectors, ...whole, terms, fingerprint };
    });
    yield { type: 'items', items: indexed, encoded: inputs.length };
  }
}

/**
 * Vectors of whole items by the query encoder, one row an item; undefined where both encoders are one. The items' own
 * fields and leaves are read, whatever of them the retriever is to find.
 */
export async function embedWholes(
  items: readonly Pick<PlannedItem, 'item' | 'leaves'>[],
  encoder: Pick<Encoder, 'embedItems'>,
  options: CallOptions = {},
): Promise<EmbeddingBatch | undefined> {
  const inputs = items.map(({ item, leaves }) => ({
    prefix: regionPrefix(item),
    content: contentBetween(item, leaves.starts[0]!, leaves.ends.at(-1)!),
  }));
  const batch = await encoder.embedItems?.(inputs, options);
  return batch === undefined ? undefined : checked(batch, inputs.length);
}

/** What an item needs of the encoder. */
interface ItemWork extends PlannedItem {
  readonly tokens: Int32Array;
  /** Regions the encoder reads itself, and their inputs in the same order. */
  readonly ids: Int32Array;
  readonly inputs: readonly RegionInput[];
}

async function prepare(
  items: readonly PlannedItem[],
  encoder: Encoder,
  options: CallOptions,
): Promise<ItemWork[]> {
  const texts = items.flatMap(({ item, leaves }) => [
    regionPrefix(item),
    ...leafTexts(item, leaves),
  ]);
  const counts = await encoder.countTokens(texts, options);
  let next = 0;
  return items.map((planned) => {
    const { item, leaves, tree } = planned;
    const prefix = regionPrefix(item);
    const room = encoder.window - SPECIAL_TOKENS - counts[next]!;
    const end = next + 1 + leaves.starts.length;
    const tokens = regionTokens(tree, counts.subarray(next + 1, end));
    next = end;
    const ids = regionsToEncode(tree, tokens, room);
    const inputs = Array.from(ids, (region) => ({
      prefix,
      content: contentBetween(
        item,
        leaves.starts[tree.starts[region]!]!,
        leaves.ends[tree.ends[region]! - 1]!,
      ),
    }));
    return { ...planned, tokens, ids, inputs };
  });
}

function leafTexts(item: Item, leaves: Leaves): string[] {
  return Array.from(leaves.starts, (start, leaf) =>
    contentBetween(item, start, leaves.ends[leaf]!),
  );
}

function groupItems(items: readonly PlannedItem[]): PlannedItem[][] {
  const groups: PlannedItem[][] = [];
  let regions = Number.POSITIVE_INFINITY;
  for (const planned of items) {
    const size = regionCount(planned.tree);
    if (regions + size > REGIONS_PER_CALL) {
      groups.push([]);
      regions = 0;
    }
    groups.at(-1)!.push(planned);
    regions += size;
  }
  return groups;
}

function checked(batch: EmbeddingBatch, rows: number): EmbeddingBatch {
  if (batch.rows === rows && batch.data.length === rows * batch.dimensions) return batch;
  throw new CanopyError(
    'ENCODER_CRASHED',
    `The encoder was given ${rows} regions and returned ${batch.rows} vectors.`,
    { nextStep: 'Reload the page; what is already indexed is kept.' },
  );
}

function joinBatches(batches: readonly EmbeddingBatch[]): EmbeddingBatch {
  const dimensions = batches[0]?.dimensions ?? 0;
  const rows = batches.reduce((sum, batch) => sum + batch.rows, 0);
  const data = new Float32Array(rows * dimensions);
  let offset = 0;
  for (const batch of batches) {
    data.set(batch.data, offset);
    offset += batch.data.length;
  }
  return { rows, dimensions, data };
}

function rowsOf({ dimensions, data }: EmbeddingBatch, from: number, rows: number): EmbeddingBatch {
  return {
    rows,
    dimensions,
    data: data.subarray(from * dimensions, (from + rows) * dimensions),
  };
}
