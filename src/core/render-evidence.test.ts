import { describe, expect, it } from 'vitest';
import { estimateTokens } from './estimate-tokens.ts';
import { countLeafTokens, evidenceForest } from './evidence-forest.ts';
import type { IndexedItem } from './indexed-item.ts';
import type { Item } from './item.ts';
import { buildRegionTree, leafRegions } from './region-tree.ts';
import {
  comparedTokens,
  evidenceTokens,
  markSpans,
  renderEvidence,
  wholeItemTokens,
} from './render-evidence.ts';
import { segmentItem } from './segment-item.ts';

function indexed(item: Item): IndexedItem {
  const leaves = segmentItem(item);
  const tree = buildRegionTree(leaves.starts.length);
  const vectors = { rows: 0, dimensions: 0, data: new Int8Array(), scales: new Float32Array() };
  return {
    item,
    leaves,
    leafTokens: countLeafTokens({ item, leaves }),
    tree,
    vectors,
    fingerprint: '',
  };
}

function keep(item: Item, leaves: readonly number[]) {
  const whole = indexed(item);
  const regions = leafRegions(whole.tree);
  return evidenceForest(
    whole,
    Int32Array.from(leaves, (leaf) => regions[leaf]!),
  );
}

const notes: Item = {
  id: 'a',
  modality: 'text',
  title: 'Rivers',
  headingPath: ['Bohemia', 'Vltava'],
  provenance: { source: 'rivers.pdf', page: 3 },
  text: 'It rises in Šumava. It is 430 km long. Prague lies on it. It joins the Elbe.',
  sentences: [
    [0, 19],
    [20, 38],
    [39, 57],
    [58, 76],
  ],
};
const cities: Item = {
  id: 'b',
  modality: 'table',
  title: 'cities.csv',
  headingPath: [],
  provenance: { source: 'cities.csv', firstRow: 2 },
  caption: 'Census 2021',
  columns: ['City', 'People'],
  rows: [
    ['Brno', '398,510'],
    ['Plzeň', '187,928'],
  ],
};
const talk: Item = {
  id: 'c',
  modality: 'video',
  title: 'Talk',
  headingPath: [],
  provenance: { source: 'talk.mp4' },
  durationSeconds: 90,
  segments: [{ start: 61, end: 65, text: 'Thank you.' }],
};

describe('renderEvidence', () => {
  it('does not name an item that was dropped whole', () => {
    const rendered = renderEvidence([keep(notes, []), keep(cities, [0])]);
    expect(rendered).not.toMatch(/Rivers|Vltava|rivers\.pdf/);
    expect(rendered).toContain('[1]');
    expect(renderEvidence([keep(notes, [])])).toBe('');
  });

  it('shows headings, places, marks and gaps, with one numbering over all items', () => {
    const evidence = [keep(notes, [1, 2]), keep(notes, [0, 3]), keep(cities, [1]), keep(talk, [2])];
    expect(renderEvidence(evidence)).toBe(
      [
        '## Rivers > Bohemia > Vltava (rivers.pdf, page 3)',
        '[…]',
        '[1] It is 430 km long. Prague lies on it.',
        '[…]',
        '',
        '## Rivers > Bohemia > Vltava (rivers.pdf, page 3)',
        '[2] It rises in Šumava.',
        '[…]',
        '[3] It joins the Elbe.',
        '',
        '## cities.csv, from row 2',
        'Census 2021',
        'City | People',
        '[…]',
        '[4] Plzeň | 187,928',
        '',
        '## Talk (talk.mp4)',
        '[…]',
        '[5] (1:00-1:30) Thank you.',
      ].join('\n'),
    );
    expect(
      markSpans(evidence).map(({ marker, forest, span }) => [marker, forest.itemId, span]),
    ).toEqual([
      [1, 'a', 0],
      [2, 'a', 0],
      [3, 'a', 1],
      [4, 'b', 0],
      [5, 'c', 0],
    ]);
  });

  it('is empty for no evidence', () => {
    expect(renderEvidence([])).toBe('');
    expect(evidenceTokens([])).toBe(0);
  });
});

describe('tokens', () => {
  it('count a whole item alike, rendered or not', () => {
    for (const item of [notes, cities, talk]) {
      const all = indexed(item);
      const whole = evidenceForest(all, Int32Array.of(0));
      expect(Math.abs(wholeItemTokens(all) - evidenceTokens([whole]))).toBeLessThanOrEqual(3);
    }
  });

  it('count what the prompt carries, heading included', () => {
    const forest = keep(notes, [1]);
    expect(evidenceTokens([forest])).toBe(estimateTokens(renderEvidence([forest])));
    expect(evidenceTokens([forest])).toBeGreaterThan(forest.keptTokens + 8);
  });

  it('compare as equal when nothing was held back', () => {
    const all = [notes, cities, talk].map(indexed);
    const evidence = all.map((item) => evidenceForest(item, Int32Array.of(0)));
    const kept = evidenceTokens(evidence);
    expect(comparedTokens(all, evidence)).toEqual({ whole: kept, kept });
  });

  it('count a dropped item as found', () => {
    const all = [notes, cities].map(indexed);
    const whole = wholeItemTokens(all[0]!) + wholeItemTokens(all[1]!);
    const forest = keep(notes, [1]);
    const kept = evidenceTokens([forest]);
    expect(kept).toBeLessThan(whole);
    expect(comparedTokens(all, [forest])).toEqual({ whole, kept });
    expect(comparedTokens(all, [forest, keep(cities, [])])).toEqual({ whole, kept });
  });

  it('never compare as more kept than found, however many marks and gaps the evidence has', () => {
    const text = Array.from({ length: 40 }, () => 'A.').join(' ');
    const sentences = Array.from({ length: 40 }, (_, at) => [3 * at, 3 * at + 2] as const);
    const short: Item = { ...notes, text, sentences };
    const scattered = keep(
      short,
      Array.from({ length: 20 }, (_, at) => 2 * at),
    );
    const kept = evidenceTokens([scattered]);
    expect(kept).toBeGreaterThan(wholeItemTokens(indexed(short)));
    expect(comparedTokens([indexed(short)], [scattered])).toEqual({ whole: kept, kept });
  });
});
