import { MAX_ROUNDS, RETRIEVED_ITEMS } from '../core/defaults.ts';
import {
  CanopyError,
  type CanopyErrorCode,
  throwIfAborted,
  toCanopyError,
} from '../core/errors.ts';
import { capEvidence } from '../core/evidence-cap.ts';
import type { EvidenceForest } from '../core/evidence-forest.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import { comparedTokens } from '../core/render-evidence.ts';
import type { CallOptions, Encoder } from '../ports/encoder.ts';
import type { RegionStore } from '../ports/region-store.ts';
import type { Retriever } from '../ports/retriever.ts';
import type { AnswerEvent, CompressedItem, Verdict } from './answer-events.ts';
import { citationsOf } from './citations.ts';
import { type CompressOptions, reselect, scorePool } from './compress-pool.ts';
import type { Critic } from './critic.ts';
import { addCosts, type ModelCost, NO_COST } from './model-cost.ts';
import type { SearchedGap } from './prompts.ts';
import type { Reader } from './reader.ts';
import type { TableQuestionClassifier } from './table-question.ts';

/** What answering works with. */
export interface AnswerDependencies {
  readonly encoder: Pick<Encoder, 'embedQuery' | 'fingerprint'>;
  readonly retriever: Retriever;
  readonly store: Pick<RegionStore, 'getItems'>;
  readonly critic: Critic;
  readonly reader: Reader;
  readonly tableQuestion: TableQuestionClassifier;
  /** Milliseconds since any fixed moment; the clock unless a test brings its own. */
  readonly now?: () => number;
}

/** What the person may set for a question. */
export interface AnswerOptions extends CallOptions, Pick<CompressOptions, 'selection' | 'dial'> {
  /** Items per retrieval; 10 in the paper. */
  readonly k?: number;
  /** Rounds at most; 3 in the paper. With 1 the critic is never asked. */
  readonly rounds?: number;
}

/**
 * Answers a question by the paper's loop (section 4): retrieve, compress what is new with this round's query, let the
 * critic judge, follow up, and at last let the reader answer from the evidence alone. Ours, where the paper is silent: a
 * verdict without any query, one that repeats a query or gap, and a critic that fails all lead straight to the reader;
 * only an endpoint that refuses or cannot be reached ends the question, since the reader would be refused as well.
 *
 * Throws `QUESTION_EMPTY`, `NOTHING_INDEXED`, `ABORTED`, `ENCODER_CHANGED` when the vectors searched so far belong to a
 * device that the encoder has left since (ask again), or the code of the part that failed; what was yielded until then
 * (a cut answer, the evidence) stays valid.
 */
export async function* answerQuestion(
  question: string,
  dependencies: AnswerDependencies,
  options: AnswerOptions = {},
): AsyncGenerator<AnswerEvent, void> {
  for await (const event of answerSteps(question, dependencies, options)) {
    // Before and after: a stale question neither shows anything more nor starts another step.
    throwIfAborted(options.signal);
    yield event;
    throwIfAborted(options.signal);
  }
}

async function* answerSteps(
  question: string,
  dependencies: AnswerDependencies,
  options: AnswerOptions,
): AsyncGenerator<AnswerEvent, void> {
  const { reader, now = Date.now } = dependencies;
  const started = now();
  if (question.trim() === '') {
    throw new CanopyError('QUESTION_EMPTY', 'The question is empty.', {
      nextStep: 'Type a question.',
    });
  }
  const state = new Gathering(fingerprintKey(dependencies.encoder.fingerprint));
  const rounds = yield* gather(question, state, dependencies, options);
  const evidence = capEvidence(state.compressed);
  yield { type: 'reading', evidence };
  const reading = reader.read({ question, evidence }, callOptions(options));
  const answer = yield* readAnswer(reading, state);
  yield {
    type: 'done',
    summary: {
      answer,
      citations: citationsOf(answer, evidence, state.items),
      rounds,
      ...countTokens(state, evidence),
      modelCalls: state.cost.calls,
      seconds: (now() - started) / 1000,
      reader: reader.name,
      extractive: reader.extractive,
      ...(state.cost.usage === undefined ? {} : { usage: state.cost.usage }),
    },
  };
}

/** Passes the answer on as it comes; a reader that nobody listens to any more is stopped. */
async function* readAnswer(
  reading: ReturnType<Reader['read']>,
  state: Gathering,
): AsyncGenerator<AnswerEvent, string> {
  let answer = '';
  try {
    for (;;) {
      const step = await reading.next();
      if (step.done) {
        state.cost = addCosts(state.cost, step.value);
        return answer;
      }
      answer += step.value;
      yield { type: 'answer-delta', text: step.value };
    }
  } finally {
    await reading.return(NO_COST);
  }
}

/** What the rounds bring together. */
class Gathering {
  /** Of the vectors that the retriever holds. */
  readonly fingerprint: string;
  /** In the order of retrieval. */
  readonly compressed: CompressedItem[] = [];
  readonly items = new Map<string, IndexedItem>();
  readonly searched: SearchedGap[] = [];
  wholeTables: boolean | undefined;
  cost: ModelCost = NO_COST;

  constructor(fingerprint: string) {
    this.fingerprint = fingerprint;
  }
}

/** Runs the rounds; returns how many there were. */
async function* gather(
  question: string,
  state: Gathering,
  dependencies: AnswerDependencies,
  options: AnswerOptions,
): AsyncGenerator<AnswerEvent, number> {
  const rounds = options.rounds ?? MAX_ROUNDS;
  let query = question;
  for (let round = 1; ; round++) {
    yield* retrieveAndCompress(question, query, round, state, dependencies, options);
    if (round >= rounds) return round;
    const verdict = yield* judge(question, round, state, dependencies.critic, options);
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
  { encoder, retriever, store, tableQuestion }: AnswerDependencies,
  options: AnswerOptions,
): AsyncGenerator<AnswerEvent, void> {
  const call = callOptions(options);
  // A query made by one device is not compared with regions made by another.
  if (fingerprintKey(encoder.fingerprint) !== state.fingerprint) {
    throw new CanopyError('ENCODER_CHANGED', 'The encoder changed while a question was answered.', {
      nextStep: 'Ask again.',
    });
  }
  const vector = await encoder.embedQuery(query, call);
  const retrieved = await retriever.retrieve(vector, options.k ?? RETRIEVED_ITEMS, call);
  if (round === 1 && retrieved.length === 0) {
    throw new CanopyError('NOTHING_INDEXED', 'There is nothing in the collection to search yet.', {
      nextStep: 'Add a file, or wait until the first one is indexed.',
    });
  }
  yield { type: 'retrieved', round, query, items: retrieved };
  const newIds = retrieved.map(({ itemId }) => itemId).filter((id) => !state.items.has(id));
  const found = await store.getItems(newIds, state.fingerprint);
  // An item that was removed since the retriever looked is no longer evidence.
  const added = found.filter((indexed) => indexed !== undefined);
  const hasTable = added.some(({ item }) => item.modality === 'table');
  if (hasTable && state.wholeTables === undefined) {
    yield* classifyTableQuestion(question, state, tableQuestion, options);
  }
  const { wholeTables = false } = state;
  const { selection, dial } = options;
  const compressed = reselect(scorePool(vector, added, round, query), {
    wholeTables,
    ...(selection === undefined ? {} : { selection }),
    ...(dial === undefined ? {} : { dial }),
  });
  for (const indexed of added) state.items.set(indexed.item.id, indexed);
  state.compressed.push(...compressed);
  const ids = added.map(({ item }) => item.id);
  yield { type: 'compressed', round, evidence: [...state.compressed], added: ids };
}

/** Asked once, when a table first appears, with the question alone (paper, section 4). */
async function* classifyTableQuestion(
  question: string,
  state: Gathering,
  classifier: TableQuestionClassifier,
  options: AnswerOptions,
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
  options: AnswerOptions,
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

/**
 * What to search next, or undefined when the reader should answer. Without a query of its own, the missing fact is
 * searched together with the question; with neither there is nothing new to search for, and the same question would find
 * the same items.
 */
export function nextGap(
  question: string,
  verdict: Verdict,
  searched: readonly SearchedGap[],
): SearchedGap | undefined {
  if (verdict.sufficient) return undefined;
  const { missing, followUp } = verdict;
  const query = followUp ?? (missing === null ? undefined : `${question} ${missing}`);
  if (query === undefined) return undefined;
  const gap = { missing: missing ?? query, query };
  const repeats =
    sameWords(query, question) ||
    searched.some(
      (earlier) => sameWords(earlier.query, gap.query) || sameWords(earlier.missing, gap.missing),
    );
  return repeats ? undefined : gap;
}

/** Equal but for case, punctuation, accents' encoding and the order of words. */
function sameWords(a: string, b: string): boolean {
  const words = (text: string) =>
    (
      text
        .normalize('NFKC')
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
    )
      .sort()
      .join(' ');
  return words(a) === words(b);
}

function countTokens(state: Gathering, evidence: readonly EvidenceForest[]) {
  const { whole, kept } = comparedTokens([...state.items.values()], evidence);
  return { wholeTokens: whole, keptTokens: kept };
}

function callOptions({ signal }: AnswerOptions): CallOptions {
  return signal === undefined ? {} : { signal };
}
