import { testConnection } from '../adapters/chat/connection-test.ts';
import { createEgressLedger } from '../adapters/chat/egress-ledger.ts';
import { createOpenAiChatModel } from '../adapters/chat/openai-chat-model.ts';
import { openRegionStore } from '../adapters/indexeddb/open-region-store.ts';
import { createMemoryRegionStore } from '../adapters/memory/memory-region-store.ts';
import {
  createVectorRetriever,
  type VectorRetriever,
} from '../adapters/memory/vector-retriever.ts';
import { findGpu, type GpuKind } from '../adapters/worker/find-gpu.ts';
import { createWorkerEncoder } from '../adapters/worker/worker-encoder.ts';
import { createWorkerIngester } from '../adapters/worker/worker-ingester.ts';
import { CanopyError } from '../core/errors.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import { calibrated } from '../core/selections/calibrated-default.ts';
import { type AnswerDependencies, answerQuestion } from '../pipeline/answer-question.ts';
import { reselect } from '../pipeline/compress-pool.ts';
import { modelCritic } from '../pipeline/critic.ts';
import { extractiveReader, scoreCritic } from '../pipeline/extractive.ts';
import { indexDocument } from '../pipeline/index-document.ts';
import { modelReader } from '../pipeline/reader.ts';
import { startOverOnChange } from '../pipeline/start-over.ts';
import { modelTableQuestion, ruleTableQuestion } from '../pipeline/table-question.ts';
import type { Encoder } from '../ports/encoder.ts';
import type { EgressEntry } from '../ports/ledger.ts';
import type { RegionStore } from '../ports/region-store.ts';
import { encoderState } from './encoder-state.ts';
import type { Engine, Ledger } from './engine.ts';
import { createLazyEncoder } from './lazy-encoder.ts';
import type { Settings } from './settings.ts';
import { strings } from './strings.ts';

type EgressLedger = ReturnType<typeof createEgressLedger>;

/** The best of our selections on development data (eval/README.md); the paper's rule cuts less and drops no item. */
const SELECTION = calibrated;

/** Where the page's files lie, and what the person set of the encoder when the page was opened. */
export interface EncoderOptions extends Pick<Settings, 'device' | 'branching'> {
  readonly baseUrl: string;
}

/** Wires the real parts into the engine of the page: the one place that knows adapters and workers. */
export function composeEngine(options: EncoderOptions): Engine {
  const egress = createEgressLedger();
  const collection = openCollection();
  const ingester = createWorkerIngester();
  const loader = encoderOf(options, collection);
  return {
    encoder: loader.state,
    renewal: loader.renewal,
    ledger: asLedger(egress),
    dial: SELECTION.dial,
    open: async () => {
      const store = await collection.store;
      // Loading starts with the page, so that the model is there when the first file is.
      loader.get().catch(() => undefined);
      return { documents: await store.listDocuments(), persistent: store.persistent };
    },
    documents: async () => (await collection.store).listDocuments(),
    onOutsideChange: collection.onOutsideChange,
    async *index(file, options) {
      const [store, encoder] = await Promise.all([collection.store, loader.get()]);
      for await (const event of indexDocument(file, { ingester, encoder, store }, options)) {
        if (event.type === 'indexed') collection.changed();
        yield event;
      }
    },
    remove: async (documentId) => {
      await (await collection.store).removeDocument(documentId);
      collection.changed();
    },
    release: async (itemIds) => (await collection.store).releaseItems(itemIds),
    clear: async () => {
      await (await collection.store).clear();
      collection.changed();
    },
    answer: (question, settings, dial, options) =>
      startOverOnChange(async function* () {
        const [store, encoder] = await Promise.all([collection.store, loader.renewed()]);
        const retriever = collection.retriever(store, encoder);
        yield* answerQuestion(
          question,
          { encoder, store, retriever, ...readers(settings, { encoder, store }, egress) },
          { ...options, selection: SELECTION, dial, k: settings.k, rounds: settings.rounds },
        );
      }),
    items: async (itemIds) => (await collection.store).findItems(itemIds),
    reselect: (evidence, options) => reselect(evidence, { selection: SELECTION, ...options }),
    test: async (settings, options) => {
      const { diagnosis, message, nextStep } = await testConnection(
        { ...endpoint(settings, egress), localNetworkPermission },
        options,
      );
      return { ok: diagnosis === 'works', message, nextStep };
    },
  };
}

/** The store with everything that must hear of its changes: this page's retriever, and the other tabs. */
function openCollection() {
  const store: Promise<RegionStore> = openRegionStore(createMemoryRegionStore);
  const tabs = new BroadcastChannel('canopy.collection');
  let current: { readonly key: string; readonly retriever: VectorRetriever } | undefined;
  return {
    store,
    retriever: (of: RegionStore, encoder: Encoder): VectorRetriever => {
      const key = fingerprintKey(encoder.fingerprint);
      if (current?.key !== key) current = { key, retriever: createVectorRetriever(of, key) };
      return current.retriever;
    },
    changed: () => {
      current?.retriever.refresh();
      tabs.postMessage('changed');
    },
    onOutsideChange: (listener: () => void) =>
      tabs.addEventListener('message', () => {
        current?.retriever.refresh();
        listener();
      }),
  };
}

/** The encoder of the page in its worker, and why it runs on the processor where it does. */
function encoderOf(
  { baseUrl, device, branching }: EncoderOptions,
  collection: ReturnType<typeof openCollection>,
) {
  let gpu: GpuKind = 'none';
  return createLazyEncoder({
    store: collection.store,
    onOutsideChange: collection.onOutsideChange,
    onRenewed: collection.changed,
    describe: (fingerprint) => encoderState(fingerprint, device, gpu),
    load: (onProgress, onFingerprint) =>
      createWorkerEncoder({
        modelsUrl: new URL(`${baseUrl}models/`, location.href).href,
        device,
        branching,
        onFingerprint,
        onProgress: ({ loadedBytes, totalBytes }) => onProgress(loadedBytes, totalBytes),
        hasWebGpu: async () => {
          gpu = await findGpu();
          return gpu === 'hardware';
        },
      }),
  });
}

/** Who judges and answers: the endpoint's model, or the device itself. */
function readers(
  settings: Settings,
  own: { readonly encoder: Encoder; readonly store: RegionStore },
  ledger: EgressLedger,
): Pick<AnswerDependencies, 'critic' | 'reader' | 'tableQuestion'> {
  if (settings.preset === 'device') {
    return {
      critic: scoreCritic(own),
      reader: extractiveReader(own),
      tableQuestion: ruleTableQuestion,
    };
  }
  if (settings.url === '' || settings.model === '') {
    throw new CanopyError('INVALID_ARGUMENT', strings.settings.incomplete, {
      nextStep: strings.settings.incompleteStep,
    });
  }
  const model = createOpenAiChatModel(endpoint(settings, ledger));
  return {
    critic: modelCritic(model),
    reader: modelReader(model),
    tableQuestion: modelTableQuestion(model),
  };
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
