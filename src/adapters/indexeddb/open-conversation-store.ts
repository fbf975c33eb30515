import type { ConversationStore } from '../../ports/conversation-store.ts';
import { createIndexedDbConversationStore } from './indexeddb-conversation-store.ts';

/** Where conversations are kept: beside a collection that outlives the page, or with one that does not, as `fallback()`. */
export function openConversationStore(
  persistent: boolean,
  fallback: () => ConversationStore,
): ConversationStore {
  return persistent ? createIndexedDbConversationStore() : fallback();
}
