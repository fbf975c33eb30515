import { testConnection } from '../adapters/chat/connection-test.ts';
import { createEgressLedger } from '../adapters/chat/egress-ledger.ts';
import { createOpenAiChatModel } from '../adapters/chat/openai-chat-model.ts';
import { openConversationStore } from '../adapters/indexeddb/open-conversation-store.ts';
import { openOriginalStore } from '../adapters/indexeddb/open-original-store.ts';
import { openRegionStore } from '../adapters/indexeddb/open-region-store.ts';
import { createEvidencePictures } from '../adapters/media/evidence-pictures.ts';
import { firstSampler } from '../adapters/media/first-sampler.ts';
import { createRegionPictures } from '../adapters/media/region-pictures.ts';
import { createMemoryConversationStore } from '../adapters/memory/memory-conversation-store.ts';
import { createMemoryOriginalStore } from '../adapters/memory/memory-original-store.ts';
import { createMemoryRegionStore } from '../adapters/memory/memory-region-store.ts';
import { createPromptApiModel, findPromptApi } from '../adapters/prompt-api/prompt-api-model.ts';
import { createWorkerIngester } from '../adapters/worker/worker-ingester.ts';
import { CanopyError } from '../core/errors.ts';
import type { Selection } from '../core/selection.ts';
import { calibrated } from '../core/selections/calibrated-default.ts';
import { parentRelative } from '../core/selections/parent-relative.ts';
import { poolRelative } from '../core/selections/pool-relative.ts';
import type { AnswerEvent } from '../pipeline/answer-events.ts';
import { type AnswerDependencies, answerQuestion } from '../pipeline/answer-question.ts';
import { reselect } from '../pipeline/compress-pool.ts';
import { modelCritic } from '../pipeline/critic.ts';
import {
  type ExtractiveDependencies,
  extractiveReader,
  scoreCritic,
} from '../pipeline/extractive.ts';
import { indexDocument } from '../pipeline/index-document.ts';
import { modelReader } from '../pipeline/reader.ts';
import { modelRouter } from '../pipeline/router.ts';
import { startOverOnChange } from '../pipeline/start-over.ts';
import { modelTableQuestion, ruleTableQuestion } from '../pipeline/table-question.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import type { ConversationStore } from '../ports/conversation-store.ts';
import type { EvidencePictures } from '../ports/evidence-pictures.ts';
import type { FrameSampler } from '../ports/frame-sampler.ts';
import type { EgressEntry } from '../ports/ledger.ts';
import type { OriginalStore } from '../ports/original-store.ts';
import type { RegionStore } from '../ports/region-store.ts';
import type { StrategyDependencies, StrategyOptions } from '../strategies/strategy.ts';
import { isCanopy, takesCompressor } from '../strategies/strategy-names.ts';
import { composeEncoders, composeSpaces, type EncoderOptions } from './compose-encoders.ts';
import type { Engine, Ledger } from './engine.ts';
import { fallbackIngester } from './fallback-ingester.ts';
import { whenNobodyIndexes, whileIndexing } from './indexing-lock.ts';
import { keepOriginal } from './originals.ts';
import type { Settings } from './settings.ts';
import { strings } from './strings.ts';
import { tellOfOthers } from './tell-of-others.ts';
import { dialAt, type PageSelection, type Way } from './way.ts';

type EgressLedger = ReturnType<typeof createEgressLedger>;

/** What the person may choose; the first is the best on development data, the last the paper's rule. */
const SELECTIONS: Readonly<Record<PageSelection, Selection>> = {
  calibrated,
  'pool-relative': poolRelative,
  'parent-relative': parentRelative,
};

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
  const evidencePictures = createEvidencePictures({ findItems, sampler, ...collection });
  return {
    encoder: loader.state,
    renewal: loader.renewal,
    ledger: asLedger(egress),
    dials: {
      calibrated: calibrated.dial,
      'pool-relative': poolRelative.dial,
      'parent-relative': parentRelative.dial,
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
    answer: (question, settings, { dial, ...way }, options) =>
      startOverOnChange(async function* () {
        const [store, { encoders, failure, release }] = await Promise.all([
          collection.store,
          loader.searchable(),
        ]);
        try {
          if (failure !== undefined)
            yield { type: 'unsearched', round: 1, error: failure } as const;
          const [space, ...others] = collection.spaces(store, encoders);
          const found = { ...space, others, store };
          const asked = {
            ...{ ...options, selection: SELECTIONS[way.selection], dial, rerefine: true },
            ...{ k: settings.k, rounds: settings.rounds },
          };
          if (isCanopy(way.strategy)) {
            const parts = readers(settings, way, found, egress, evidencePictures);
            yield* answerQuestion(question, { ...found, ...parts }, asked);
          } else {
            const model = chatModel(settings, egress);
            if (others.length > 0) yield* tellOfOthers(way.strategy, store, space.encoder);
            yield* answerOtherwise(question, way, settings, { ...found, model }, asked);
          }
        } finally {
          release();
        }
      }),
    items: async (itemIds) => (await collection.store).findItems(itemIds),
    reselect: (evidence, { selection, ...options }) =>
      reselect(evidence, { selection: SELECTIONS[selection], ...options }),
    test: async (settings, options) => {
      const { diagnosis, message, nextStep } = await testConnection(
        { ...endpoint(settings, egress), localNetworkPermission },
        options,
      );
      return { ok: diagnosis === 'works', message, nextStep };
    },
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

/** Who judges and answers: the endpoint's model, or the device itself. */
function readers(
  settings: Settings,
  { strategy }: Way,
  own: ExtractiveDependencies,
  ledger: EgressLedger,
  pictures: EvidencePictures,
): Pick<AnswerDependencies, 'critic' | 'reader' | 'tableQuestion' | 'router'> {
  if (settings.preset === 'device') {
    return {
      critic: scoreCritic(own),
      reader: extractiveReader(own),
      tableQuestion: ruleTableQuestion,
    };
  }
  const model = chatModel(settings, ledger);
  return {
    critic: modelCritic(model),
    reader: modelReader(model, settings.sendsPictures ? pictures : undefined),
    tableQuestion: modelTableQuestion(model),
    router: strategy === 'canopy-routed' ? modelRouter(model) : undefined,
  };
}

/** Answers by one of the compared systems, whose code comes with the first question to it. */
async function* answerOtherwise(
  question: string,
  { strategy, compressor }: Way,
  { dials }: Settings,
  dependencies: StrategyDependencies,
  options: StrategyOptions,
): AsyncGenerator<AnswerEvent, void> {
  const [{ strategyNamed }, { compressorNamed, dialled }] = await Promise.all([
    import('../strategies/strategies.ts'),
    import('../compressors/compressors.ts'),
  ]);
  const { selection, dial } = options;
  const rule = dialled[compressor];
  const cut =
    compressor === 'canopy' && selection !== undefined
      ? compressorNamed(compressor, { selection, dial })
      : compressorNamed(compressor, { dial: rule && dialAt(rule.dial, dials[compressor]) });
  const cuts = takesCompressor(strategy) ? { compressor: cut } : {};
  yield* strategyNamed(strategy).answer(question, dependencies, { ...options, ...cuts });
}

/** The endpoint's model. */
function chatModel(settings: Settings, ledger: EgressLedger): ChatModel {
  if (settings.preset === 'browser') return createPromptApiModel(strings.settings.browserModel);
  if (settings.url === '' || settings.model === '') {
    throw new CanopyError('INVALID_ARGUMENT', strings.settings.incomplete, {
      nextStep: strings.settings.incompleteStep,
    });
  }
  return createOpenAiChatModel(endpoint(settings, ledger));
}

function endpoint({ url, model, apiKey }: Settings, ledger: EgressLedger) {
  return {
    baseUrl: url,
    model,
    ledger,
    pageUrl: location.href,
    ...(apiKey === '' ? {} : { key: apiKey }),
  };
}

/** The record as a store, with the person's decisions on requests that wait. */
function asLedger(egress: EgressLedger): Ledger {
  const waiting = new Map<number, (send: boolean) => void>();
  const approve = (entry: EgressEntry) =>
    new Promise<boolean>((resolve) => {
      waiting.set(entry.id, resolve);
    });
  return {
    entries: { get: egress.entries, subscribe: egress.subscribe },
    exportJson: egress.exportJson,
    setPreview: (on) => egress.setApproval(on ? approve : undefined),
    decide: (id, send) => {
      waiting.get(id)?.(send);
      waiting.delete(id);
    },
  };
}

/** Chromium's permission for addresses of the local network, where it has one. */
async function localNetworkPermission(): Promise<PermissionState | undefined> {
  try {
    const name: unknown = 'local-network-access';
    const { state } = await navigator.permissions.query({ name: name as PermissionName });
    return state;
  } catch {
    // A browser without this permission throws: it has no say in the matter.
    return undefined;
  }
}
