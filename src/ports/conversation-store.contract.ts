import { beforeEach, describe, expect, it } from 'vitest';
import type { ConversationStore, StoredTurn } from './conversation-store.ts';

const turn = (conversationId: string, turnId: string, askedAt: number): StoredTurn => ({
  ...{ conversationId, turnId, askedAt },
  question: `What of ${turnId}?`,
  body: { scores: Float32Array.of(0.25, -1), kept: new Uint8Array([1, 0]), text: 'so [1]' },
});

/** What every {@link ConversationStore} does; `create` opens an empty one. */
export function describeConversationStore(
  name: string,
  create: () => Promise<ConversationStore>,
): void {
  describe(`${name} as a store of conversations`, () => {
    let store: ConversationStore;
    beforeEach(async () => {
      store = await create();
    });

    it('gives turns back as they were, oldest first, each to its own conversation', async () => {
      await store.put(turn('a', 'second', 20));
      await store.put(turn('b', 'other', 15));
      await store.put(turn('a', 'first', 10));
      expect(await store.turns('a')).toEqual([turn('a', 'first', 10), turn('a', 'second', 20)]);
      expect(await store.turns('b')).toEqual([turn('b', 'other', 15)]);
      expect(await store.turns('none')).toEqual([]);
    });

    it('lists heads without bodies, oldest first', async () => {
      await store.put(turn('b', 'late', 30));
      await store.put(turn('a', 'early', 10));
      expect(await store.heads()).toEqual([
        { conversationId: 'a', turnId: 'early', askedAt: 10, question: 'What of early?' },
        { conversationId: 'b', turnId: 'late', askedAt: 30, question: 'What of late?' },
      ]);
    });

    it('replaces the turn with the same ids and no other', async () => {
      await store.put(turn('a', 'one', 10));
      await store.put(turn('a', 'two', 20));
      await store.put({ ...turn('a', 'one', 10), body: 'changed' });
      expect((await store.turns('a')).map(({ body }) => body === 'changed')).toEqual([true, false]);
      expect(await store.heads()).toHaveLength(2);
    });

    it('replaces only what is still there', async () => {
      const changed = { ...turn('a', 'one', 10), body: 'changed' };
      expect(await store.replace(changed)).toBe(false);
      expect(await store.heads()).toEqual([]);
      await store.put(turn('a', 'one', 10));
      expect(await store.replace(changed)).toBe(true);
      expect(await store.turns('a')).toEqual([changed]);
      // The same turn in another conversation is another one.
      expect(await store.replace(turn('b', 'one', 10))).toBe(false);
      expect(await store.turns('b')).toEqual([]);
    });

    it('brings back nothing that is deleted while it is replaced', async () => {
      await store.put(turn('a', 'one', 10));
      const removed = store.remove('a');
      expect(await store.replace(turn('a', 'one', 10))).toBe(false);
      await removed;
      await store.put(turn('a', 'two', 20));
      const replaced = store.replace(turn('a', 'two', 20));
      await store.clear();
      expect(await replaced).toBe(true);
      expect(await store.heads()).toEqual([]);
    });

    it('keeps what was put, whatever happens to the object afterwards', async () => {
      const scores = Float32Array.of(1);
      await store.put({ ...turn('a', 'one', 10), body: scores });
      scores[0] = 2;
      expect((await store.turns('a'))[0]?.body).toEqual(Float32Array.of(1));
    });

    it('forgets a conversation with its turns, and everything when it is cleared', async () => {
      await store.put(turn('a', 'one', 10));
      await store.put(turn('a', 'two', 20));
      await store.put(turn('ab', 'three', 30));
      await store.remove('a');
      await store.remove('never there');
      expect(await store.turns('a')).toEqual([]);
      expect((await store.heads()).map(({ turnId }) => turnId)).toEqual(['three']);
      await store.clear();
      expect(await store.heads()).toEqual([]);
      expect(await store.turns('ab')).toEqual([]);
    });
  });
}
