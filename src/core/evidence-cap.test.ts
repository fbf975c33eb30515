import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capEvidence, type EvidenceItem, evidenceCap } from './evidence-cap.ts';
import { evidenceForest } from './evidence-forest.ts';
import type { Item } from './item.ts';
import { buildRegionTree, leafRegions } from './region-tree.ts';
import { evidenceTokens } from './render-evidence.ts';
import { segmentItem } from './segment-item.ts';

/** A text item of numbered sentences, of which some are kept. */
function textItem(id: string, sentences: number, kept: readonly number[]): EvidenceItem {
  const words = Array.from({ length: sentences }, (_, n) => `Sentence ${n} of ${id} tells this.`);
  let start = 0;
  const spans = words.map((word): [number, number] => {
    const span: [number, number] = [start, start + word.length];
    start += word.length + 1;
    return span;
  });
  return item(
    {
      id,
      modality: 'text',
      title: id,
      headingPath: [],
      provenance: { source: `${id}.txt` },
      text: words.join(' '),
      sentences: spans,
    },
    kept,
  );
}

function item(content: Item, kept: readonly number[]): EvidenceItem {
  const leaves = segmentItem(content);
  const tree = buildRegionTree(leaves.starts.length);
  const indexed = {
    item: content,
    leaves,
    tree,
    leafTokens: new Int32Array(leaves.starts.length).fill(7),
    vectors: { rows: 0, dimensions: 0, data: new Int8Array(), scales: new Float32Array() },
    fingerprint: '',
  };
  const regions = leafRegions(tree);
  const forest = evidenceForest(
    indexed,
    Int32Array.from(kept, (leaf) => regions[leaf]!),
  );
  return { indexed, forest };
}

describe('capEvidence', () => {
  const first = textItem('first', 4, [0, 1]);
  const second = textItem('second', 6, [0, 2, 3, 5]);
  const third = textItem('third', 2, [0]);

  it('leaves evidence that fits as it is', () => {
    expect(capEvidence([first, second, third])).toEqual([
      first.forest,
      second.forest,
      third.forest,
    ]);
  });

  it('cuts the last leaves of the item on the border, and all items after it', () => {
    const cap = evidenceTokens([first.forest, second.forest]) - 1;
    const [a, b, ...rest] = capEvidence([first, second, third], cap);
    expect(a).toEqual(first.forest);
    expect(b?.spans.map(({ firstLeaf, endLeaf }) => [firstLeaf, endLeaf])).toEqual([
      [0, 1],
      [2, 4],
    ]);
    expect(b?.keptLeaves).toBe(3);
    expect(rest).toEqual([]);
  });

  it('drops the item on the border when not one of its leaves fits', () => {
    const cap = evidenceTokens([first.forest]) + 3;
    expect(capEvidence([first, second], cap)).toEqual([first.forest]);
  });

  it('cuts inside a single leaf that is longer than the cap', () => {
    const text = 'word '.repeat(3000).trim();
    const long = item(
      {
        id: 'long',
        modality: 'text',
        title: 'long',
        headingPath: [],
        provenance: { source: 'long.txt' },
        text,
        sentences: [[0, text.length]],
      },
      [0],
    );
    const [cut, ...rest] = capEvidence([long, first], 500);
    expect(rest).toEqual([]);
    const [span] = cut!.spans;
    expect(span!.text).toBe(text.slice(0, span!.end));
    expect(evidenceTokens([cut!])).toBeLessThanOrEqual(500);
    expect(evidenceTokens([cut!])).toBeGreaterThan(400);
  });

  it('never cuts a character in half', () => {
    const text = '🌳'.repeat(400);
    const trees = item(
      {
        id: 'trees',
        modality: 'text',
        title: 'trees',
        headingPath: [],
        provenance: { source: 'trees.txt' },
        text,
        sentences: [[0, text.length]],
      },
      [0],
    );
    for (let cap = 100; cap < 130; cap++) {
      const [cut] = capEvidence([trees], cap);
      expect(cut!.spans[0]!.text).toMatch(/^(?:🌳)+$/u);
    }
  });

  it('passes over items of which nothing was kept', () => {
    expect(capEvidence([textItem('none', 3, []), first])).toEqual([first.forest]);
  });

  it('never exceeds the cap, and grows with it', () => {
    const items = [first, second, third, textItem('fourth', 30, [...Array(30).keys()])];
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 500 }), (cap) => {
        const kept = capEvidence(items, cap);
        // The estimate rounds once per item.
        expect(evidenceTokens(kept)).toBeLessThanOrEqual(cap + kept.length);
        const leaves = (forests: typeof kept) => forests.reduce((n, f) => n + f.keptLeaves, 0);
        expect(leaves(capEvidence(items, cap + 20))).toBeGreaterThanOrEqual(leaves(kept));
      }),
    );
  });
});

it('is 16k tokens, and 64k with a video', () => {
  const video = item(
    {
      id: 'v',
      modality: 'video',
      title: 'v',
      headingPath: [],
      provenance: { source: 'v.mp4' },
      durationSeconds: 30,
      segments: [],
    },
    [0],
  );
  expect(evidenceCap([textItem('t', 1, [0])])).toBe(16_000);
  expect(evidenceCap([textItem('t', 1, [0]), video])).toBe(64_000);
});
