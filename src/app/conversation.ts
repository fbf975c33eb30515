import { toCanopyError } from '../core/errors.ts';
import type { AnswerEvent } from '../pipeline/answer-events.ts';
import type { Collection } from './collection.ts';
import type { Engine } from './engine.ts';
import { randomId } from './random-id.ts';
import { chosenWay, endpointHost, hasModel, type Settings } from './settings.ts';
import type { SettingsStore } from './settings-store.ts';
import { createStore, type FrameBatch, type Readable } from './store.ts';
import { applyEvent, type KeptTurn, NOTHING_YET, type Turn } from './turn.ts';
import { dialAt, possibleWay, type WayAt, wayOf } from './way.ts';

/** The questions of the conversation that is shown, oldest first. */
export interface Conversation extends Readable<readonly Turn[]> {
  /** Stops what runs and asks; resolves when the answer is over, however it ended. */
  ask(question: string, at?: WayAt): Promise<void>;
  /** Asks a failed or stopped question again in its own place. */
  retry(id: number): Promise<void>;
  stop(): void;
  /** Lets the question that waits for files go on with those that are ready. */
  goAhead(): void;
  /** Stops what runs and shows these turns instead. */
  show(turns: readonly KeptTurn[]): void;
  /** Takes in turns of the same conversation from another tab: new ones in their order, known ones as they are now. */
  merge(turns: readonly KeptTurn[]): void;
}

/** Builds the conversation over an engine. The latest question wins: a stale answer never paints. */
export function createConversation(
  engine: Pick<Engine, 'answer' | 'dials'>,
  settings: SettingsStore,
  onFrame: FrameBatch,
  files: Pick<Collection, 'settled' | 'recheck'>,
): Conversation {
  const store = createStore<readonly Turn[]>([]);
  let nextId = 1;
  let current:
    | {
        readonly id: number;
        readonly abort: AbortController;
        /** Ends the wait for files. */
        readonly wait: AbortController;
      }
    | undefined;

  const change = (id: number, part: (turn: Turn) => Turn) =>
    store.update((turns) => turns.map((turn) => (turn.id === id ? part(turn) : turn)));

  const stop = () => {
    if (current === undefined) return;
    const { id, abort, wait } = current;
    current = undefined;
    abort.abort();
    wait.abort();
    change(id, (turn) => (turn.state === 'running' ? { ...turn, state: 'stopped' } : turn));
  };

  const run = async (turn: Turn) => {
    const abort = new AbortController();
    const wait = new AbortController();
    current = { id: turn.id, abort, wait };
    let queued: AnswerEvent[] = [];
    const isStale = () => abort.signal.aborted;
    const paint = () => {
      const events = queued;
      queued = [];
      if (!isStale() && events.length > 0) change(turn.id, (now) => events.reduce(applyEvent, now));
    };
    /** Whether it came to an end; it did not where the store was empty. */
    const attempt = async (isLast: boolean): Promise<boolean> => {
      try {
        const unread = await files.settled(wait.signal);
        if (isStale()) return true;
        change(turn.id, (now) => ({ ...now, stage: 'finding', ...(unread > 0 ? { unread } : {}) }));
        const at = { way: wayOf(turn), dial: turn.dial };
        const events = engine.answer(turn.question, settings.get(), at, { signal: abort.signal });
        for await (const event of events) {
          if (isStale()) return true;
          queued.push(event);
          if (queued.length === 1) onFrame(paint);
        }
        paint();
      } catch (thrown) {
        if (isStale()) return true;
        paint();
        const error = toCanopyError(thrown, 'CHAT_SERVER_ERROR');
        if (error.code === 'NOTHING_INDEXED') {
          // It was asked before the first files stood in the list: they may do so by now.
          if (!isLast && !wait.signal.aborted) return false;
          // Files stand in the list, and the store has none: the list is no longer true.
          void files.recheck();
        }
        change(turn.id, (now) => ({ ...now, state: 'failed', error }));
      }
      return true;
    };
    try {
      if (await attempt(false)) return;
      change(turn.id, (now) => ({ ...now, stage: 'waiting' }));
      await attempt(true);
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
    way: possibleWay(way, hasModel(settings.get())),
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
    isWritten: hasModel(settings.get()),
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
    goAhead: () => current?.wait.abort(),
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
function pricesOf(settings: Settings): Pick<Turn, 'prices'> {
  const { prices } = settings;
  return !hasModel(settings) || prices === undefined ? {} : { prices };
}
