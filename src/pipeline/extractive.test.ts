import { describe, expect, it } from 'vitest';
import { createHashEncoder } from '../adapters/memory/hash-encoder.ts';
import { evidenceForest } from '../core/evidence-forest.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import type { Item } from '../core/item.ts';
import { leafRegions } from '../core/region-tree.ts';
import { findMarks } from './citations.ts';
import { embedItems, planItem } from './embed-items.ts';
import {
  extractiveReader,
  NO_CLEAR_ANSWER,
  ROWS_ONLY,
  scoreCritic,
  someRowsOnly,
} from './extractive.ts';

const encoder = createHashEncoder();
const story = 'Bees make honey. The lighthouse is 40 metres high. Cats sleep a lot.';
const sentences: (readonly [number, number])[] = [
  [0, 16],
  [17, 50],
  [51, 68],
];
const text: Item = {
  id: 'text',
  modality: 'text',
  title: '',
  headingPath: [],
  provenance: { source: 'a.txt' },
  text: story,
  sentences,
};
const table: Item = {
  id: 'table',
  modality: 'table',
  title: '',
  headingPath: [],
  provenance: { source: 'a.csv' },
  caption: 'Towers',
  columns: ['Place', 'Lamp'],
  rows: [
    ['Cape North', 'red flash'],
    ['Cape South', 'white beam'],
  ],
};

const sparse: Item = {
  ...table,
  id: 'sparse',
  caption: 'Payments',
  columns: ['Number', 'Date', 'Payee', 'Amount', 'Note'],
  rows: [
    ['', '', 'Bain', '37', ''],
    ['7', 'May', 'Owl', '4', 'late'],
  ],
};

const film: Item = {
  id: 'film',
  modality: 'video',
  title: '',
  headingPath: [],
  provenance: { source: 'a.mp4' },
  durationSeconds: 20,
  segments: [
    { start: 0, end: 2, text: 'Hello.' },
    { start: 7.25, end: 9, text: 'We measured a flow' },
    { start: 9, end: 11, text: 'of 42 litres per second.' },
    { start: 12, end: 13, text: 'Bye.' },
  ],
};

const sign: Item = {
  ...text,
  id: 'sign',
  text: 'NIGHT WATCH\n\nring twice',
  sentences: [[0, 23]],
};

const long: Item = {
  ...table,
  id: 'long',
  rows: Array.from({ length: 15 }, (_, at) => [`Cape ${at + 1}`, at === 13 ? 'red flash' : 'dark']),
};

const cited: Item = {
  ...text,
  id: 'cited',
  text: 'Lippershey invented the telescope [1].',
  sentences: [[0, 38]],
};

async function setUp() {
  const items = new Map<string, IndexedItem>();
  for await (const event of embedItems(
    [text, table, sparse, long, sign, film, cited].map((item) => planItem(item)!),
    encoder,
  )) {
    if (event.type !== 'items') continue;
    for (const item of event.items) items.set(item.item.id, item);
  }
  const store = {
    getItems: (ids: readonly string[], fingerprint: string) => {
      expect(fingerprint).toBe(fingerprintKey(encoder.fingerprint));
      return Promise.resolve(ids.map((id) => items.get(id)));
    },
  };
  const keep = (id: string, leaves: readonly number[]) => {
    const item = items.get(id)!;
    const regions = leafRegions(item.tree);
    return evidenceForest(
      item,
      Int32Array.from(leaves, (leaf) => regions[leaf]!),
    );
  };
  return { dependencies: { encoder, store }, keep };
}

async function answer(
  question: string,
  evidence: Parameters<ReturnType<typeof extractiveReader>['read']>[0]['evidence'],
  dependencies: Parameters<typeof extractiveReader>[0],
) {
  let whole = '';
  for await (const piece of extractiveReader(dependencies).read({ question, evidence }))
    whole += piece;
  return whole;
}

describe('extractiveReader', () => {
  it('quotes the nearest kept sentence verbatim, with its mark', async () => {
    const { dependencies, keep } = await setUp();
    const evidence = [keep('text', [0]), keep('text', [1, 2])];
    expect(await answer('How high is the lighthouse?', evidence, dependencies)).toBe(
      '“The lighthouse is 40 metres high.” [2]',
    );
  });

  it('quotes the other part of a question with two parts', async () => {
    const { dependencies, keep } = await setUp();
    const quoted = await answer(
      'How high is the lighthouse of Cape North, and who invented the telescope?',
      [keep('text', [0, 1, 2]), keep('cited', [0])],
      dependencies,
    );
    expect(quoted).toContain('“The lighthouse is 40 metres high.” [1]');
    expect(quoted).toContain('“Lippershey invented the telescope');
    expect(quoted).not.toMatch(/Bees|Cats/);
  });

  it('never quotes what was held back', async () => {
    const { dependencies, keep } = await setUp();
    const quoted = await answer(
      'How high is the lighthouse?',
      [keep('text', [0, 2])],
      dependencies,
    );
    expect(quoted).not.toContain('lighthouse');
    // What is left does not answer, and the reader says so first.
    expect(quoted).toMatch(
      /^These passages .+:\n\n“(Bees make honey\.|Cats sleep a lot\.)” \[[12]\]/,
    );
    expect(quoted.startsWith(NO_CLEAR_ANSWER)).toBe(true);
  });

  it('quotes a row under its column names', async () => {
    const { dependencies, keep } = await setUp();
    expect(await answer('Cape South white beam', [keep('table', [0, 1])], dependencies)).toBe(
      'Place | Lamp\nCape South | white beam [1]',
    );
  });

  it('says that rows were not compared where the question asks for that', async () => {
    const { dependencies, keep } = await setUp();
    const question = 'Which cape has the most, Cape North or Cape South?';
    const quoted = await answer(question, [keep('table', [0, 1])], dependencies);
    expect(quoted).toMatch(/^Rows are quoted .+:\n\nPlace \| Lamp\nCape North \| red flash \[1\]/);
    expect(quoted.startsWith(`${ROWS_ONLY}\n\n`)).toBe(true);
    // Rows that are not near enough one by one may still be those that are asked for.
    const far = await answer('Which of them cost the most?', [keep('table', [0])], dependencies);
    expect(far.startsWith(`${NO_CLEAR_ANSWER}\n\n${ROWS_ONLY}\n\nPlace | Lamp`)).toBe(true);
  });

  it('quotes every kept row in the order of the table where the question is about several', async () => {
    const { dependencies, keep } = await setUp();
    const question = 'Which cape has the most, Cape North or Cape South?';
    const rows = 'Place | Lamp\nCape North | red flash [1]\nCape South | white beam [1]';
    expect(await answer(question, [keep('table', [0, 1])], dependencies)).toBe(
      `${ROWS_ONLY}\n\n${rows}`,
    );
    const all = Array.from({ length: 15 }, (_, at) => at);
    const some = await answer('How many are dark?', [keep('long', all)], dependencies);
    const [preface, quoted] = some.split(':\n\n').slice(-2);
    expect(`${preface}:`).toBe(someRowsOnly(12, 15));
    const places = [...quoted!.matchAll(/Cape (\d+)/g)].map(([, place]) => Number(place));
    expect(places).toHaveLength(12);
    expect(places).not.toContain(14);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    // One row that stands out is what such a question asks for.
    const one = await answer('How many have a red flash?', [keep('long', all)], dependencies);
    expect(one).toBe(`${someRowsOnly(1, 15)}\n\nPlace | Lamp\nCape 14 | red flash [1]`);
  });

  it('runs lines of one passage on', async () => {
    const { dependencies, keep } = await setUp();
    expect(await answer('Night watch', [keep('sign', [0])], dependencies)).toContain(
      '“NIGHT WATCH ring twice” [1]',
    );
  });

  it('quotes of a clip the sentence that is asked for', async () => {
    const { dependencies, keep } = await setUp();
    const ask = (question: string) => answer(question, [keep('film', [0])], dependencies);
    const flow = await ask('What flow was measured?');
    expect(flow).toContain('“We measured a flow of 42 litres per second.” [1]');
    expect(await ask('Zebra?')).toContain(
      '“Hello. We measured a flow of 42 litres per second. Bye.”',
    );
  });

  it('keeps the empty cells of a row, so that its values stand in their columns', async () => {
    const { dependencies, keep } = await setUp();
    const quoted = await answer('Payee Bain', [keep('sparse', [0])], dependencies);
    const [header, row] = quoted.split('\n').slice(-2);
    expect(header!.split(' | ')).toEqual(['Number', 'Date', 'Payee', 'Amount', 'Note']);
    expect(row!.split(' | ')).toEqual(['', '', 'Bain', '37', ' [1]']);
  });

  it('makes no mark of a reference that the document has itself', async () => {
    const { dependencies, keep } = await setUp();
    const evidence = [keep('text', [0]), keep('cited', [0])];
    const quoted = await answer('Who invented the telescope?', evidence, dependencies);
    expect(quoted.replaceAll('\u2060', '')).toBe('“Lippershey invented the telescope [1].” [2]');
    expect(findMarks(quoted).map(({ markers }) => markers)).toEqual([[2]]);
  });

  it('says so when there is nothing to quote', async () => {
    const { dependencies } = await setUp();
    expect(await answer('Why?', [], dependencies)).toMatch(/^No passage/);
  });
});

describe('scoreCritic', () => {
  it('judges by the nearest kept sentence, and never invents a follow-up', async () => {
    const { dependencies, keep } = await setUp();
    const ask = (question: string) =>
      scoreCritic(dependencies).judge({ question, evidence: [keep('text', [0, 1])], searched: [] });
    const near = await ask('The lighthouse is how high?');
    expect(near).toMatchObject({
      cost: { calls: 0 },
      verdict: { sufficient: true, missing: null, followUp: null, parsed: true },
    });
    const far = await ask('Who wrote the anthem?');
    expect(far.verdict).toMatchObject({ sufficient: false, missing: null, followUp: null });
    expect(far.verdict.rationale).toMatch(/scores -?0\.\d{3}, which stays below the 0\.35 /);
  });
});
