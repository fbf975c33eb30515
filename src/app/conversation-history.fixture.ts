import { CanopyError } from '../core/errors.ts';
import { evidenceForest } from '../core/evidence-forest.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import { regionCount } from '../core/region-tree.ts';
import { parentRelative } from '../core/selections/parent-relative.ts';
import type { AnswerEvent, CompressedItem } from '../pipeline/answer-events.ts';
import type { ConversationStore } from '../ports/conversation-store.ts';
import { indexedItem } from '../ports/indexed-item.fixture.ts';
import { createConversation } from './conversation.ts';
import { createHistory, type TabChannel } from './conversation-history.ts';
import type { PageStorage } from './page-storage.ts';
import { createSettings } from './settings-store.ts';

const ITEM = indexedItem('a', { leafCount: 3 });
const KEPT = Int32Array.of(1);

function compressed(indexed: IndexedItem): CompressedItem {
  const size = regionCount(indexed.tree);
  return {
    ...{ indexed, round: 1, forest: evidenceForest(indexed, KEPT) },
    scores: Float32Array.from({ length: size }, (_, region) => region / 10),
    selection: { kept: KEPT, outcomes: new Uint8Array(size) },
  };
}

/** An answer with one item of evidence; 'fail' breaks off. */
export async function* script(question: string): AsyncGenerator<AnswerEvent> {
  yield { type: 'retrieved', round: 1, query: question, items: [] };
  yield { type: 'compressed', round: 1, evidence: [compressed(ITEM)], added: ['a'] };
  yield {
    type: 'critic-failed',
    round: 1,
    error: new CanopyError('CHAT_RATE_LIMITED', 'Too many.', { nextStep: 'Wait.' }),
  };
  yield { type: 'reading', evidence: [compressed(ITEM).forest] };
  if (question === 'fail') throw new CanopyError('CHAT_STREAM_CUT', 'It broke off.');
  yield {
    type: 'done',
    summary: {
      ...{ answer: `Answer to ${question} [1]`, citations: [], rounds: 1, reader: 'test' },
      ...{ wholeTokens: 6, keptTokens: 4, modelCalls: 0, seconds: 0.1, extractive: true },
    },
  };
}

/** Channels that hear each other and not themselves, like those of tabs. */
export function channels(): () => TabChannel {
  const all = new Set<{ channel: TabChannel; hear: () => void }>();
  return () => {
    const listeners: (() => void)[] = [];
    const channel: TabChannel = {
      addEventListener: (_, listener) => listeners.push(listener),
      postMessage: () => {
        for (const other of all) if (other.channel !== channel) other.hear();
      },
    };
    const hear = () => {
      for (const listener of listeners) listener();
    };
    all.add({ channel, hear });
    return channel;
  };
}

/** What a tab remembers over a reload. */
export function memorySession(): PageStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
  };
}

const { dial } = parentRelative;
const DIALS = { calibrated: dial, 'pool-relative': dial, 'parent-relative': dial };

/** A tab's conversation and its history, over a store. */
export function openTab(options: {
  store: ConversationStore;
  session?: PageStorage;
  channel?: TabChannel;
  items?: readonly IndexedItem[];
  answer?: (question: string) => AsyncGenerator<AnswerEvent>;
}) {
  const { items = [ITEM], answer = script } = options;
  const conversation = createConversation(
    { dials: DIALS, answer },
    createSettings(undefined),
    (task) => task(),
    { settled: async () => 0, recheck: async () => undefined },
  );
  const history = createHistory({
    openStore: async () => options.store,
    items: async (ids) => ids.map((id) => items.find(({ item }) => item.id === id)),
    conversation,
    tabs: options.channel ?? channels()(),
    session: options.session,
  });
  return { conversation, history };
}

/** Lets everything that is queued come through. */
export const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
