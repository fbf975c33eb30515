import type { ConversationStore, StoredTurn } from '../../ports/conversation-store.ts';

/** A {@link ConversationStore} that lives as long as the page: private mode and tests. */
export function createMemoryConversationStore(): ConversationStore {
  const kept = new Map<string, StoredTurn>();
  const keyOf = ({ conversationId, turnId }: StoredTurn) =>
    JSON.stringify([conversationId, turnId]);
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
      kept.set(keyOf(turn), structuredClone(turn));
    },
    async replace(turn) {
      if (!kept.has(keyOf(turn))) return false;
      kept.set(keyOf(turn), structuredClone(turn));
      return true;
    },
    async remove(conversationId) {
      for (const [key, turn] of kept) if (turn.conversationId === conversationId) kept.delete(key);
    },
    async clear() {
      kept.clear();
    },
  };
}
