import {
  createVectorRetriever,
  type VectorRetriever,
} from '../adapters/memory/vector-retriever.ts';
import { CanopyError } from '../core/errors.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import { indexDocument, reindexStale } from '../pipeline/index-document.ts';
import { retrieveByRegions } from '../pipeline/retrieve-by-regions.ts';
import type { CallOptions, Encoder } from '../ports/encoder.ts';
import type { Ingester, SourceFile } from '../ports/ingester.ts';
import type { RegionStore, StoredDocument } from '../ports/region-store.ts';
import type { RetrievedItem, Retriever } from '../ports/retriever.ts';
import type { Indexable, IndexOptions } from './options.ts';
import { sourceOf } from './pool-entry.ts';

/** A store, what fills it and what searches it. */
export interface Collection {
  readonly store: RegionStore;
  /** Indexes one thing. */
  add(entry: Indexable, ingester: Ingester, options: IndexOptions): Promise<StoredDocument>;
  /** Finds items of these documents, of all unless given, once everything is embedded by the encoder at hand. */
  retriever(documents: readonly string[] | undefined, options: CallOptions): Promise<Retriever>;
  /** Forgets what was read of the store. */
  refresh(): void;
}

/** Stored items on their way to an encoder, by its fingerprint. */
interface Renewal {
  readonly key: string;
  readonly work: Promise<void>;
}

/** Ties a store to the encoder that fills it. */
export function createCollection(store: RegionStore, encoder: Encoder): Collection {
  let search: { readonly key: string; readonly retriever: VectorRetriever } | undefined;
  let renewal: Renewal | undefined;

  const searching = () => {
    const key = fingerprintKey(encoder.fingerprint);
    if (search?.key !== key) search = { key, retriever: createVectorRetriever(store, key) };
    return search.retriever;
  };
  const refresh = () => search?.retriever.refresh();

  /** Embeds anew what another encoder embedded, once the work for an encoder before this one has ended. */
  const begin = (key: string, options: CallOptions): Renewal => {
    const before = renewal?.work.catch(() => undefined);
    const work = (async () => {
      await before;
      for await (const { type } of reindexStale({ encoder, store }, options)) {
        if (type === 'indexed') refresh();
      }
    })();
    const mine = { key, work };
    work.catch(() => {
      if (renewal === mine) renewal = undefined;
    });
    return mine;
  };
  /** Waits until all is embedded by the encoder at hand, which whoever comes first begins. */
  const renewed = async (options: CallOptions): Promise<void> => {
    for (;;) {
      const key = fingerprintKey(encoder.fingerprint);
      const others = renewal?.key === key ? renewal : undefined;
      renewal = others ?? begin(key, options);
      try {
        return await renewal.work;
      } catch (thrown) {
        // Whoever began it was stopped: no reason to stop those who wait as well.
        const isStopped = thrown instanceof CanopyError && thrown.code === 'ABORTED';
        if (others === undefined || !isStopped || options.signal?.aborted) throw thrown;
      }
    }
  };

  return {
    store,
    refresh,
    async add(entry, ingester, options) {
      const { file, id, ingester: own = ingester } = await sourceOf(entry);
      const before = id === undefined ? [] : await held(store, id);
      const document = await addFile(file, own, { encoder, store }, options);
      // The same document with new words: the old ones must not be found any more.
      await store.releaseItems(before.filter((id) => !document.itemIds.includes(id)));
      refresh();
      return document;
    },
    async retriever(documents, options) {
      await renewed(options);
      const looking = (found: Retriever) =>
        retrieveByRegions(found, store, fingerprintKey(encoder.fingerprint));
      if (documents === undefined) return looking(searching());
      const ids = (await store.listDocuments())
        .filter(({ id }) => documents.includes(id))
        .flatMap(({ itemIds }) => itemIds);
      return looking(within(searching(), new Set(ids)));
    },
  };
}

async function held(store: RegionStore, documentId: string): Promise<readonly string[]> {
  const documents = await store.listDocuments();
  return documents.find(({ id }) => id === documentId)?.itemIds ?? [];
}

async function addFile(
  source: SourceFile,
  ingester: Ingester,
  parts: { readonly encoder: Encoder; readonly store: RegionStore },
  { onProgress, ...options }: IndexOptions,
): Promise<StoredDocument> {
  let planned: readonly string[] = [];
  try {
    for await (const event of indexDocument(source, { ingester, ...parts }, options)) {
      onProgress?.({ name: source.name, event });
      if (event.type === 'planned') planned = event.itemIds;
      if (event.type === 'indexed') return event.document;
    }
  } catch (error) {
    // Given up: nothing of it may stay behind.
    await parts.store.releaseItems(planned).catch(() => undefined);
    throw error;
  }
  throw new CanopyError('FILE_EMPTY', `${source.name} holds no text that could be indexed.`);
}

/** A retriever that finds nothing but these items. */
function within(retriever: Retriever, itemIds: ReadonlySet<string>): Retriever {
  return {
    async retrieve(query, k, options) {
      const all = await retriever.retrieve(query, Number.MAX_SAFE_INTEGER, options);
      return all.filter(({ itemId }: RetrievedItem) => itemIds.has(itemId)).slice(0, k);
    },
  };
}
