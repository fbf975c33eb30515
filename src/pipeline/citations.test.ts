import { describe, expect, it } from 'vitest';
import { evidenceForest } from '../core/evidence-forest.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import type { Item } from '../core/item.ts';
import { buildRegionTree, leafRegions } from '../core/region-tree.ts';
import { citationsOf, findMarks } from './citations.ts';

describe('findMarks', () => {
  it.each([
    ['A [1].', [[1]]],
    [
      'A [1, 3] and [2;4].',
      [
        [1, 3],
        [2, 4],
      ],
    ],
    ['A [1][2].', [[1], [2]]],
    [
      'A [1-3], B [4–5].',
      [
        [1, 2, 3],
        [4, 5],
      ],
    ],
    ['A 【7】.', [[7]]],
    ['A [3-1] [1-9999] [1914-1945] [x] [] [12345].', []],
  ])('in “%s”', (answer, markers) => {
    expect(findMarks(answer).map((mark) => mark.markers)).toEqual(markers);
  });

  it('leaves brackets alone that lead nowhere, and writes out what of a mark does not', () => {
    const pieces = (answer: string) =>
      findMarks(answer, (marker) => marker >= 1 && marker <= 3).map((mark) => mark.pieces);
    expect(pieces('The war [1914-1945] and [2019-2021], see [7] and [0].')).toEqual([]);
    expect(pieces('A [1, 9], [2-4], [3; 2019–2021], [1, 30-60].')).toEqual([
      [1, '[9]'],
      [2, 3, '[4]'],
      [3, '[2019–2021]'],
      [1, '[30-60]'],
    ]);
  });

  it('tells where a mark stands', () => {
    const answer = 'The Vltava [2] flows.';
    const [mark] = findMarks(answer);
    expect(answer.slice(mark!.start, mark!.end)).toBe('[2]');
  });
});

function indexed(item: Item, starts: readonly number[], ends: readonly number[]): IndexedItem {
  return {
    item,
    leaves: { starts: Int32Array.from(starts), ends: Int32Array.from(ends) },
    leafTokens: new Int32Array(starts.length).fill(5),
    tree: buildRegionTree(starts.length),
    vectors: { rows: 0, dimensions: 0, data: new Int8Array(), scales: new Float32Array() },
    fingerprint: '',
  };
}

const sentences = [
  'The Vltava rises in Šumava. ',
  'It is 430 km long. ',
  'Its basin covers 28,090 square km. ',
  'The river joins the Elbe at Mělník.',
];
const text = sentences.join('');
const ends = sentences.map(
  (_, leaf) =>
    sentences
      .slice(0, leaf + 1)
      .join('')
      .trimEnd().length,
);
const starts = sentences.map((_, leaf) => sentences.slice(0, leaf).join('').length);
const river = indexed(
  {
    id: 'river',
    modality: 'text',
    title: 'Vltava',
    headingPath: [],
    provenance: { source: 'river.txt' },
    text,
  },
  starts,
  ends,
);
const table = indexed(
  {
    id: 'table',
    modality: 'table',
    title: 'Cities',
    headingPath: [],
    provenance: { source: 'cities.csv' },
    columns: ['City', 'People'],
    rows: [
      ['Brno', '398,510'],
      ['Ostrava', '282,450'],
    ],
  },
  [0, 1],
  [1, 2],
);
const items = new Map([river, table].map((entry) => [entry.item.id, entry]));
const leaf = (entry: IndexedItem, index: number) => leafRegions(entry.tree)[index]!;

describe('citationsOf', () => {
  const whole = evidenceForest(river, Int32Array.of(0));
  const cities = evidenceForest(table, Int32Array.of(0));

  it('narrows a long span to the sentence that the marked one speaks of', () => {
    const [citation] = citationsOf('The river is 430 km long [1].', [whole], items);
    expect(citation).toEqual({
      marker: 1,
      itemId: 'river',
      span: 0,
      start: 28,
      end: 46,
      quote: 'It is 430 km long.',
    });
    expect(text.slice(citation!.start, citation!.end)).toBe(citation!.quote);
  });

  it('narrows a table to its row', () => {
    const citations = citationsOf('Ostrava has 282,450 people. [2]', [whole, cities], items);
    expect(citations).toEqual([
      { marker: 2, itemId: 'table', span: 0, start: 1, end: 2, quote: 'Ostrava | 282,450' },
    ]);
  });

  it('takes neighbours that add to it, and gives one marker two places where it has two', () => {
    const answer =
      'It is 430 km long and its basin covers 28,090 square km [1]. It joins the Elbe at Mělník [1].';
    expect(citationsOf(answer, [whole], items).map(({ quote }) => quote)).toEqual([
      'It is 430 km long. Its basin covers 28,090 square km.',
      'The river joins the Elbe at Mělník.',
    ]);
  });

  it('keeps the whole span when no word tells more, and drops numbers that no span has', () => {
    const citations = citationsOf('Yes [1, 9] [0].', [whole], items);
    expect(citations.map(({ marker, quote }) => [marker, quote])).toEqual([[1, text]]);
  });

  it('numbers the spans of all forests in reading order', () => {
    const parts = evidenceForest(river, Int32Array.of(leaf(river, 1), leaf(river, 3)));
    const citations = citationsOf('A [3]. B [2][1].', [parts, cities], items);
    expect(citations.map(({ marker, itemId, span }) => [marker, itemId, span])).toEqual([
      [3, 'table', 0],
      [2, 'river', 1],
      [1, 'river', 0],
    ]);
  });
});

it('leads to the line of a transcript that was cited, inside its clip', () => {
  const film: Item = {
    ...{ id: 'film', modality: 'video', title: '', headingPath: [], durationSeconds: 40 },
    provenance: { source: 'a.mp4' },
    segments: [
      { start: 0, end: 2, text: 'Welcome to the station.' },
      { start: 7.25, end: 9, text: 'We measured a flow of 42 litres per second.' },
      { start: 12, end: 13, text: 'The spare key is in the yellow cabinet.' },
      { start: 31, end: 33, text: 'That is all for today.' },
    ],
  };
  const item = indexed(film, [0, 30_000], [30_000, 40_000]);
  const evidence = [evidenceForest(item, leafRegions(item.tree).slice(0, 1))];
  const cited = (answer: string) => {
    const [citation] = citationsOf(answer, evidence, new Map([['film', item]]));
    return [citation!.start, citation!.end, citation!.quote];
  };
  expect(cited('The flow was 42 litres per second [1].')).toEqual([
    7250,
    12_000,
    'We measured a flow of 42 litres per second.',
  ]);
  expect(cited('In the yellow cabinet [1].')).toEqual([
    12_000,
    30_000,
    'The spare key is in the yellow cabinet.',
  ]);
  expect(cited('Zebras [1].').slice(0, 2)).toEqual([0, 30_000]);
});
