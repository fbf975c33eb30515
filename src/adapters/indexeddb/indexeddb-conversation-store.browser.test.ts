import { describe, expect, it, vi } from 'vitest';
import { describeConversationStore } from '../../ports/conversation-store.contract.ts';
import { createIndexedDbConversationStore } from './indexeddb-conversation-store.ts';

const name = () => `conversations-${crypto.randomUUID()}`;
const turn = (turnId: string) => ({
  ...{ conversationId: 'a', turnId, askedAt: 1 },
  question: 'What?',
  body: new Float32Array(3),
});

describeConversationStore('IndexedDB', async () => createIndexedDbConversationStore(name()));

describe('conversations in IndexedDB', () => {
  it('are there when the page is opened again, and two tabs add to one without loss', async () => {
    const database = name();
    const one = createIndexedDbConversationStore(database);
    const other = createIndexedDbConversationStore(database);
    await Promise.all([one.put(turn('one')), other.put(turn('two'))]);
    const again = await createIndexedDbConversationStore(database).turns('a');
    expect(again.map(({ turnId }) => turnId).sort()).toEqual(['one', 'two']);
    expect(again[0]?.body).toEqual(new Float32Array(3));
  });

  it('name a full disk and keep what was there', async () => {
    const store = createIndexedDbConversationStore(name());
    await store.put(turn('one'));
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    await expect(store.put(turn('two'))).rejects.toMatchObject({ code: 'STORE_QUOTA_EXCEEDED' });
    put.mockRestore();
    expect(await store.heads()).toHaveLength(1);
  });
});
