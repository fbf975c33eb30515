import { type CanopyError, toCanopyError } from '../core/errors.ts';
import type { EvidenceForest } from '../core/evidence-forest.ts';
import type {
  AnswerEvent,
  AnswerSummary,
  CompressedItem,
  Verdict,
} from '../pipeline/answer-events.ts';
import type { TokenPrices } from './cost.ts';
import type { Engine } from './engine.ts';
import { randomId } from './random-id.ts';
import { chosenWay, endpointHost, type Settings, type SettingsStore } from './settings.ts';
import { createStore, type FrameBatch, type Readable } from './store.ts';
import { dialAt, possibleWay, type Way, wayOf } from './way.ts';

/** One retrieve, compress, judge step, as a chapter of the evidence. */
export interface RoundRecord {
  readonly round: number;
  readonly query: string;
  /** What the critic missed in the round before. */
  readonly missing?: string;
  /** Items new in this round. */
  readonly added: readonly string[];
  readonly verdict?: Verdict;
  /** The critic could not be asked; the reader went on without it. */
  readonly criticError?: CanopyError;
  /** Why parts of the collection were not searched, each reason once: their encoders could not be asked, or the way cannot. */
  readonly unsearched?: readonly CanopyError[];
}

/** What is being done right now. */
export type Stage = 'waiting' | 'finding' | 'pruning' | 'judging' | 'reading' | 'answering';

/** A question with everything that came of it. */
export interface Turn {
  /** Names the turn on this page, for as long as it is shown. */
  readonly id: number;
  /** Names it for good, among those of all tabs. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  readonly question: string;
  /** Host of the endpoint; undefined when all of it stays on the device. */
  readonly host: string | undefined;
  /** A language model writes the answer; otherwise it is quoted from the evidence. */
  readonly isWritten?: boolean;
  /** What the endpoint takes, where the person said so. */
  readonly prices?: TokenPrices | undefined;
  /** How it is answered; the default way where nothing stands. */
  readonly way?: Way;
  /** Where the dial of its selection stood. */
  readonly dial: number;
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
  readonly stage: Stage;
  readonly rounds: readonly RoundRecord[];
  readonly evidence: readonly CompressedItem[];
  /** What was kept of items that have left the collection since. */
  readonly gone?: readonly EvidenceForest[];
  /** What the reader got; its spans carry the numbers of the marks. */
  readonly reading: readonly EvidenceForest[] | undefined;
  readonly tableQuestion: 'aggregate' | 'lookup' | undefined;
  readonly text: string;
  readonly summary: AnswerSummary | undefined;
  readonly error: CanopyError | undefined;
}

/** A way with the position of its selection's dial. */
export interface WayAt {
  readonly way: Way;
  readonly dial: number;
}

const NOTHING_YET = {
  rounds: [],
  evidence: [],
  reading: undefined,
  tableQuestion: undefined,
  text: '',
  summary: undefined,
  error: undefined,
} satisfies Partial<Turn>;

/** The questions of the conversation that is shown, oldest first. */
export interface Conversation extends Readable<readonly Turn[]> {
  /** Stops what runs and asks; resolves when the answer is over, however it ended. */
  ask(question: string, at?: WayAt): Promise<void>;
  /** Asks a failed or stopped question again in its own place. */
  retry(id: number): Promise<void>;
  stop(): void;
  /** Stops what runs and shows these turns instead. */
  show(turns: readonly Omit<Turn, 'id'>[]): void;
  /** Takes in turns of the same conversation from another tab: new ones in their order, known ones as they are now. */
  merge(turns: readonly Omit<Turn, 'id'>[]): void;
}

/** Builds the conversation over an engine. The latest question wins: a stale answer never paints. */
export function createConversation(
  engine: Pick<Engine, 'answer' | 'dials'>,
  settings: SettingsStore,
  onFrame: FrameBatch,
  /** Resolves when there is something to ask about; see `Collection.settled`. */
  settled: (signal: AbortSignal) => Promise<void>,
): Conversation {
  const store = createStore<readonly Turn[]>([]);
  let nextId = 1;
  let current: { readonly id: number; readonly abort: AbortController } | undefined;

  const change = (id: number, part: (turn: Turn) => Turn) =>
    store.update((turns) => turns.map((turn) => (turn.id === id ? part(turn) : turn)));

  const stop = () => {
    if (current === undefined) return;
    const { id, abort } = current;
    current = undefined;
    abort.abort();
    change(id, (turn) => (turn.state === 'running' ? { ...turn, state: 'stopped' } : turn));
  };

  const run = async (turn: Turn) => {
    const abort = new AbortController();
    current = { id: turn.id, abort };
    let queued: AnswerEvent[] = [];
    const isStale = () => abort.signal.aborted;
    const paint = () => {
      const events = queued;
      queued = [];
      if (!isStale() && events.length > 0) change(turn.id, (now) => events.reduce(applyEvent, now));
    };
    try {
      await settled(abort.signal);
      if (isStale()) return;
      change(turn.id, (now) => ({ ...now, stage: 'finding' }));
      const way = { ...wayOf(turn), dial: turn.dial };
      const events = engine.answer(turn.question, settings.get(), way, { signal: abort.signal });
      for await (const event of events) {
        if (isStale()) return;
        queued.push(event);
        if (queued.length === 1) onFrame(paint);
      }
      paint();
    } catch (thrown) {
      if (isStale()) return;
      paint();
      const error = toCanopyError(thrown, 'CHAT_SERVER_ERROR');
      change(turn.id, (now) => ({ ...now, state: 'failed', error }));
    } finally {
      if (current?.id === turn.id && current.abort === abort) current = undefined;
    }
  };

  const chosen = (): WayAt => {
    const way = chosenWay(settings.get());
    const position = settings.get().dials[way.selection];
    return { way, dial: dialAt(engine.dials[way.selection], position) };
  };
  /** An older answer's way may need an endpoint that is no longer there. */
  const possible = ({ way, dial }: WayAt): WayAt => ({
    way: possibleWay(way, settings.get().preset !== 'device'),
    dial,
  });

  /** The way chosen by now, with the dial where it stood for the same rule. */
  const again = (old: Turn): WayAt => {
    const at = chosen();
    return at.way.selection === wayOf(old).selection ? { ...at, dial: old.dial } : at;
  };

  const newTurn = (
    name: Pick<Turn, 'id' | 'key' | 'askedAt'>,
    question: string,
    at: WayAt | undefined,
  ): Turn => ({
    ...name,
    question,
    host: endpointHost(settings.get()),
    isWritten: settings.get().preset !== 'device',
    ...pricesOf(settings.get()),
    ...(at ?? chosen()),
    state: 'running',
    stage: 'waiting',
    ...NOTHING_YET,
  });

  return {
    get: store.get,
    subscribe: store.subscribe,
    stop,
    show: (turns) => {
      stop();
      store.set(turns.map((turn) => ({ ...turn, id: nextId++ })));
    },
    merge: (turns) => {
      const ids = new Map(store.get().map(({ key, id }) => [key, id]));
      const merged = new Map(store.get().map((turn) => [turn.key, turn]));
      for (const turn of turns)
        merged.set(turn.key, { ...turn, id: ids.get(turn.key) ?? nextId++ });
      store.set([...merged.values()].sort((a, b) => a.askedAt - b.askedAt));
    },
    ask: async (question, at) => {
      stop();
      const turn = newTurn(
        { id: nextId++, key: randomId(), askedAt: Date.now() },
        question.trim(),
        at && possible(at),
      );
      store.update((turns) => [...turns, turn]);
      await run(turn);
    },
    retry: async (id) => {
      const old = store.get().find((turn) => turn.id === id);
      if (old === undefined) return;
      stop();
      const turn = newTurn({ id, key: old.key, askedAt: old.askedAt }, old.question, again(old));
      change(id, () => turn);
      await run(turn);
    },
  };
}

/** The prices that hold for a question, where an endpoint is asked and the person knows them. */
function pricesOf({ preset, prices }: Settings): Pick<Turn, 'prices'> {
  return preset === 'device' || prices === undefined ? {} : { prices };
}

/** The turn after one event of its answer. */
export function applyEvent(turn: Turn, event: AnswerEvent): Turn {
  switch (event.type) {
    case 'retrieved':
      return withRound(turn, event.round, { query: event.query }, 'pruning');
    case 'table-question':
      return { ...turn, tableQuestion: event.kind };
    case 'compressed':
      return {
        ...withRound(turn, event.round, { added: addedSoFar(turn, event) }, 'judging'),
        evidence: event.evidence,
      };
    case 'judged':
      return withRound(turn, event.round, { verdict: event.verdict }, 'judging');
    case 'critic-failed':
      return withRound(turn, event.round, { criticError: event.error }, 'reading');
    case 'unsearched':
      return withUnsearched(turn, event.round, event.error);
    case 'follow-up':
      return withRound(
        turn,
        nextRound(turn, event.round),
        { query: event.query, missing: event.missing },
        'finding',
      );
    case 'start-over':
      return { ...turn, ...NOTHING_YET, stage: 'finding' };
    case 'reading':
      return { ...turn, reading: event.evidence, stage: 'reading' };
    case 'answer-delta':
      return { ...turn, text: turn.text + event.text, stage: 'answering' };
    case 'done':
      return { ...turn, text: event.summary.answer, summary: event.summary, state: 'done' };
  }
}

/** Rounds whose evidence nobody judged; none when the answer failed too, since then nothing was made from them. */
export function unjudgedRounds({ error, rounds }: Pick<Turn, 'error' | 'rounds'>): {
  readonly round: number;
  readonly criticError: CanopyError;
}[] {
  if (error !== undefined) return [];
  return rounds.flatMap(({ round, criticError }) =>
    criticError === undefined ? [] : [{ round, criticError }],
  );
}

/** Why parts of the collection were not searched, in any round, each reason once. */
export function unsearchedReasons({ rounds }: Pick<Turn, 'rounds'>): readonly string[] {
  return [
    ...new Set(rounds.flatMap(({ unsearched = [] }) => unsearched.map(({ message }) => message))),
  ];
}

/** A round compresses again when its verdict brings dropped items back, and then adds none: what it added before stays. */
function addedSoFar(turn: Turn, { round, added }: AnswerEvent & { type: 'compressed' }) {
  const before = turn.rounds.find((record) => record.round === round)?.added ?? [];
  return [...new Set([...before, ...added])];
}

/** A follow-up belongs to the round it opens, whichever of the two rounds its number names. */
function nextRound(turn: Turn, named: number): number {
  const last = turn.rounds.at(-1)?.round ?? 0;
  return named > last ? named : last + 1;
}

/** One more reason; the same words again tell the person nothing new. */
function withUnsearched(turn: Turn, round: number, error: CanopyError): Turn {
  const told = turn.rounds.find((record) => record.round === round)?.unsearched ?? [];
  const isNew = told.every(({ message }) => message !== error.message);
  return withRound(turn, round, { unsearched: isNew ? [...told, error] : told }, 'finding');
}

function withRound(turn: Turn, round: number, part: Partial<RoundRecord>, stage: Stage): Turn {
  const known = turn.rounds.some((record) => record.round === round);
  const rounds = known
    ? turn.rounds.map((record) => (record.round === round ? { ...record, ...part } : record))
    : [...turn.rounds, { round, query: '', added: [], ...part }];
  return { ...turn, rounds, stage };
}
