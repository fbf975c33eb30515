import { CanopyError, throwIfAborted } from '../core/errors.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import type { Item } from '../core/item.ts';
import { comparedTokens, renderEvidence } from '../core/render-evidence.ts';
import type { ScoredPoolItem } from '../pipeline/answer-events.ts';
import { reselect } from '../pipeline/compress-pool.ts';
import { embedItems, type PlannedItem, planItem } from '../pipeline/embed-items.ts';
import { ruleTableQuestion } from '../pipeline/table-question.ts';
import type { CallOptions, Encoder } from '../ports/encoder.ts';
import type { CompressCallOptions, Compressed, KeepOptions } from './options.ts';
import { dialOf, selectionOf } from './selections.ts';

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
 * Selects, renders and counts a scored pool. Pure but for the question's wording, which decides about tables unless told.
 *
 * @throws CanopyError `INVALID_ARGUMENT` for a selection or a dial that does not exist.
 */
export async function compressScored(
  query: string,
  pool: readonly ScoredPoolItem[],
  { selection: choice, dial, wholeTables }: KeepOptions & Pick<CompressCallOptions, 'wholeTables'>,
): Promise<Compressed> {
  const selection = selectionOf(choice);
  const hasTable = pool.some(({ indexed }) => indexed.item.modality === 'table');
  const items = reselect(pool, {
    selection,
    dial: dialOf(selection, dial),
    wholeTables: hasTable && (wholeTables ?? (await isAggregate(query))),
  });
  const evidence = items.map(({ forest }) => forest);
  const found = items.map(({ indexed }) => indexed);
  const { whole, kept } = comparedTokens(found, evidence);
  const text = renderEvidence(evidence);
  return { query, evidence, items, text, tokensBefore: whole, tokensAfter: kept };
}

async function isAggregate(query: string): Promise<boolean> {
  return (await ruleTableQuestion.classify(query)).kind === 'aggregate';
}
