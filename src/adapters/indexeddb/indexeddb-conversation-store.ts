import { promisifyRequest } from 'idb-keyval';
import type { ConversationStore, StoredTurn, TurnHead } from '../../ports/conversation-store.ts';
import { reopeningStore } from './reopening-store.ts';

// One object store, so that a turn and its head are written together:
//   ['head', conversation, turn]   the TurnHead
//   ['turn', conversation, turn]   the StoredTurn
const below = (...parts: string[]) => IDBKeyRange.bound(parts, [...parts, []]);

/** Keeps conversations in a database of their own. Nothing is opened before the first call. */
export function createIndexedDbConversationStore(
  database = 'canopy-conversations',
): ConversationStore {
  const store = reopeningStore(database, 'turns');
  const write = (change: (records: IDBObjectStore) => void) =>
    store('readwrite', (records) => {
      change(records);
      return promisifyRequest(records.transaction);
    });
  const read = (range: IDBKeyRange) =>
    store('readonly', (records) => promisifyRequest<unknown[]>(records.getAll(range)));
  return {
    heads: async () => (await read(below('head'))).filter(isHead).sort(byTime),
    turns: async (conversationId) =>
      (await read(below('turn', conversationId))).filter(isTurn).sort(byTime),
    put: (turn) => write((records) => putTurn(records, turn)),
    async replace(turn) {
      let isThere = false;
      await write((records) => {
        const found = records.count(['head', turn.conversationId, turn.turnId]);
        // Within the transaction of the look: no other tab writes between the two.
        found.onsuccess = () => {
          isThere = found.result > 0;
          if (isThere) putTurn(records, turn);
        };
      });
      return isThere;
    },
    async remove(conversationId) {
      await write((records) => {
        for (const kind of ['head', 'turn']) records.delete(below(kind, conversationId));
      });
    },
    async clear() {
      await write((records) => records.clear());
    },
  };
}

function putTurn(records: IDBObjectStore, turn: StoredTurn): void {
  const { conversationId, turnId, askedAt, question } = turn;
  const head: TurnHead = { conversationId, turnId, askedAt, question };
  records.put(turn, ['turn', conversationId, turnId]);
  records.put(head, ['head', conversationId, turnId]);
}

function byTime(a: TurnHead, b: TurnHead): number {
  return a.askedAt - b.askedAt;
}

function isTurn(value: unknown): value is StoredTurn {
  return isHead(value) && 'body' in value;
}

// Records outlive the code that wrote them; one that is none any more is left out of the list.
function isHead(value: unknown): value is TurnHead {
  if (typeof value !== 'object' || value === null) return false;
  const { conversationId, turnId, askedAt, question } = value as Record<string, unknown>;
  return (
    [conversationId, turnId, question].every((part) => typeof part === 'string') &&
    Number.isFinite(askedAt)
  );
}
