import { createEgressLedger } from '../adapters/chat/egress-ledger.ts';
import { openConversationStore } from '../adapters/indexeddb/open-conversation-store.ts';
import { openOriginalStore } from '../adapters/indexeddb/open-original-store.ts';
import { openRegionStore } from '../adapters/indexeddb/open-region-store.ts';
import { createEvidencePictures } from '../adapters/media/evidence-pictures.ts';
import { firstSampler } from '../adapters/media/first-sampler.ts';
import { createRegionPictures } from '../adapters/media/region-pictures.ts';
import { createMemoryConversationStore } from '../adapters/memory/memory-conversation-store.ts';
import { createMemoryOriginalStore } from '../adapters/memory/memory-original-store.ts';
import { createMemoryRegionStore } from '../adapters/memory/memory-region-store.ts';
import { findPromptApi } from '../adapters/prompt-api/prompt-api-model.ts';
import { createWorkerIngester } from '../adapters/worker/worker-ingester.ts';
import { reselect } from '../pipeline/compress-pool.ts';
import { indexDocument } from '../pipeline/index-document.ts';
import { startOverOnChange } from '../pipeline/start-over.ts';
import type { ConversationStore } from '../ports/conversation-store.ts';
import type { FrameSampler } from '../ports/frame-sampler.ts';
import type { OriginalStore } from '../ports/original-store.ts';
import type { RegionStore } from '../ports/region-store.ts';
import { composeAnswers, SELECTIONS } from './compose-answers.ts';
import { composeEncoders, composeSpaces, type EncoderOptions } from './compose-encoders.ts';
import { asLedger, testEndpoint } from './compose-endpoint.ts';
import type { Engine } from './engine.ts';
import { fallbackIngester } from './fallback-ingester.ts';
import { whenNobodyIndexes, whileIndexing } from './indexing-lock.ts';
import { keepOriginal } from './originals.ts';

/** Decoders come with the first video; the page's own player opens what they cannot. */
const sampler: FrameSampler = {
  open: async (...video) => {
    const [{ mediabunnySampler }, { elementSampler }] = await Promise.all([
      import('../adapters/media/mediabunny-sampler.ts'),
      import('../adapters/media/element-sampler.ts'),
    ]);
    return firstSampler(mediabunnySampler, elementSampler).open(...video);
  },
};

/** Wires the real parts into the engine of the page: the one place that knows adapters and workers. */
export function composeEngine(options: EncoderOptions): Engine {
  const egress = createEgressLedger();
  const collection = openCollection();
  const ingester = fallbackIngester(createWorkerIngester(), openPageIngester);
  const pictures = createRegionPictures({ ...collection, sampler });
  const loader = composeEncoders(options, { ...collection, pictures }, egress);
  const findItems = async (ids: readonly string[]) => {
    const found = await (await collection.store).findItems(ids);
    return found.map((indexed) => indexed?.item);
  };
  const answer = composeAnswers(
    egress,
    createEvidencePictures({ findItems, sampler, ...collection }),
  );
  return {
    encoder: loader.state,
    renewal: loader.renewal,
    ledger: asLedger(egress),
    dials: {
      calibrated: SELECTIONS.calibrated.dial,
      'pool-relative': SELECTIONS['pool-relative'].dial,
      'parent-relative': SELECTIONS['parent-relative'].dial,
    },
    open: async () => {
      const store = await collection.store;
      // Loading starts with the page, so that the model is there when the first file is.
      loader.get().catch(() => undefined);
      return { documents: await store.listDocuments(), persistent: store.persistent };
    },
    documents: async () => (await collection.store).listDocuments(),
    conversations: () => collection.conversations,
    hasBrowserModel: findPromptApi() !== undefined,
    onOutsideChange: collection.onOutsideChange,
    async *index(file, { original, ...options }) {
      const [store, originals, encoder, seer] = await Promise.all([
        collection.store,
        collection.originals,
        loader.get(),
        loader.seer(),
      ]);
      // What is being indexed is not kept yet, and all pictures of its items come from it.
      const findFile = async () => original;
      const pictures = createRegionPictures({ findFile, sampler });
      const dependencies = { ingester, encoder, seer, store, pictures };
      const events = keepOriginal(indexDocument(file, dependencies, options), original, {
        originals,
        store,
      });
      try {
        for await (const event of whileIndexing(events)) {
          if (event.type === 'indexed') collection.changed();
          yield event;
        }
      } finally {
        pictures.close();
      }
    },
    original: collection.findFile,
    openPdf: async (name, file) => {
      const [{ openPdfPages }, { browserPdfRuntime }] = await Promise.all([
        import('../adapters/ingest/pdf/pdf-pages.ts'),
        import('../adapters/ingest/pdf/browser-pdf-runtime.ts'),
      ]);
      return openPdfPages(name, file, browserPdfRuntime());
    },
    async *frames(source, request) {
      const video = await sampler.open(
        source,
        request.signal === undefined ? {} : { signal: request.signal },
      );
      try {
        yield* video.frames(request);
      } finally {
        video.close();
      }
    },
    remove: async (documentId) => {
      // The file first: a document without its file can be told, a file without a document would stay for ever.
      await (await collection.originals).remove(documentId);
      await (await collection.store).removeDocument(documentId);
      collection.changed();
    },
    release: async (itemIds) => (await collection.store).releaseItems(itemIds),
    sweep: () => whenNobodyIndexes(async () => (await collection.store).releaseUnheld()),
    clear: async () => {
      await (await collection.originals).clear();
      await (await collection.store).clear();
      collection.changed();
    },
    answer: (question, settings, at, options) =>
      startOverOnChange(async function* () {
        const [store, { encoders, failure, release }] = await Promise.all([
          collection.store,
          loader.searchable(),
        ]);
        try {
          if (failure !== undefined)
            yield { type: 'unsearched', round: 1, error: failure } as const;
          const [space, ...others] = collection.spaces(store, encoders);
          yield* answer(question, settings, at, { ...space, others, store }, options);
        } finally {
          release();
        }
      }),
    items: async (itemIds) => (await collection.store).findItems(itemIds),
    reselect: (evidence, { selection, ...options }) =>
      reselect(evidence, { selection: SELECTIONS[selection], ...options }),
    test: (settings, options) => testEndpoint(settings, egress, options),
  };
}

/** Reads on the page what the worker has no decoder for. */
async function openPageIngester() {
  const [{ createFileIngester }, { elementSampler }, { createWorkerOcr }] = await Promise.all([
    import('../adapters/ingest/ingest-file.ts'),
    import('../adapters/media/element-sampler.ts'),
    import('../adapters/worker/worker-ocr.ts'),
  ]);
  return createFileIngester({ frames: elementSampler, ocr: createWorkerOcr() });
}

/** The store with everything that must hear of its changes: this page's retriever, and the other tabs. */
function openCollection() {
  const store: Promise<RegionStore> = openRegionStore(createMemoryRegionStore);
  const originals: Promise<OriginalStore> = store.then(({ persistent }) =>
    openOriginalStore(persistent, createMemoryOriginalStore),
  );
  const conversations: Promise<ConversationStore> = store.then(({ persistent }) =>
    openConversationStore(persistent, createMemoryConversationStore),
  );
  const tabs = new BroadcastChannel('canopy.collection');
  const spaces = composeSpaces();
  return {
    store,
    originals,
    conversations,
    findFile: async (fileId: string) => (await originals).find(fileId),
    spaces: spaces.of,
    changed: () => {
      spaces.refresh();
      tabs.postMessage('changed');
    },
    onOutsideChange: (listener: () => void) =>
      tabs.addEventListener('message', () => {
        spaces.refresh();
        listener();
      }),
  };
}
