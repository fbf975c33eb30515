import { describe, expect, it } from 'vitest';
import { createMemoryConversationStore } from '../adapters/memory/memory-conversation-store.ts';
import type { AnswerEvent } from '../pipeline/answer-events.ts';
import type { ConversationStore } from '../ports/conversation-store.ts';
import {
  channels,
  memorySession,
  openTab,
  script,
  settle,
} from './conversation-history.fixture.ts';

function gate(): { readonly passed: Promise<void>; open(): void } {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}

/** Answers at once, but 'slow' only when the gate opens. */
const slowScript = ({ passed }: { readonly passed: Promise<void> }) =>
  async function* (question: string): AsyncGenerator<AnswerEvent> {
    if (question === 'slow') await passed;
    yield* script(question);
  };

/** A store whose method waits, while it is told to. */
function waiting(method: 'turns' | 'put') {
  const store = createMemoryConversationStore();
  const wait: { for: Promise<void> | undefined } = { for: undefined };
  const held: ConversationStore = {
    ...store,
    // As a database does it: what is read is as it stood when the reading began.
    turns: async (id) => {
      const turns = await store.turns(id);
      if (method === 'turns') await wait.for;
      return turns;
    },
    put: async (turn) => {
      if (method === 'put') await wait.for;
      return store.put(turn);
    },
    replace: async (turn) => {
      if (method === 'put') await wait.for;
      return store.replace(turn);
    },
  };
  return { store: held, wait };
}

const questionsOf = async (store: ConversationStore, id: string) =>
  (await store.turns(id)).map(({ question }) => question);
const stateOf = (turn: { readonly body: unknown } | undefined) =>
  (turn?.body as { state: string } | undefined)?.state;

describe('what overlaps in the history', () => {
  it.each(['remove', 'clear'] as const)('%s in one tab ends an answer in another', async (how) => {
    const store = createMemoryConversationStore();
    const channel = channels();
    const left = openTab({ store, channel: channel() });
    const right = openTab({ store, channel: channel(), answer: slowScript(gate()) });
    void right.conversation.ask('slow');
    await settle();
    await left.history[how](right.history.get().current);
    await settle();
    expect(right.conversation.get()).toEqual([]);
    expect(await store.heads()).toEqual([]);
  });

  it('does not bring back what another tab deleted just before the answer ended', async () => {
    const store = createMemoryConversationStore();
    const [left, end] = [openTab({ store }), gate()];
    const right = openTab({ store, answer: slowScript(end) });
    const asked = right.conversation.ask('slow');
    await settle();
    await left.history.clear();
    end.open();
    await asked;
    await settle();
    expect(await store.heads()).toEqual([]);
  });

  it('does not bring back what another tab deletes just before it is written', async () => {
    const store = createMemoryConversationStore();
    const end = gate();
    let deletes = false;
    // Another tab's deletion comes before any write that begins after the last look.
    const raced: ConversationStore = {
      ...store,
      put: async (turn) => {
        if (deletes) await store.clear();
        return store.put(turn);
      },
      replace: async (turn) => {
        if (deletes) await store.clear();
        return store.replace(turn);
      },
    };
    const { conversation } = openTab({ store: raced, answer: slowScript(end) });
    const asked = conversation.ask('slow');
    await settle();
    expect(await store.heads()).toHaveLength(1);
    deletes = true;
    end.open();
    await asked;
    await settle();
    expect(await store.heads()).toEqual([]);
  });

  it('keeps a question where it was asked, though another conversation was opening', async () => {
    const { store, wait } = waiting('turns');
    const { conversation, history } = openTab({ store, answer: slowScript(gate()) });
    const first = history.get().current;
    await conversation.ask('one');
    history.startNew();
    const second = history.get().current;
    await conversation.ask('two');
    await settle();
    const read = gate();
    wait.for = read.passed;
    const opened = history.open(first);
    void conversation.ask('slow');
    await settle();
    read.open();
    await opened;
    await settle();
    expect(conversation.get().map(({ question }) => question)).toEqual(['one']);
    expect(await questionsOf(store, first)).toEqual(['one']);
    expect(await questionsOf(store, second)).toEqual(['two', 'slow']);
    expect(stateOf((await store.turns(second))[1])).toBe('stopped');
  });

  it('shows what was chosen last, however long the reading takes', async () => {
    const { store, wait } = waiting('turns');
    const session = memorySession();
    const { conversation, history } = openTab({ store, session });
    const first = history.get().current;
    await conversation.ask('one');
    history.startNew();
    await conversation.ask('two');
    await settle();
    const read = gate();
    wait.for = read.passed;
    const opened = history.open(first);
    await settle();
    history.startNew();
    const empty = history.get().current;
    const again = openTab({ store, session });
    session.setItem('canopy.conversation', first);
    const resumed = again.history.resume();
    await settle();
    again.history.startNew();
    read.open();
    await Promise.all([opened, resumed]);
    expect(history.get().current).toBe(empty);
    expect(conversation.get()).toEqual([]);
    expect(again.conversation.get()).toEqual([]);
  });

  it('keeps an answer that ended while the other tab was listened to', async () => {
    const { store, wait } = waiting('turns');
    const [channel, end, read] = [channels(), gate(), gate()];
    const { conversation, history } = openTab({
      ...{ store, channel: channel(), answer: slowScript(end) },
    });
    const asked = conversation.ask('slow');
    await settle();
    wait.for = read.passed;
    channel().postMessage('changed');
    await settle();
    end.open();
    await asked;
    read.open();
    await settle();
    expect(conversation.get().map(({ state }) => state)).toEqual(['done']);
    expect((await store.turns(history.get().current)).map(stateOf)).toEqual(['done']);
  });

  it('merges nothing into a conversation that was begun meanwhile', async () => {
    const { store, wait } = waiting('turns');
    const [channel, read] = [channels(), gate()];
    const { conversation, history } = openTab({ store, channel: channel() });
    await conversation.ask('one');
    await settle();
    wait.for = read.passed;
    channel().postMessage('changed');
    await settle();
    history.startNew();
    read.open();
    await settle();
    expect(conversation.get()).toEqual([]);
  });

  it('does not take a question that waits to be written for a deleted one', async () => {
    const { store, wait } = waiting('put');
    const [channel, write] = [channels(), gate()];
    const { conversation, history } = openTab({
      ...{ store, channel: channel(), answer: slowScript(gate()) },
    });
    wait.for = write.passed;
    await conversation.ask('one');
    history.startNew();
    channel().postMessage('changed');
    void conversation.ask('slow');
    write.open();
    await settle();
    expect(conversation.get().map(({ state }) => state)).toEqual(['running']);
    expect(await questionsOf(store, history.get().current)).toEqual(['slow']);
  });
});
