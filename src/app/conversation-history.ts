import { type CanopyError, toCanopyError } from '../core/errors.ts';
import type { ConversationStore, TurnHead } from '../ports/conversation-store.ts';
import type { Conversation } from './conversation.ts';
import type { Engine } from './engine.ts';
import { keep, type PageStorage, readKept } from './page-storage.ts';
import { randomId } from './random-id.ts';
import { createStore, type Readable } from './store.ts';
import type { KeptTurn } from './turn.ts';
import { itemIdsOf, turnBody, turnFrom } from './turn-record.ts';

/** A kept conversation as a line of the list. */
export interface ConversationSummary {
  readonly id: string;
  /** Its first question. */
  readonly title: string;
  readonly questions: number;
  /** Milliseconds since 1970 of its last question. */
  readonly lastAskedAt: number;
}

/** The conversations kept in this browser, and which of them this tab shows. */
export interface HistoryState {
  readonly current: string;
  /** Latest first. */
  readonly list: readonly ConversationSummary[];
  /** Why something could not be kept, read or deleted. */
  readonly error: CanopyError | undefined;
}

/** Keeps what is asked, and brings it back. */
export interface History extends Readable<HistoryState> {
  /** Shows the conversation that this tab showed before a reload, if there was one. */
  resume(): Promise<void>;
  /** Stops what runs and begins an empty conversation. */
  startNew(): void;
  open(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Deletes all conversations. */
  clear(): Promise<void>;
}

/** How tabs tell each other that something changed: a `BroadcastChannel`. */
export interface TabChannel {
  postMessage(message: string): void;
  addEventListener(type: 'message', listener: () => void): void;
}

/** What a history works with. */
export interface HistoryDependencies {
  readonly openStore: () => Promise<ConversationStore>;
  readonly items: Engine['items'];
  readonly conversation: Conversation;
  readonly tabs: TabChannel;
  /** Remembers this tab's conversation over a reload; none where the browser forbids it. */
  readonly session: PageStorage | undefined;
}

const PLACE = 'canopy.conversation';

/**
 * Keeps every turn of the shown conversation as it begins, as its evidence is found and as it ends, each in a record of its own. Tabs share the
 * store: a question asked in one appears in the others that show the same conversation.
 */
export function createHistory(dependencies: HistoryDependencies): History {
  const { openStore, items, conversation, tabs, session } = dependencies;
  const store = createStore<HistoryState>({ current: randomId(), list: [], error: undefined });
  /** How far each turn was when it was last written, by key. */
  const kept = new Map<string, string>();
  /** The conversation of each turn that is in the store for certain: when it is no longer, another tab deleted it. */
  const written = new Map<string, string>();
  /** Turns whose last change waits to be written: the store has them as they were. */
  const unwritten = new Set<string>();
  /** Counts what the person chose to see, of which only the latest is shown. */
  let latest = 0;
  let queue: Promise<unknown> = Promise.resolve();

  /** One thing after the other, so that a deletion comes after what was written before it. */
  const inTurn = (work: (kept: ConversationStore) => Promise<void>): Promise<void> => {
    const done = queue.then(async () => work(await openStore())).catch(complain);
    queue = done;
    return done;
  };
  const complain = (thrown: unknown) =>
    store.update((now) => ({ ...now, error: toCanopyError(thrown, 'STORE_FAILED') }));
  const list = async (from: ConversationStore): Promise<readonly TurnHead[]> => {
    const heads = await from.heads();
    store.update((now) => ({ ...now, list: summaries(heads) }));
    return heads;
  };
  const show = (current: string, turns: readonly KeptTurn[]) => {
    // First of all, so that what was cut off is kept where it was asked.
    conversation.stop();
    kept.clear();
    unwritten.clear();
    keep(session, PLACE, current);
    store.update((now) => ({ ...now, current, error: undefined }));
    note(current, turns);
    conversation.show(turns);
  };
  const note = (conversationId: string, turns: readonly KeptTurn[]) => {
    for (const turn of turns) {
      kept.set(turn.key, progressOf(turn));
      written.set(turn.key, conversationId);
    }
  };
  const read = async (from: ConversationStore, id: string) => {
    const stored = await from.turns(id);
    const ids = [...new Set(stored.flatMap(({ body }) => itemIdsOf(body)))];
    const found = await items(ids);
    const byId = new Map(
      found.flatMap((item) => (item === undefined ? [] : [[item.item.id, item]])),
    );
    return stored.flatMap((turn) => turnFrom(turn, turn.body, byId) ?? []);
  };
  const startNew = () => {
    latest += 1;
    show(randomId(), []);
  };

  conversation.subscribe(() => {
    const { current: conversationId } = store.get();
    for (const turn of conversation.get()) {
      const progress = progressOf(turn);
      if (kept.get(turn.key) === progress) continue;
      const { key: turnId, askedAt, question } = turn;
      kept.set(turnId, progress);
      unwritten.add(turnId);
      void inTurn(async (to) => {
        const stored = { conversationId, turnId, askedAt, question, body: turnBody(turn) };
        if (!written.has(turnId)) await to.put(stored);
        // Deleted by another tab: to write it once more would bring it back.
        else if (!(await to.replace(stored))) return;
        written.set(turnId, conversationId);
        if (kept.get(turnId) === progress) unwritten.delete(turnId);
        await list(to);
        tabs.postMessage('changed');
      });
    }
  });
  tabs.addEventListener('message', () => {
    void inTurn(async (from) => {
      const { current } = store.get();
      const heads = await list(from);
      const isThere = heads.some(({ conversationId }) => conversationId === current);
      const stored = isThere ? await read(from, current) : [];
      // The person went elsewhere while this was read.
      if (store.get().current !== current) return;
      if (isThere) {
        const turns = stored.filter(
          ({ key }) => !isRunning(conversation, key) && !unwritten.has(key),
        );
        note(current, turns);
        conversation.merge(turns);
      } else if ([...written.values()].includes(current)) show(randomId(), []);
    });
  });

  return {
    get: store.get,
    subscribe: store.subscribe,
    startNew,
    resume: () => {
      const mine = latest;
      return inTurn(async (from) => {
        const heads = await list(from);
        const id = readKept(session, PLACE);
        const isThere = heads.some(({ conversationId }) => conversationId === id);
        const turns = id !== undefined && isThere ? await read(from, id) : [];
        // What was asked or chosen while the store opened is newer than what was shown before.
        const isLatest = mine === latest && conversation.get().length === 0;
        if (id !== undefined && turns.length > 0 && isLatest) show(id, turns);
        else keep(session, PLACE, store.get().current);
      });
    },
    open: (id) => {
      latest += 1;
      const mine = latest;
      return inTurn(async (from) => {
        const turns = await read(from, id);
        if (mine === latest) show(id, turns);
      });
    },
    remove: (id) => {
      if (id === store.get().current) startNew();
      return inTurn(async (from) => {
        await from.remove(id);
        await list(from);
        tabs.postMessage('changed');
      });
    },
    clear: () => {
      startNew();
      return inTurn(async (from) => {
        await from.clear();
        await list(from);
        tabs.postMessage('changed');
      });
    },
  };
}

/** What of a turn is worth writing down anew: its evidence before it can leave, and how it ended. */
function progressOf({ state, rounds, evidence, reading }: KeptTurn): string {
  if (state !== 'running') return state;
  return `${state} ${rounds.length} ${evidence.length} ${reading?.length ?? '-'}`;
}

function isRunning(conversation: Conversation, key: string): boolean {
  return conversation.get().some((turn) => turn.key === key && turn.state === 'running');
}

/** Conversations out of their turns, latest first. */
function summaries(heads: readonly TurnHead[]): ConversationSummary[] {
  const byId = new Map<string, ConversationSummary>();
  for (const { conversationId: id, question, askedAt } of heads) {
    const known = byId.get(id);
    byId.set(id, {
      id,
      title: known?.title ?? question,
      questions: (known?.questions ?? 0) + 1,
      lastAskedAt: askedAt,
    });
  }
  return [...byId.values()].sort((a, b) => b.lastAskedAt - a.lastAskedAt);
}
