import { describe, expect, it } from 'vitest';
import { createMemoryConversationStore } from '../adapters/memory/memory-conversation-store.ts';
import { CanopyError } from '../core/errors.ts';
import { indexedItem } from '../ports/indexed-item.fixture.ts';
import {
  channels,
  memorySession,
  openTab,
  script,
  settle,
} from './conversation-history.fixture.ts';

describe('the history of conversations', () => {
  it('brings a conversation back after a reload, its evidence and scores with it', async () => {
    const store = createMemoryConversationStore();
    const session = memorySession();
    const first = openTab({ store, session });
    await first.history.resume();
    await first.conversation.ask('Why?');
    await settle();
    const again = openTab({ store, session });
    await again.history.resume();
    const [turn] = again.conversation.get();
    const [before] = first.conversation.get();
    expect(turn).toMatchObject({ question: 'Why?', text: 'Answer to Why? [1]' });
    expect(turn?.evidence).toEqual(before?.evidence);
    expect(turn?.rounds[0]?.criticError).toBeInstanceOf(CanopyError);
    expect(turn?.rounds[0]?.criticError).toMatchObject({
      code: 'CHAT_RATE_LIMITED',
      nextStep: 'Wait.',
    });
    expect(again.history.get().current).toBe(first.history.get().current);
  });

  it('keeps only what was kept of a document that is gone, or was cut otherwise since', async () => {
    const store = createMemoryConversationStore();
    const session = memorySession();
    const first = openTab({ store, session });
    await first.history.resume();
    await first.conversation.ask('Why?');
    await settle();
    for (const items of [[], [indexedItem('a', { leafCount: 5 })]]) {
      const again = openTab({ store, session, items });
      await again.history.resume();
      const [turn] = again.conversation.get();
      expect(turn?.evidence).toEqual([]);
      expect(turn?.gone?.map(({ spans }) => spans.map(({ text }) => text))).toEqual([['a. a.']]);
    }
    const [stored] = await store.turns(first.history.get().current);
    expect(JSON.stringify(stored?.body)).not.toContain('a. a. a.');
  });

  it('shows a question that a reload cut off as stopped, and a failed one as failed', async () => {
    const store = createMemoryConversationStore();
    const session = memorySession();
    const first = openTab({
      ...{ store, session },
      answer: async function* (question) {
        if (question === 'cut') await new Promise(() => undefined);
        yield* script(question);
      },
    });
    await first.history.resume();
    await first.conversation.ask('fail');
    void first.conversation.ask('cut');
    await settle();
    const again = openTab({ store, session });
    await again.history.resume();
    expect(again.conversation.get().map(({ state, error }) => [state, error?.code])).toEqual([
      ['failed', 'CHAT_STREAM_CUT'],
      ['stopped', undefined],
    ]);
    await settle();
    // Merely looking at it must not write over what another tab is still answering.
    const bodies = await store.turns(again.history.get().current);
    expect(bodies.map(({ body }) => (body as { state: string }).state)).toEqual([
      'failed',
      'running',
    ]);
  });

  it('brings back the evidence of a question that a reload cut off after it was found', async () => {
    const store = createMemoryConversationStore();
    const session = memorySession();
    const first = openTab({
      ...{ store, session },
      answer: async function* (question) {
        for await (const event of script(question)) {
          if (event.type === 'done') await new Promise(() => undefined);
          yield event;
        }
      },
    });
    await first.history.resume();
    void first.conversation.ask('Why?');
    await settle();
    const again = openTab({ store, session });
    await again.history.resume();
    const [turn] = again.conversation.get();
    expect(turn?.state).toBe('stopped');
    expect(turn?.evidence.map(({ forest }) => forest.itemId)).toEqual(['a']);
    expect(turn?.reading).toHaveLength(1);
  });

  it('begins new conversations, lists all of them and opens an earlier one', async () => {
    const store = createMemoryConversationStore();
    const { conversation, history } = openTab({ store });
    await conversation.ask('one');
    await conversation.ask('two');
    history.startNew();
    expect(conversation.get()).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await conversation.ask('three');
    await settle();
    const { list, current } = history.get();
    expect(list.map(({ title, questions }) => [title, questions])).toEqual([
      ['three', 1],
      ['one', 2],
    ]);
    expect(list[0]?.id).toBe(current);
    await history.open(list[1]?.id ?? '');
    expect(conversation.get().map(({ question }) => question)).toEqual(['one', 'two']);
    await conversation.ask('four');
    await settle();
    expect(history.get().list[0]).toMatchObject({ title: 'one', questions: 3 });
  });

  it('deletes the one that is shown, stopping its answer, and leaves the others', async () => {
    const store = createMemoryConversationStore();
    const { conversation, history } = openTab({
      store,
      answer: async function* (question) {
        if (question === 'long') await new Promise(() => undefined);
        yield* script(question);
      },
    });
    await conversation.ask('kept');
    history.startNew();
    void conversation.ask('long');
    await settle();
    await history.remove(history.get().current);
    expect(conversation.get()).toEqual([]);
    expect((await store.heads()).map(({ question }) => question)).toEqual(['kept']);
    await history.clear();
    expect(await store.heads()).toEqual([]);
    expect(history.get().list).toEqual([]);
  });

  it('lets two tabs add to one conversation without overwriting each other', async () => {
    const store = createMemoryConversationStore();
    const session = memorySession();
    const channel = channels();
    const left = openTab({ store, session, channel: channel() });
    await left.history.resume();
    await left.conversation.ask('left');
    await settle();
    const right = openTab({ store, session, channel: channel() });
    await right.history.resume();
    await Promise.all([left.conversation.ask('left again'), right.conversation.ask('right')]);
    await settle();
    const questions = ['left', 'left again', 'right'];
    for (const { conversation } of [left, right]) {
      expect(
        conversation
          .get()
          .map(({ question }) => question)
          .sort(),
      ).toEqual(questions);
      expect(conversation.get().every(({ text }) => text.startsWith('Answer to'))).toBe(true);
    }
    await right.history.remove(right.history.get().current);
    await settle();
    expect(left.conversation.get()).toEqual([]);
    expect(await store.heads()).toEqual([]);
  });

  it('tells what could not be kept, and goes on', async () => {
    const full = {
      ...createMemoryConversationStore(),
      put: async () => {
        throw new CanopyError('STORE_QUOTA_EXCEEDED', 'No more storage.');
      },
    };
    const { conversation, history } = openTab({ store: full });
    await conversation.ask('Why?');
    await settle();
    expect(history.get().error?.code).toBe('STORE_QUOTA_EXCEEDED');
    expect(conversation.get()[0]?.text).toBe('Answer to Why? [1]');
  });

  it('leaves out a record that it cannot read', async () => {
    const store = createMemoryConversationStore();
    const session = memorySession();
    session.setItem('canopy.conversation', 'c');
    for (const [turnId, body] of [
      ['broken', { version: 1 }],
      ['future', { version: 2 }],
    ] as const) {
      await store.put({ conversationId: 'c', turnId, askedAt: 1, question: 'q', body });
    }
    const { conversation, history } = openTab({ store, session });
    await history.resume();
    expect(conversation.get()).toEqual([]);
    expect(history.get().error).toBeUndefined();
  });
});
