import { createEgressLedger, type EgressLedger } from '../adapters/chat/egress-ledger.ts';
import { RETRIEVED_ITEMS } from '../core/defaults.ts';
import { dialOf } from '../core/dial-position.ts';
import { CanopyError, throwIfAborted } from '../core/errors.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import type { AnswerEvent } from '../pipeline/answer-events.ts';
import { answerQuestion } from '../pipeline/answer-question.ts';
import { checkQuestion } from '../pipeline/check-question.ts';
import { scorePool } from '../pipeline/compress-pool.ts';
import { deviceParts, modelParts } from '../pipeline/question-parts.ts';
import { checkSpaces, readFound } from '../pipeline/search-spaces.ts';
import { startOverOnChange } from '../pipeline/start-over.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import type { CallOptions, Encoder } from '../ports/encoder.ts';
import type { Canopy, CanopyParts } from './canopy.ts';
import { checkedEntries, checkedSources, checkOptions, checkString } from './check-call.ts';
import { type Collection, createCollection } from './collection.ts';
import { compressScored, createEntryCache, type EntryCache } from './compress-entries.ts';
import { modelOf } from './model-of.ts';
import type {
  AnswerCallOptions,
  CompressCallOptions,
  Compressed,
  PoolEntry,
  SearchOptions,
} from './options.ts';
import { itemOf } from './pool-entry.ts';
import { selectionOf } from './selections.ts';
import { checkSystem, compressorOf, strategyOf, withDefaults } from './systems.ts';

/** What stands once encoder and store are open. */
interface Opened {
  readonly encoder: Encoder;
  readonly collection: Collection;
  readonly cache: EntryCache;
}

/**
 * Puts the parts of a platform together. Nothing is loaded before a call needs it. Browsers and Node have their own
 * `createCanopy`; this is for platforms with parts of their own.
 *
 * @param defaults hold for every call that does not say otherwise.
 */
export function openCanopy(parts: CanopyParts, defaults: SearchOptions = {}): Canopy {
  // What cannot be is told at once.
  checkOptions(defaults);
  checkSystem(defaults);
  const ledger = createEgressLedger();
  const closing = new AbortController();
  const open = openOnce(parts, closing.signal);
  let closed: Promise<void> | undefined;

  const throwIfDisposed = () => {
    if (closed !== undefined) throw disposed();
  };
  const bound = <Options extends CallOptions>(
    options: Options,
  ): Options & { signal: AbortSignal } => {
    checkOptions(options);
    const { signal } = options;
    throwIfAborted(signal);
    throwIfDisposed();
    const both = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]);
    return { ...options, signal: both };
  };

  return {
    ledger,
    async index(input, options = {}) {
      const call = bound(options);
      const documents = [];
      for (const entry of checkedSources(input)) {
        const { collection } = await open();
        throwIfAborted(call.signal);
        documents.push(await collection.add(entry, parts.ingester, call));
      }
      return documents;
    },
    async compress(query, entries, options = {}) {
      checkOptions(options);
      const call = bound(withDefaults(withoutRounds(defaults), options));
      checkString('the query', query);
      checkQuestion(query);
      const pool = entries === undefined ? undefined : checkedEntries(entries);
      const opened = await open();
      return await onceMore(() =>
        pool === undefined
          ? compressCollection(query, opened, call)
          : compressEntries(query, pool, opened, call),
      );
    },
    async *answer(question, options = {}) {
      checkOptions(options);
      const call = bound(withDefaults(defaults, options));
      checkString('the question', question);
      checkQuestion(question);
      checkSystem(call);
      const opened = await open();
      yield* startOverOnChange(() => answerOnce(question, opened, call, ledger));
    },
    async ready(options = {}) {
      const { signal } = bound(options);
      await open();
      throwIfAborted(signal);
    },
    async documents() {
      throwIfDisposed();
      return (await open()).collection.store.listDocuments();
    },
    async remove(documentId) {
      throwIfDisposed();
      checkString('the document’s id', documentId);
      const { collection } = await open();
      await collection.store.removeDocument(documentId);
      collection.refresh();
    },
    async clear() {
      throwIfDisposed();
      const { collection } = await open();
      await collection.store.clear();
      collection.refresh();
    },
    async dispose() {
      closed ??= Promise.resolve(parts.dispose?.());
      closing.abort();
      await closed;
    },
  };
}

function disposed(): CanopyError {
  return new CanopyError('DISPOSED', 'This engine was disposed.', {
    nextStep: 'Create another one with createCanopy.',
  });
}

/** Opens store and encoder with the first call, and again after a failure. */
function openOnce(parts: CanopyParts, signal: AbortSignal): () => Promise<Opened> {
  let opened: Promise<Opened> | undefined;
  const open = async (): Promise<Opened> => {
    const [store, encoder] = await Promise.all([parts.openStore(), parts.openEncoder({ signal })]);
    return {
      encoder,
      collection: createCollection(store, encoder),
      cache: createEntryCache(encoder),
    };
  };
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

async function* answerOnce(
  question: string,
  { encoder, collection }: Opened,
  options: AnswerCallOptions,
  ledger: EgressLedger,
): AsyncGenerator<AnswerEvent, void> {
  const {
    endpoint,
    documents,
    strategy,
    compressor: cut,
    selection: choice,
    dial,
    ...rest
  } = options;
  const { store } = collection;
  const selection = selectionOf(choice);
  const way = await strategyOf({ ...(strategy && { strategy }), ...(cut && { compressor: cut }) });
  const model = way === undefined ? undefined : neededModel(way.name, endpoint, ledger);
  const retriever = await collection.retriever(documents, rest);
  const found = { encoder, store, retriever };
  // A dial that was set for a compressor is none of the selection's.
  const isOwn = cut === undefined || cut === 'canopy';
  const keep = { selection, dial: dialOf(selection, isOwn ? dial : undefined), rerefine: true };
  if (way === undefined || model === undefined) {
    const parts =
      endpoint === undefined
        ? deviceParts({ encoder, store })
        : modelParts(modelOf(endpoint, ledger));
    yield* answerQuestion(question, { ...found, ...parts }, { ...rest, ...keep });
    return;
  }
  const compressor = await compressorOf(cut, selection, dial);
  const all = { ...rest, ...keep, ...(compressor === undefined ? {} : { compressor }) };
  yield* way.answer(question, { ...found, model }, all);
}

function neededModel(
  name: string,
  endpoint: AnswerCallOptions['endpoint'],
  ledger: EgressLedger,
): ChatModel {
  if (endpoint !== undefined) return modelOf(endpoint, ledger);
  throw new CanopyError('INVALID_ARGUMENT', `The strategy ${name} needs a language model.`, {
    nextStep: 'Give an endpoint, or leave the strategy out: canopy answers without one.',
  });
}

async function compressCollection(
  query: string,
  { encoder, collection }: Opened,
  options: CompressCallOptions,
): Promise<Compressed> {
  const retriever = await collection.retriever(options.documents, options);
  const fingerprint = fingerprintKey(encoder.fingerprint);
  const vector = await encoder.embedQuery(query, options);
  checkSpaces([{ encoder }], [fingerprint]);
  const ranking = await retriever.retrieve(vector, options.k ?? RETRIEVED_ITEMS, options);
  const found = await readFound(ranking, collection.store, fingerprint);
  if (found.length === 0) {
    throw new CanopyError('NOTHING_INDEXED', 'There is nothing in the collection to search yet.', {
      nextStep: 'Index something first, or hand the entries to compress.',
    });
  }
  const items = found.map(({ indexed }) => indexed);
  return compressScored(query, scorePool(vector, items, 1, query), options);
}

/** Entries with nothing in them keep their place, as empty evidence. */
async function compressEntries(
  query: string,
  entries: readonly PoolEntry[],
  { encoder, cache }: Opened,
  options: CompressCallOptions,
): Promise<Compressed> {
  const items = entries.map(itemOf);
  const indexed = await cache.indexed(items, options);
  const fingerprint = fingerprintKey(encoder.fingerprint);
  const vector = await encoder.embedQuery(query, options);
  checkSpaces([{ encoder }], [fingerprint]);
  const full = indexed.filter((item) => item !== undefined);
  const result = await compressScored(query, scorePool(vector, full, 1, query), options);
  const forests = result.evidence[Symbol.iterator]();
  return {
    ...result,
    evidence: indexed.map((item, place) => {
      const next = item === undefined ? undefined : forests.next().value;
      return next ?? emptyForest(items[place]!);
    }),
  };
}

function emptyForest({ id, modality, title, headingPath, provenance }: ReturnType<typeof itemOf>) {
  const counts = { leafCount: 0, keptLeaves: 0, wholeTokens: 0, keptTokens: 0 };
  return { itemId: id, modality, title, headingPath, provenance, header: '', spans: [], ...counts };
}

/** A device that was lost on the way is left for another, and vectors of the two do not meet. */
async function onceMore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CanopyError) || error.code !== 'ENCODER_CHANGED') throw error;
    return await work();
  }
}

function withoutRounds({ selection, compressor, dial, k }: SearchOptions): CompressCallOptions {
  return {
    ...(selection === undefined ? {} : { selection }),
    ...(compressor === undefined ? {} : { compressor }),
    ...(dial === undefined ? {} : { dial }),
    ...(k === undefined ? {} : { k }),
  };
}
