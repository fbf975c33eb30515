import { type CanopyError, toCanopyError } from '../core/errors.ts';
import type { ConversationStore, TurnHead } from '../ports/conversation-store.ts';
import type { Conversation, Turn } from './conversation.ts';
import type { Engine } from './engine.ts';
import { randomId } from './random-id.ts';
import type { SettingsStorage } from './settings.ts';
import { createStore, type Readable } from './store.ts';
import { itemIdsOf, type KeptTurn, turnBody, turnFrom } from './turn-record.ts';

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
  readonly session: SettingsStorage | undefined;
}

const PLACE = 'canopy.conversation';

/**
 * Keeps every turn of the shown conversation as it begins and as it ends, each in a record of its own. Tabs share the
 * store: a question asked in one appears in the others that show the same conversation.
 */
export function createHistory(dependencies: HistoryDependencies): History {
  const { openStore, items, conversation, tabs, session } = dependencies;
  const store = createStore<HistoryState>({ current: randomId(), list: [], error: undefined });
  /** What the store has of each turn, by key. */
  const kept = new Map<string, Turn['state']>();
  /** Turns that are in the store for certain: when they are no longer, another tab deleted them. */
  const written = new Set<string>();
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
    kept.clear();
    written.clear();
    remember(session, current);
    store.update((now) => ({ ...now, current, error: undefined }));
    note(turns);
    conversation.show(turns);
  };
  const note = (turns: readonly KeptTurn[]) => {
    for (const { key, state } of turns) {
      kept.set(key, state);
      written.add(key);
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
    conversation.stop();
    show(randomId(), []);
  };

  conversation.subscribe(() => {
    const { current: conversationId } = store.get();
    for (const turn of conversation.get()) {
      if (kept.get(turn.key) === turn.state) continue;
      kept.set(turn.key, turn.state);
      void inTurn(async (to) => {
        const { key: turnId, askedAt, question } = turn;
        await to.put({ conversationId, turnId, askedAt, question, body: turnBody(turn) });
        written.add(turnId);
        await list(to);
        tabs.postMessage('changed');
      });
    }
  });
  tabs.addEventListener('message', () => {
    void inTurn(async (from) => {
      const { current } = store.get();
      const heads = await list(from);
      if (heads.some(({ conversationId }) => conversationId === current)) {
        const turns = (await read(from, current)).filter(
          ({ key }) => !isRunning(conversation, key),
        );
        note(turns);
        conversation.merge(turns);
      } else if (written.size > 0) startNew();
    });
  });

  return {
    get: store.get,
    subscribe: store.subscribe,
    startNew,
    resume: () =>
      inTurn(async (from) => {
        const heads = await list(from);
        const id = recall(session);
        const isThere = heads.some(({ conversationId }) => conversationId === id);
        const turns = id !== undefined && isThere ? await read(from, id) : [];
        // A question asked while the store opened is newer than what was shown before.
        if (id !== undefined && turns.length > 0 && conversation.get().length === 0)
          show(id, turns);
        else remember(session, store.get().current);
      }),
    open: (id) => {
      conversation.stop();
      return inTurn(async (from) => show(id, await read(from, id)));
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

function remember(session: SettingsStorage | undefined, id: string): void {
  try {
    session?.setItem(PLACE, id);
  } catch {
    // A storage that refuses: the conversation is in the list, a reload merely does not open it by itself.
  }
}

function recall(session: SettingsStorage | undefined): string | undefined {
  try {
    return session?.getItem(PLACE) ?? undefined;
  } catch {
    // See remember.
    return undefined;
  }
}
