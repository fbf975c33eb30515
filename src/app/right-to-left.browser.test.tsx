import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createHashEncoder } from '../adapters/memory/hash-encoder.ts';
import { createMemoryConversationStore } from '../adapters/memory/memory-conversation-store.ts';
import { evidenceForest } from '../core/evidence-forest.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import type { Item } from '../core/item.ts';
import { leafRegions, regionCount } from '../core/region-tree.ts';
import type { CompressedItem } from '../pipeline/answer-events.ts';
import { embedItems, planItem } from '../pipeline/embed-items.ts';
import { storedDocument } from '../ports/indexed-item.fixture.ts';
import type { CollectionFile, CollectionState } from './collection-state.ts';
import { openTab, settle } from './conversation-history.fixture.ts';
import type { Engine } from './engine.ts';
import { createEvidenceView } from './evidence-view.ts';
import { FileRow } from './file-row.tsx';
import { GoneCard } from './gone-card.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { ItemCard } from './item-card.tsx';
import { type Services, ServicesContext } from './services.ts';
import { createSettings } from './settings-store.ts';
import { SourceDialog } from './source-dialog.tsx';
import { createStore, type Readable } from './store.ts';

const SOURCE = 'מגדלור (2024).txt';
const common = {
  title: 'המגדלור',
  headingPath: ['פרק 1'],
  provenance: { source: SOURCE, page: 3 },
};
const ITEMS: readonly Item[] = [
  {
    ...{ ...common, id: 'text', modality: 'text' },
    text: 'המגדלור נבנה ב-1903. גובהו 40 מטר.',
    sentences: [
      [0, 20],
      [21, 34],
    ],
  },
  {
    ...{ ...common, id: 'table', modality: 'table', caption: 'מגדלורים' },
    columns: ['שם', 'גובה (m)'],
    rows: [
      ['יפו', '10 מטר'],
      ['חיפה', '14 מטר'],
    ],
  },
  {
    ...{ ...common, id: 'film', modality: 'video', durationSeconds: 60 },
    segments: [
      { start: 1, end: 20, text: 'ברוכים הבאים!' },
      { start: 31, end: 50, text: 'זה המגדלור.' },
    ],
  },
  { ...{ ...common, id: 'picture', modality: 'image' }, text: 'המגדלור ביפו.' },
];

const items = new Map<string, IndexedItem>();
beforeAll(async () => {
  const planned = ITEMS.map((item) => planItem(item)).filter((plan) => plan !== undefined);
  for await (const event of embedItems(planned, createHashEncoder())) {
    if (event.type === 'items') for (const item of event.items) items.set(item.item.id, item);
  }
  expect(items.size).toBe(ITEMS.length);
});

/** The item with its first leaf kept and the others held back. */
function compressed(id: string): CompressedItem {
  const indexed = items.get(id);
  if (indexed === undefined) throw new Error(`No item ${id}.`);
  const kept = Int32Array.of(leafRegions(indexed.tree)[0] ?? 0);
  const size = regionCount(indexed.tree);
  return {
    ...{ indexed, round: 1, forest: evidenceForest(indexed, kept) },
    scores: new Float32Array(size),
    selection: { kept, outcomes: new Uint8Array(size) },
  };
}

const STORED = storedDocument(
  'one',
  ITEMS.map(({ id }) => id),
);
const FILE: CollectionFile = {
  ...{ key: 'one', name: SOURCE, bytes: 9 },
  state: { step: 'ready', document: STORED, embedded: 0 },
};

/** Shows a part of the page over what it needs of the services. */
function show(part: ReactNode, tab = openTab({ store: createMemoryConversationStore() })) {
  const state: CollectionState = {
    ...{ status: 'open', persistent: true },
    files: [FILE],
    batch: undefined,
  };
  const engine: Pick<Engine, 'items' | 'original' | 'encoder'> = {
    encoder: createStore<ReturnType<Engine['encoder']['get']>>({ status: 'idle' }),
    items: async (ids: readonly string[]) => ids.map((id) => items.get(id)),
    original: async () => undefined,
  };
  const collection: Readable<CollectionState> = createStore(state);
  const services = {
    ...{ ...tab, engine, collection, settings: createSettings(undefined) },
    evidence: createEvidenceView(engine, tab.conversation),
  } as Services;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(<ServicesContext value={services}>{part}</ServicesContext>);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
}

/** Hebrew words of the page, and those of them that run from left to right. */
function hebrew() {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const [found, wrong]: [string[], string[]] = [[], []];
  for (let text = walk.nextNode(); text !== null; text = walk.nextNode()) {
    const words = text.textContent ?? '';
    if (text.parentElement === null || !/\p{Script=Hebrew}/u.test(words)) continue;
    found.push(words);
    if (getComputedStyle(text.parentElement).direction !== 'rtl') wrong.push(words);
  }
  return { found, wrong };
}

/** Waits until these words are shown, with all that is folded opened, and no others run the wrong way. */
async function expectRightToLeft(expected: readonly string[]) {
  const look = () => {
    for (const fold of document.querySelectorAll<HTMLElement>('[aria-expanded="false"]'))
      fold.click();
    return hebrew().found;
  };
  await expect.poll(look, { timeout: 10_000 }).toEqual(expect.arrayContaining([...expected]));
  expect(hebrew().wrong).toEqual([]);
}

describe('words that run from right to left', () => {
  it.each([
    ['text', 'פרק 1', SOURCE, 'המגדלור נבנה ב-1903.', 'גובהו 40 מטר.'],
    ['table', 'מגדלורים', 'שם', 'גובה (m)', 'יפו', '10 מטר', '14 מטר'],
    ['film', 'ברוכים הבאים!', 'זה המגדלור.'],
    ['picture', 'המגדלור ביפו.'],
  ])('do so in the evidence card of a %s', async (id, ...expected) => {
    const [turn] = (await askedTab()).conversation.get();
    if (turn === undefined) throw new Error('Nothing was asked.');
    show(<ItemCard compressed={compressed(id)} turn={turn} scale={{ low: 0, high: 1 }} />);
    await expectRightToLeft(expected);
    const table = document.querySelector('table');
    if (table !== null) expect(getComputedStyle(table).direction).toBe('rtl');
  });

  it('do so in the card of an item that is gone', async () => {
    const { forest } = compressed('text');
    show(<GoneCard forest={forest} reading={[forest]} />);
    await expectRightToLeft(['פרק 1', SOURCE]);
  });

  it.each([
    ['text', { start: 0, end: 20 }],
    ['table', { start: 0, end: 1 }],
    ['film', { start: 0, end: 0 }],
  ])('do so in the source, opened at a %s', async (itemId, at) => {
    show(<SourceDialog place={{ itemId, ...at }} onClose={() => undefined} />);
    await expectRightToLeft([
      ...[SOURCE, 'פרק 1', 'שם', 'גובה (m)', '10 מטר', 'ברוכים הבאים!', 'המגדלור ביפו.'],
      itemId === 'text' ? 'המגדלור נבנה ב-1903.' : 'המגדלור נבנה ב-1903. גובהו 40 מטר.',
    ]);
  });

  it('do so in the list of conversations', async () => {
    const tab = await askedTab();
    show(<HistoryDialog onClose={() => undefined} />, tab);
    await expectRightToLeft(['מתי נבנה המגדלור?']);
  });

  it.each([
    ['ready', FILE],
    ['waiting', { ...FILE, state: { step: 'queued' } } as const],
  ])('do so in the name of a file that is %s', async (_, file) => {
    show(<FileRow file={file} index={0} count={1} top={0} measure={() => undefined} />);
    await expectRightToLeft([SOURCE]);
  });
});

/** A tab in which a question was asked. */
async function askedTab() {
  const tab = openTab({ store: createMemoryConversationStore() });
  await tab.conversation.ask('מתי נבנה המגדלור?');
  await settle();
  return tab;
}
