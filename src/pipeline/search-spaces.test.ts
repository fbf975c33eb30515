import { describe, expect, it } from 'vitest';
import { createHashEncoder } from '../adapters/memory/hash-encoder.ts';
import { createMemoryRegionStore } from '../adapters/memory/memory-region-store.ts';
import { createVectorRetriever } from '../adapters/memory/vector-retriever.ts';
import { CanopyError } from '../core/errors.ts';
import { evidenceForest } from '../core/evidence-forest.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import type { Item } from '../core/item.ts';
import { storedDocument } from '../ports/indexed-item.fixture.ts';
import type { AnswerEvent } from './answer-events.ts';
import { answerQuestion } from './answer-question.ts';
import { embedItems, planItem } from './embed-items.ts';
import { extractiveReader, NO_CLEAR_ANSWER, scoreCritic } from './extractive.ts';
import { retrieveByRegions } from './retrieve-by-regions.ts';
import { embedInSpaces, type SearchSpace, searchSpaces } from './search-spaces.ts';
import { ruleTableQuestion } from './table-question-rules.ts';

const words = createHashEncoder();
const pictures = createHashEncoder({ dimensions: 64, revision: 'pictures' });
const down = new CanopyError('CHAT_UNREACHABLE', 'box.test did not answer.');
const silent: SearchSpace['encoder'] = {
  fingerprint: pictures.fingerprint,
  embedQuery: () => Promise.reject(down),
};

function item(id: string, text: string, modality: 'text' | 'image' = 'text'): Item {
  const base = { id, title: '', headingPath: [], provenance: { source: id }, text };
  return { ...base, modality };
}
const texts = [
  item('tower', 'The lighthouse is 40 metres high.'),
  item('cats', 'Cats sleep a lot. They like the lighthouse.'),
];
const photo = item('photo', 'A lighthouse at night.', 'image');

/** Words are embedded by the one encoder and the photo by the other; `both` lets the first one embed the photo too. */
async function setUp({ both = false, encoder = pictures as SearchSpace['encoder'] } = {}) {
  const store = createMemoryRegionStore();
  const put = async (items: readonly Item[], by: typeof words) => {
    const planned = items.map((entry) => planItem(entry)!);
    for await (const event of embedItems(planned, by)) {
      if (event.type === 'items') await store.putItems(event.items);
    }
  };
  await put(both ? [...texts, photo] : texts, words);
  await put([photo], pictures);
  await store.putDocument(storedDocument('all', ['tower', 'cats', 'photo']));
  const spaces = [words, encoder].map((by): SearchSpace => {
    const key = fingerprintKey(by.fingerprint);
    const retriever = retrieveByRegions(createVectorRetriever(store, key), store, key);
    return { encoder: by, retriever };
  });
  return { store, spaces };
}

const query = 'How high is the lighthouse?';

describe('searching several spaces', () => {
  it('takes turns among them, whatever their cosines, and each item comes from its own', async () => {
    const { store, spaces } = await setUp();
    const asked = await embedInSpaces(query, spaces);
    const found = await searchSpaces(asked, 3, spaces, store);
    expect(found.map(({ itemId }) => itemId)).toEqual(['tower', 'photo', 'cats']);
    expect(found.map(({ indexed }) => indexed.vectors.dimensions)).toEqual([256, 64, 256]);
    const firstOnly = await searchSpaces(asked, 1, spaces, store);
    expect(firstOnly.map(({ itemId }) => itemId)).toEqual(['tower']);
  });

  it('takes the k best of each corpus that a router chose', async () => {
    const { store, spaces } = await setUp();
    const asked = await embedInSpaces(query, spaces);
    const found = await searchSpaces(asked, 1, spaces, store, { modalities: ['text', 'image'] });
    expect(found.map(({ itemId }) => itemId)).toEqual(['tower', 'photo']);
    const seen = await searchSpaces(asked, 1, spaces, store, { modalities: ['image'] });
    expect(seen.map(({ itemId }) => itemId)).toEqual(['photo']);
  });

  it('counts an item that several hold in the first of them only', async () => {
    const { store, spaces } = await setUp({ both: true });
    const found = await searchSpaces(await embedInSpaces(query, spaces), 9, spaces, store);
    expect(found.map(({ itemId }) => itemId).toSorted()).toEqual(['cats', 'photo', 'tower']);
    const photo = found.find(({ itemId }) => itemId === 'photo')!;
    expect(photo.indexed.fingerprint).toBe(fingerprintKey(words.fingerprint));
  });

  it('counts it there even where a retriever knows of no other space', async () => {
    const { store, spaces } = await setUp({ both: true });
    const unaware = spaces.map(({ encoder, retriever }): SearchSpace => {
      const retrieve: SearchSpace['retriever']['retrieve'] = (vector, k) =>
        retriever.retrieve(vector, k);
      return { encoder, retriever: { retrieve } };
    });
    const found = await searchSpaces(await embedInSpaces(query, unaware), 9, unaware, store);
    const [first] = found.filter(({ itemId }) => itemId === 'photo');
    expect(first?.indexed.fingerprint).toBe(fingerprintKey(words.fingerprint));
    // It gains nothing from standing in two rankings.
    expect(found[0]?.itemId).toBe('tower');
  });

  it('goes on without a space whose encoder is away, and finds there what others hold too', async () => {
    const { store, spaces } = await setUp({ both: true, encoder: silent });
    const turned = spaces.toReversed();
    const asked = await embedInSpaces(query, turned);
    expect(asked.failures).toEqual([down]);
    const found = await searchSpaces(asked, 9, turned, store);
    expect(found.map(({ itemId }) => itemId).toSorted()).toEqual(['cats', 'photo', 'tower']);
  });

  it('fails where no encoder is left, and when the question is over', async () => {
    const [, away] = (await setUp({ encoder: silent })).spaces;
    await expect(embedInSpaces(query, [away!])).rejects.toBe(down);
    const stopped = new CanopyError('ABORTED', 'stopped');
    const stopping = { ...words, embedQuery: () => Promise.reject(stopped) };
    const both = [{ encoder: stopping }, { encoder: pictures }];
    await expect(embedInSpaces(query, both)).rejects.toBe(stopped);
  });
});

describe('a question over several spaces', () => {
  const ask = async (encoder?: SearchSpace['encoder']) => {
    const { store, spaces } = await setUp(encoder === undefined ? {} : { encoder });
    const [first, ...others] = spaces;
    const own = { ...first!, others, store };
    const events: AnswerEvent[] = [];
    for await (const event of answerQuestion(query, {
      ...own,
      critic: scoreCritic(own),
      reader: extractiveReader(own),
      tableQuestion: ruleTableQuestion,
    })) {
      events.push(event);
    }
    return events;
  };

  it('scores each item with its own encoder’s query and quotes from both', async () => {
    const events = await ask();
    const compressed = events.find((event) => event.type === 'compressed')!;
    const sizes = compressed.evidence.map(({ indexed, scores }) => [
      indexed.item.id,
      scores.length,
    ]);
    expect(sizes).toEqual([
      ['tower', 1],
      ['photo', 1],
      ['cats', 3],
    ]);
    const done = events.at(-1);
    expect(done?.type === 'done' && done.summary.answer).toContain('40 metres');
    expect(done?.type === 'done' && done.summary.answer).toContain('at night');
    expect(events.map(({ type }) => type)).not.toContain('unsearched');
  });

  it('tells of the part that could not be searched and answers from the rest', async () => {
    const events = await ask(silent);
    expect(events[0]).toEqual({ type: 'unsearched', round: 1, error: down });
    const done = events.at(-1);
    expect(done?.type === 'done' && done.summary.answer).toContain('40 metres');
    expect(done?.type === 'done' && done.summary.answer).not.toContain('at night');
  });
});

it('a device that scores leaves compares them inside their own space', async () => {
  const { store, spaces } = await setUp();
  const [first, ...others] = spaces;
  const stored = await Promise.all([
    store.getItems(['cats'], fingerprintKey(words.fingerprint)),
    store.getItems(['photo'], fingerprintKey(pictures.fingerprint)),
  ]);
  const evidence = stored.map(([indexed]) => evidenceForest(indexed!, Int32Array.of(0)));
  let answer = '';
  const reader = extractiveReader({ ...first!, others, store });
  for await (const piece of reader.read({ question: 'lighthouse', evidence })) answer += piece;
  // The best of either space; “Cats sleep” is far behind in its own.
  expect(answer).toContain('They like the lighthouse.');
  expect(answer).toContain('A lighthouse at night.');
  expect(answer).not.toContain('Cats sleep');
});

describe('the cosine from which evidence is enough', () => {
  const judge = async (question: string, ...ids: ('cats' | 'photo')[]) => {
    const { store, spaces } = await setUp();
    const [first, ...others] = spaces;
    const evidence = await Promise.all(
      ids.map(async (id) => {
        const { fingerprint } = id === 'photo' ? pictures : words;
        const [indexed] = await store.getItems([id], fingerprintKey(fingerprint));
        return evidenceForest(indexed!, Int32Array.of(0));
      }),
    );
    const own = { ...first!, others, store };
    let answer = '';
    for await (const piece of extractiveReader(own).read({ question, evidence })) answer += piece;
    const { verdict } = await scoreCritic(own).judge({ question, evidence, searched: [] });
    return { ...verdict, answer };
  };

  it('is asked of the first encoder’s passages', async () => {
    const poor = await judge('Who wrote the anthem?', 'cats');
    expect([poor.sufficient, poor.answer.startsWith(NO_CLEAR_ANSWER)]).toEqual([false, true]);
    const near = await judge('Cats sleep a lot', 'cats', 'photo');
    expect(near.rationale).toMatch(
      / nearest to the question scores 1\.000, which reaches the 0\.35 that counts as close\.$/,
    );
  });

  it.each([[['cats', 'photo'] as const], [['photo'] as const]])(
    'says nothing against what a further one found: %j',
    async (ids) => {
      const { answer, sufficient, rationale } = await judge('A lighthouse at night', ...ids);
      expect(answer).toContain('A lighthouse at night.');
      expect(answer).not.toContain(NO_CLEAR_ANSWER);
      expect(sufficient).toBe(false);
      expect(rationale).toMatch(/further encoder .+ cannot be told/);
    },
  );
});
