import type { ConversationStore, StoredTurn } from '../../ports/conversation-store.ts';

/** A {@link ConversationStore} that lives as long as the page: private mode and tests. */
export function createMemoryConversationStore(): ConversationStore {
  const kept = new Map<string, StoredTurn>();
  const sorted = () => [...kept.values()].sort((a, b) => a.askedAt - b.askedAt);
  return {
    heads: async () =>
      sorted().map(({ conversationId, turnId, askedAt, question }) => ({
        ...{ conversationId, turnId, askedAt, question },
      })),
    turns: async (conversationId) =>
      sorted()
        .filter((turn) => turn.conversationId === conversationId)
        .map((turn) => structuredClone(turn)),
    async put(turn) {
      kept.set(JSON.stringify([turn.conversationId, turn.turnId]), structuredClone(turn));
    },
    async remove(conversationId) {
      for (const [key, turn] of kept) if (turn.conversationId === conversationId) kept.delete(key);
    },
    async clear() {
      kept.clear();
    },
  };
}
