import { dialOf } from '../core/dial-position.ts';
import { CanopyError, throwIfAborted } from '../core/errors.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import type { Item } from '../core/item.ts';
import { pieceForest } from '../core/piece-forest.ts';
import { comparedTokens, renderEvidence } from '../core/render-evidence.ts';
import type { CompressedItem, ScoredPoolItem } from '../pipeline/answer-events.ts';
import { reselect, toScoredItem } from '../pipeline/compress-pool.ts';
import { embedItems, type PlannedItem, planItem } from '../pipeline/embed-items.ts';
import type { Compressor } from '../ports/compressor.ts';
import type { CallOptions, Encoder } from '../ports/encoder.ts';
import type { CompressCallOptions, Compressed } from './options.ts';
import { selectionOf } from './selections.ts';
import { compressorOf } from './systems.ts';

/** Most items whose vectors are remembered between calls; about 10 kB each. */
const REMEMBERED = 2000;

/** Embeds a caller's own items, each content once. */
export interface EntryCache {
  /**
   * In the order given; undefined for an item with nothing in it. All come from one fingerprint, which the encoder has
   * when this resolves.
   */
  indexed(items: readonly Item[], options: CallOptions): Promise<(IndexedItem | undefined)[]>;
}

/** Remembers the vectors of items that are in no collection, until the encoder changes. */
export function createEntryCache(encoder: Encoder): EntryCache {
  let known = new Map<string, IndexedItem>();
  let fingerprint = '';
  return {
    async indexed(items, options) {
      // A lost device is met once or twice; more often it is broken.
      for (let turn = 0; turn < 3; turn++) {
        throwIfAborted(options.signal);
        const now = fingerprintKey(encoder.fingerprint);
        if (now !== fingerprint) known = new Map();
        fingerprint = now;
        const plans = missing(items, known, encoder.fingerprint.branching);
        for (const found of await embedAll(plans, encoder, options))
          known.set(found.item.id, found);
        if (fingerprintKey(encoder.fingerprint) !== now) continue;
        const result = items.map((item) => withOwn(item, known.get(item.id)));
        known = new Map([...known].slice(-REMEMBERED));
        return result;
      }
      throw new CanopyError('ENCODER_CRASHED', 'The encoder kept changing while it was at work.');
    },
  };
}

/** What is said is remembered by its hash; where it is from is the caller's. */
function withOwn(item: Item, found: IndexedItem | undefined): IndexedItem | undefined {
  return found === undefined ? undefined : { ...found, item };
}

function missing(
  items: readonly Item[],
  known: ReadonlyMap<string, IndexedItem>,
  branching: number,
): PlannedItem[] {
  const fresh = new Map(items.filter(({ id }) => !known.has(id)).map((item) => [item.id, item]));
  return [...fresh.values()]
    .map((item) => planItem(item, branching))
    .filter((plan) => plan !== undefined);
}

async function embedAll(
  plans: readonly PlannedItem[],
  encoder: Encoder,
  options: CallOptions,
): Promise<IndexedItem[]> {
  const found: IndexedItem[] = [];
  try {
    for await (const event of embedItems(plans, encoder, options)) {
      if (event.type === 'items') found.push(...event.items);
    }
  } catch (error) {
    if (!(error instanceof CanopyError) || error.code !== 'ENCODER_CHANGED') throw error;
  }
  return found;
}

/**
 * Selects (or lets a compressor cut), renders and counts a scored pool.
 *
 * @throws CanopyError `INVALID_ARGUMENT` for a selection, compressor or dial that does not exist, or what the compressor
 * rejects with.
 */
export async function compressScored(
  query: string,
  pool: readonly ScoredPoolItem[],
  options: CompressCallOptions,
): Promise<Compressed> {
  const { selection, compressor, dial } = options;
  // Under that name the selection itself is meant, which knows of whole tables.
  const isOwn = compressor === undefined || compressor === 'canopy';
  const other = isOwn ? undefined : await compressorOf(compressor, selectionOf(selection), dial);
  const items =
    other === undefined
      ? await selectedItems(query, pool, options)
      : await cutItems(query, pool, other, options);
  const evidence = items.map(({ forest }) => forest);
  const found = items.map(({ indexed }) => indexed);
  const { whole, kept } = comparedTokens(found, evidence);
  const text = renderEvidence(evidence);
  return { query, evidence, items, text, tokensBefore: whole, tokensAfter: kept };
}

/** What the selection keeps. The question's wording decides about tables unless told. */
async function selectedItems(
  query: string,
  pool: readonly ScoredPoolItem[],
  { selection: choice, dial, wholeTables }: CompressCallOptions,
): Promise<CompressedItem[]> {
  const selection = selectionOf(choice);
  const hasTable = pool.some(({ indexed }) => indexed.item.modality === 'table');
  return reselect(pool, {
    selection,
    dial: dialOf(selection, dial),
    wholeTables: hasTable && (wholeTables ?? (await isAggregate(query))),
  });
}

/** What a compressor keeps; every item has its place, whatever order the compressor would show them in. */
async function cutItems(
  query: string,
  pool: readonly ScoredPoolItem[],
  compressor: Compressor,
  { signal }: CallOptions,
): Promise<CompressedItem[]> {
  const call = signal === undefined ? {} : { signal };
  const items = pool.map((item) => ({
    indexed: item.indexed,
    ...toScoredItem(item.indexed, item),
  }));
  const cut = await compressor.compress(items, query, call);
  return pool.map((item, index) => {
    const selection = cut[index]!;
    return { ...item, selection, forest: pieceForest(item.indexed, selection) };
  });
}

async function isAggregate(query: string): Promise<boolean> {
  const { ruleTableQuestion } = await import('../pipeline/table-question-rules.ts');
  return (await ruleTableQuestion.classify(query)).kind === 'aggregate';
}
