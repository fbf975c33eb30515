import { CanopyError, throwIfAborted } from '../core/errors.ts';
import { countLeafTokens } from '../core/evidence-forest.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import type { Item } from '../core/item.ts';
import { regionCount } from '../core/region-tree.ts';
import type { CallOptions, Encoder } from '../ports/encoder.ts';
import type { Ingester, SourceFile } from '../ports/ingester.ts';
import type { RegionPictures } from '../ports/region-pictures.ts';
import type { RegionStore, StoredDocument } from '../ports/region-store.ts';
import { type EmbedEvent, embedItems, type PlannedItem, planItem } from './embed-items.ts';
import { hasPictures } from './embed-media.ts';
import type { IndexEvent } from './index-events.ts';
import { readFile } from './read-file.ts';

/** What indexing works with. */
export interface IndexDependencies {
  readonly ingester: Ingester;
  readonly encoder: Encoder;
  /** Embeds what there is to see, pictures and films, in a space of its own; `encoder` embeds all the rest then. */
  readonly seer?: Encoder | undefined;
  readonly store: RegionStore;
  /** What an encoder that sees gets to see; see {@link EmbedOptions}. */
  readonly pictures?: RegionPictures | undefined;
  /** Milliseconds since 1970; the clock unless a test brings its own. */
  readonly now?: () => number;
}

type Embedding = Pick<IndexDependencies, 'encoder' | 'seer' | 'store' | 'pictures'>;

/** How often one document may have to be gone through again before something counts as broken. */
const MAX_REPEATS = 3;
/** Leaves segmented or counted before other work of the thread gets its turn. */
const LEAVES_PER_TURN = 1000;

/**
 * Reads a file, embeds those of its items that are not stored yet, and adds it to the collection. Items are stored group
 * by group as they are finished, so that an interrupted run goes on where it stopped; the document itself comes last.
 * Whoever gives the file up for good hands the `planned` items to {@link RegionStore.releaseItems}. Throws `ABORTED`, or a `FILE_…`, `ENCODER_…` or `STORE_…` code.
 */
export async function* indexDocument(
  file: SourceFile,
  { ingester, now = Date.now, ...embedding }: IndexDependencies,
  options: CallOptions = {},
): AsyncGenerator<IndexEvent, void> {
  throwIfAborted(options.signal);
  // The ingester may take the bytes with it to another thread, so they are measured first.
  const bytes = file.blob?.size ?? file.bytes.byteLength;
  const ingested = yield* readFile(file, ingester, options);
  const planned = await planItems(ingested.items, embedding.encoder, options);
  if (planned.length === 0) {
    throw new CanopyError('FILE_EMPTY', `${file.name} holds no text that could be indexed.`, {
      nextStep: 'Check the file, or add another one.',
    });
  }
  const itemIds = planned.map(({ item }) => item.id);
  yield { type: 'planned', itemIds };
  // Counted before the last look at what is stored, so that nothing comes between that look and the document.
  const tokens = await readerTokens(planned, options);
  const embedded = yield* embedMissing(planned, embedding, options);
  const document: StoredDocument = {
    id: ingested.id,
    name: file.name,
    bytes,
    addedAt: now(),
    itemIds,
    modalities: [...new Set(planned.map(({ item }) => item.modality))],
    tokens,
    leaves: planned.reduce((sum, { leaves }) => sum + leaves.starts.length, 0),
    warnings: ingested.warnings,
  };
  await embedding.store.putDocument(document);
  yield { type: 'indexed', document, embedded };
}

/**
 * Brings every stored document to the encoders at hand: items stored under other fingerprints only are embedded again
 * from their stored content, without the file. Yields the events of {@link indexDocument} for each document that needed
 * it; a document whose content is gone is left as it is, for {@link RegionStore.missing} to tell.
 */
export async function* reindexStale(
  embedding: Embedding,
  options: CallOptions = {},
): AsyncGenerator<IndexEvent, void> {
  const { encoder, store } = embedding;
  for (const document of await mayBeStale(await store.listDocuments(), embedding)) {
    throwIfAborted(options.signal);
    const stored = await store.findItems(document.itemIds);
    const items = stored.filter((found) => found !== undefined).map(({ item }) => item);
    const planned = await planItems(items, encoder, options);
    if (!(await isStale(planned, embedding))) continue;
    try {
      const embedded = yield* embedMissing(planned, embedding, options);
      yield { type: 'indexed', document, embedded };
    } finally {
      // The document may have been removed meanwhile; what nobody holds must not stay.
      await store.releaseItems(document.itemIds);
    }
  }
}

/** Documents of which something may be missing, as far as can be told without reading them. */
async function mayBeStale(
  documents: readonly StoredDocument[],
  { encoder, seer, store }: Embedding,
): Promise<StoredDocument[]> {
  const isSeen = ({ modalities }: StoredDocument) =>
    seer !== undefined && modalities.some((kind) => kind === 'image' || kind === 'video');
  const found: StoredDocument[] = [];
  // One question about everything for each encoder: on most starts nothing is stale. What is read comes first, so that an
  // encoder of pictures that fails costs pictures only.
  for (const [own, by] of [
    [documents.filter((document) => !isSeen(document)), encoder],
    [documents.filter(isSeen), seer],
  ] as const) {
    if (by === undefined || own.length === 0) continue;
    const held = new Set(own.flatMap(({ itemIds }) => itemIds));
    const stale = new Set(await store.missing([...held], fingerprintKey(by.fingerprint)));
    found.push(...own.filter(({ itemIds }) => itemIds.some((id) => stale.has(id))));
  }
  return found;
}

async function isStale(planned: readonly PlannedItem[], embedding: Embedding): Promise<boolean> {
  for (const [own, by] of sharesOf(planned, embedding)) {
    const ids = own.map(({ item }) => item.id);
    const missing = await embedding.store.missing(ids, fingerprintKey(by.fingerprint));
    if (missing.length > 0) return true;
  }
  return false;
}

/** Which encoder embeds which of the items. */
function sharesOf(
  planned: readonly PlannedItem[],
  { encoder, seer }: Pick<Embedding, 'encoder' | 'seer'>,
): (readonly [readonly PlannedItem[], Encoder])[] {
  if (seer === undefined) return [[planned, encoder]];
  const seen = planned.filter(({ item }) => hasPictures(item));
  const read = planned.filter(({ item }) => !hasPictures(item));
  const shares = [[read, encoder] as const, [seen, seer] as const];
  return shares.filter(([own]) => own.length > 0);
}

/** Embeds and stores what the store lacks; returns how many regions the encoders had to read. */
async function* embedMissing(
  planned: readonly PlannedItem[],
  embedding: Embedding,
  options: CallOptions,
): AsyncGenerator<IndexEvent, number> {
  const total = regionsOf(planned);
  let embedded = 0;
  let before = 0;
  for (const [own, encoder] of sharesOf(planned, embedding)) {
    embedded += yield* embedShare(own, { ...embedding, encoder }, { before, total }, options);
    before += regionsOf(own);
  }
  return embedded;
}

/** The share of one encoder, looked at again until nothing of it is missing. */
async function* embedShare(
  planned: readonly PlannedItem[],
  { encoder, store, pictures }: Embedding,
  { before, total }: { readonly before: number; readonly total: number },
  options: CallOptions,
): AsyncGenerator<IndexEvent, number> {
  const all = before + regionsOf(planned);
  const ids = planned.map(({ item }) => item.id);
  let embedded = 0;
  // Items are missing again when the encoder changed, or when a document was removed that held them as well.
  for (let turn = 0; ; turn++) {
    const missing = new Set(await store.missing(ids, fingerprintKey(encoder.fingerprint)));
    const rest = planned.filter(({ item }) => missing.has(item.id));
    let done = all - regionsOf(rest);
    if (turn === 0 || rest.length > 0) yield { type: 'embedding', done, total };
    if (rest.length === 0) return embedded;
    if (turn > MAX_REPEATS) throw neverStill();
    for await (const event of untilChanged(embedItems(rest, encoder, { ...options, pictures }))) {
      if (event.type === 'progress') {
        const shown = Math.min(total, done + event.regions);
        if (shown > done) yield { type: 'embedding', done: shown, total };
        continue;
      }
      await store.putItems(event.items);
      embedded += event.encoded;
      done += event.items.reduce((sum, { tree }) => sum + regionCount(tree), 0);
      yield { type: 'embedding', done, total };
    }
  }
}

function neverStill(): CanopyError {
  return new CanopyError('ENCODER_CRASHED', 'The encoder kept changing while it was at work.', {
    nextStep: 'Reload the page; what is already indexed is kept.',
  });
}

/** Ends early where the encoder's change overtook a call, as {@link embedItems} does where it came between two. */
async function* untilChanged(events: AsyncGenerator<EmbedEvent, void>) {
  try {
    yield* events;
  } catch (error) {
    if (!(error instanceof CanopyError) || error.code !== 'ENCODER_CHANGED') throw error;
  }
}

/** Segments items without holding the thread for long; an item that comes twice is taken once. */
async function planItems(
  items: readonly Item[],
  { fingerprint }: Pick<Encoder, 'fingerprint'>,
  options: CallOptions,
): Promise<PlannedItem[]> {
  const planned = new Map<string, PlannedItem>();
  const giveWay = createGiveWay(options);
  for (const item of items) {
    if (planned.has(item.id)) continue;
    const plan = planItem(item, fingerprint.branching);
    if (plan === undefined) continue;
    planned.set(item.id, plan);
    await giveWay(plan);
  }
  return [...planned.values()];
}

/** Counts the reader tokens of a whole document without holding the thread for long. */
async function readerTokens(
  planned: readonly PlannedItem[],
  options: CallOptions,
): Promise<number> {
  const giveWay = createGiveWay(options);
  let tokens = 0;
  for (const plan of planned) {
    tokens += countLeafTokens(plan).reduce((sum, count) => sum + count, 0);
    await giveWay(plan);
  }
  return tokens;
}

/** Makes the pause of a long loop over items: the thread's other work gets its turn after every so many leaves. */
function createGiveWay({ signal }: CallOptions): (done: PlannedItem) => Promise<void> {
  let since = 0;
  return async ({ leaves }) => {
    since += leaves.starts.length;
    if (since < LEAVES_PER_TURN) return;
    since = 0;
    await new Promise((resolve) => setTimeout(resolve));
    throwIfAborted(signal);
  };
}

function regionsOf(planned: readonly PlannedItem[]): number {
  return planned.reduce((sum, { tree }) => sum + regionCount(tree), 0);
}
