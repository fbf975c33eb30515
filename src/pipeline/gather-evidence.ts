import { MAX_ROUNDS, RETRIEVED_ITEMS } from '../core/defaults.ts';
import { CanopyError, type CanopyErrorCode, toCanopyError } from '../core/errors.ts';
import { capEvidence } from '../core/evidence-cap.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import type { Modality } from '../core/item.ts';
import type { CallOptions } from '../ports/encoder.ts';
import type { RegionStore } from '../ports/region-store.ts';
import type { AnswerEvent, CompressedItem, ScoredPoolItem, Verdict } from './answer-events.ts';
import { type CompressOptions, reselect, scorePool } from './compress-pool.ts';
import type { Critic } from './critic.ts';
import { addCosts, type ModelCost, NO_COST } from './model-cost.ts';
import { nextGap } from './next-gap.ts';
import type { SearchedGap } from './prompts.ts';
import type { Router } from './router.ts';
import {
  asRetrieved,
  checkSpaces,
  embedInSpaces,
  type FoundItem,
  type SearchSpace,
  type SpaceQuery,
  searchRouted,
} from './search-spaces.ts';
import type { TableQuestionClassifier } from './table-question.ts';

/** What gathering evidence works with. */
export interface GatherDependencies extends SearchSpace {
  /** Spaces of further encoders, in the order of preference: what was found is merged by rank. */
  readonly others?: readonly SearchSpace[] | undefined;
  readonly store: Pick<RegionStore, 'getItems'>;
  readonly critic: Critic;
  readonly tableQuestion: TableQuestionClassifier;
  /** Chooses the corpora of each query (the paper's dagger variant); without it all are searched together. */
  readonly router?: Router | undefined;
}

/** What the person may set for gathering. */
export interface GatherOptions extends CallOptions, Pick<CompressOptions, 'selection' | 'dial'> {
  /** Items per retrieval; 10 in the paper. */
  readonly k?: number;
  /** Rounds at most; 3 in the paper. With 1 the critic is never asked. */
  readonly rounds?: number;
  /**
   * Whether an item that comes back in a later round is refined again with that round's query and keeps what either
   * selects (ours, method 8.2). Without it, as in the paper, it is left as it was.
   */
  readonly rerefine?: boolean;
}

/** What the rounds bring together. */
export class Gathering {
  /** Of the spaces that are searched. */
  readonly fingerprints: readonly string[];
  /** In the order of retrieval; each item once. */
  compressed: readonly CompressedItem[] = [];
  readonly searched: SearchedGap[] = [];
  wholeTables: boolean | undefined;
  cost: ModelCost = NO_COST;

  constructor(...fingerprints: string[]) {
    this.fingerprints = fingerprints;
  }

  /** All items so far, whole. */
  get items(): ReadonlyMap<string, IndexedItem> {
    return new Map(this.compressed.map(({ indexed }) => [indexed.item.id, indexed]));
  }

  /** Takes a changed pool and compresses it anew. */
  compress(pool: readonly ScoredPoolItem[], { selection, dial }: GatherOptions): void {
    this.compressed = reselect(pool, {
      wholeTables: this.wholeTables ?? false,
      ...(selection === undefined ? {} : { selection }),
      ...(dial === undefined ? {} : { dial }),
    });
  }
}

/** Runs the rounds of the paper's loop (section 4) up to the reader; returns how many there were. */
export async function* gatherEvidence(
  question: string,
  state: Gathering,
  dependencies: GatherDependencies,
  options: GatherOptions,
): AsyncGenerator<AnswerEvent, number> {
  const rounds = options.rounds ?? MAX_ROUNDS;
  let query = question;
  for (let round = 1; ; round++) {
    yield* retrieveAndCompress(question, query, round, state, dependencies, options);
    if (round >= rounds) return round;
    const verdict = yield* judge(question, round, state, dependencies.critic, options);
    if (verdict?.sufficient === false) yield* restoreDropped(round, state, options);
    const next = verdict === undefined ? undefined : nextGap(question, verdict, state.searched);
    if (next === undefined) return round;
    state.searched.push(next);
    query = next.query;
    yield { type: 'follow-up', round: round + 1, ...next };
  }
}

async function* retrieveAndCompress(
  question: string,
  query: string,
  round: number,
  state: Gathering,
  dependencies: GatherDependencies,
  options: GatherOptions,
): AsyncGenerator<AnswerEvent, void> {
  const call = callOptions(options);
  const { store, tableQuestion, router } = dependencies;
  const spaces = [dependencies, ...(dependencies.others ?? [])];
  const modalities = await routed(query, state, router, options);
  // A query made by one device is not compared with regions made by another.
  checkSpaces(spaces, state.fingerprints);
  const asked = await embedInSpaces(query, spaces, call);
  for (const error of asked.failures) yield { type: 'unsearched', round, error };
  const k = options.k ?? RETRIEVED_ITEMS;
  const retrieved = await searchRouted(asked, k, spaces, store, { ...call, round, modalities });
  yield { type: 'retrieved', round, query, items: asRetrieved(retrieved) };
  const known = state.items;
  const added = retrieved.map(({ indexed }) => indexed).filter(({ item }) => !known.has(item.id));
  const hasTable = added.some(({ item }) => item.modality === 'table');
  if (hasTable && state.wholeTables === undefined) {
    yield* classifyTableQuestion(question, state, tableQuestion, options);
  }
  const pool = options.rerefine
    ? withReturns(state.compressed, retrieved, { vectors: asked.vectors, round, query })
    : state.compressed;
  state.compress([...pool, ...scoreInSpaces(asked.vectors, added, round, query)], options);
  const ids = added.map(({ item }) => item.id);
  yield { type: 'compressed', round, evidence: state.compressed, added: ids };
}

/** The corpora that the router chooses for a query; undefined, which is all, where there is none or it fails. */
async function routed(
  query: string,
  state: Gathering,
  router: Router | undefined,
  options: GatherOptions,
): Promise<readonly Modality[] | undefined> {
  if (router === undefined) return undefined;
  try {
    const { modalities, cost } = await router.route(query, callOptions(options));
    state.cost = addCosts(state.cost, cost);
    return modalities;
  } catch (thrown) {
    survivable(thrown);
    state.cost = addCosts(state.cost, costOfFailure(thrown));
    return undefined;
  }
}

/** Scores each item with the query as its own space reads it; one whose space could not be asked is left out. */
function scoreInSpaces(
  vectors: SpaceQuery['vectors'],
  items: readonly IndexedItem[],
  round: number,
  query: string,
): ScoredPoolItem[] {
  return items.flatMap((indexed) => {
    const vector = vectors.get(indexed.fingerprint);
    return vector === undefined ? [] : scorePool(vector, [indexed], round, query);
  });
}

/** The pool with this round's scores for those of its items that were retrieved again. */
function withReturns(
  pool: readonly ScoredPoolItem[],
  retrieved: readonly FoundItem[],
  { vectors, round, query }: Pick<SpaceQuery, 'vectors'> & { round: number; query: string },
): ScoredPoolItem[] {
  const again = new Set(retrieved.map(({ itemId }) => itemId));
  return pool.map((entry) => {
    if (!again.has(entry.indexed.item.id)) return entry;
    const [scored] = scoreInSpaces(vectors, [entry.indexed], round, query);
    if (scored === undefined) return entry;
    const { indexed: _, ...at } = scored;
    return { ...entry, returns: [...(entry.returns ?? []), at] };
  });
}

/** Brings back what was dropped whole, since the evidence without it is not enough (ours, method 8.1). */
async function* restoreDropped(
  round: number,
  state: Gathering,
  options: GatherOptions,
): AsyncGenerator<AnswerEvent, void> {
  const pool = state.compressed.map((entry) =>
    entry.selection.kept.length === 0 ? { ...entry, restored: true as const } : entry,
  );
  if (pool.every((entry, index) => entry === state.compressed[index])) return;
  state.compress(pool, options);
  yield { type: 'compressed', round, evidence: state.compressed, added: [] };
}

/** Asked once, when a table first appears, with the question alone (paper, section 4). */
async function* classifyTableQuestion(
  question: string,
  state: Gathering,
  classifier: TableQuestionClassifier,
  options: GatherOptions,
): AsyncGenerator<AnswerEvent, void> {
  try {
    const { kind, reason, cost } = await classifier.classify(question, callOptions(options));
    state.wholeTables = kind === 'aggregate';
    state.cost = addCosts(state.cost, cost);
    yield { type: 'table-question', kind, reason };
  } catch (thrown) {
    const error = survivable(thrown);
    // In doubt a table stays whole: that costs only tokens.
    state.wholeTables = true;
    state.cost = addCosts(state.cost, costOfFailure(thrown));
    const reason = `The question could not be classified, so tables stay whole: ${error.message}`;
    yield { type: 'table-question', kind: 'aggregate', reason };
  }
}

async function* judge(
  question: string,
  round: number,
  state: Gathering,
  critic: Critic,
  options: GatherOptions,
): AsyncGenerator<AnswerEvent, Verdict | undefined> {
  try {
    const evidence = capEvidence(state.compressed);
    const request = { question, evidence, searched: [...state.searched] };
    const { verdict, cost } = await critic.judge(request, callOptions(options));
    state.cost = addCosts(state.cost, cost);
    yield { type: 'judged', round, verdict };
    return verdict;
  } catch (thrown) {
    const error = survivable(thrown);
    state.cost = addCosts(state.cost, costOfFailure(thrown));
    yield { type: 'critic-failed', round, error };
    return undefined;
  }
}

/**
 * After these there is no use in going on: nobody waits, the vectors are stale, or the endpoint will meet the reader's
 * request just as it met this one, after all the retries.
 */
const FINAL: ReadonlySet<CanopyErrorCode> = new Set([
  'ABORTED',
  'ENCODER_CHANGED',
  'CHAT_UNAUTHORISED',
  'CHAT_BLOCKED',
  'CHAT_UNREACHABLE',
  'CHAT_RATE_LIMITED',
]);

/** The error of a part that the answer can do without; throws those that end the whole question. */
function survivable(thrown: unknown): CanopyError {
  const error = toCanopyError(thrown, 'CHAT_BAD_REPLY');
  if (FINAL.has(error.code)) throw error;
  return error;
}

/** A failed call of a language model counts as one; what failed on the device asked none. */
function costOfFailure(thrown: unknown): ModelCost {
  return thrown instanceof CanopyError && thrown.code.startsWith('CHAT_') ? { calls: 1 } : NO_COST;
}

/** What of the options every call takes. */
export function callOptions({ signal }: CallOptions): CallOptions {
  return signal === undefined ? {} : { signal };
}
