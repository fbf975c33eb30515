import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evidenceForest, joinRegions } from './evidence-forest.ts';
import type { IndexedItem } from './indexed-item.ts';
import type { Item } from './item.ts';
import { refine } from './refine.ts';
import { buildRegionTree, leafRegions, regionCount } from './region-tree.ts';
import { segmentItem } from './segment-item.ts';

function indexed(item: Item): IndexedItem {
  const leaves = segmentItem(item);
  const tree = buildRegionTree(leaves.starts.length);
  const rows = regionCount(tree);
  return {
    item,
    leaves,
    leafTokens: leaves.starts.map((_, index) => index + 1),
    tree,
    vectors: { rows, dimensions: 1, data: new Int8Array(rows), scales: new Float32Array(rows) },
    fingerprint: 'test',
  };
}

const base = { id: 'i', title: 'Owls', headingPath: ['Food'], provenance: { source: 'owls.md' } };
const text: Item = {
  ...base,
  modality: 'text',
  text: 'Owls hunt at night. They see well.  They hear better!\n\nVoles are their food. Mice too. Some eat fish.',
};
const table: Item = {
  ...base,
  modality: 'table',
  caption: 'Prey',
  columns: ['Animal', 'Share'],
  rows: [
    ['Vole', '60%'],
    ['Mouse', '30%'],
    ['Bird,\nsmall', '10%'],
  ],
};

describe('evidenceForest', () => {
  it('joins neighbours and leaves gaps open, in document order', () => {
    const owls = indexed(text);
    const leaf = leafRegions(owls.tree);
    const forest = evidenceForest(owls, Int32Array.of(leaf[4]!, leaf[0]!, leaf[1]!));
    expect(forest.spans).toEqual([
      { firstLeaf: 0, endLeaf: 2, start: 0, end: 34, text: 'Owls hunt at night. They see well.' },
      { firstLeaf: 4, endLeaf: 5, start: 77, end: 86, text: 'Mice too.' },
    ]);
    expect(forest).toMatchObject({
      itemId: 'i',
      headingPath: ['Food'],
      header: '',
      leafCount: 6,
      keptLeaves: 3,
      wholeTokens: 21,
      keptTokens: 8,
    });
  });

  it('gives the header of a table once and a kept row per line', () => {
    const prey = indexed(table);
    const leaf = leafRegions(prey.tree);
    const forest = evidenceForest(prey, Int32Array.of(leaf[0]!, leaf[2]!));
    expect(forest.header).toBe('Prey\nAnimal | Share');
    expect(forest.spans.map((span) => span.text)).toEqual(['Vole | 60%', 'Bird, small | 10%']);
  });

  it('is the whole item when the root is kept and empty when nothing is', () => {
    const owls = indexed(text);
    expect(evidenceForest(owls, Int32Array.of(0)).spans).toMatchObject([{ start: 0, end: 101 }]);
    const nothing = evidenceForest(owls, new Int32Array());
    expect([nothing.spans, nothing.keptTokens, nothing.wholeTokens]).toEqual([[], 0, 21]);
  });

  it('holds verbatim slices with at least one dropped leaf between them, whatever was refined', () => {
    const sentences = fc.array(fc.stringMatching(/^[A-Z][a-z]{1,8}( [a-zé😀]{1,8}){0,5}\.$/u), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(sentences, fc.infiniteStream(fc.integer({ min: 0, max: 5 })), (parts, noise) => {
        const owls = indexed({ ...base, modality: 'text', text: parts.join(' ') });
        const scores = Float32Array.from(
          { length: regionCount(owls.tree) },
          () => noise.next().value!,
        );
        const { kept } = refine(owls.tree, scores);
        const { spans, keptLeaves } = evidenceForest(owls, kept);
        let leaves = 0;
        spans.forEach((span, at) => {
          expect(span.text).toBe(parts.join(' ').slice(span.start, span.end));
          if (at > 0) expect(span.firstLeaf).toBeGreaterThan(spans[at - 1]!.endLeaf);
          leaves += span.endLeaf - span.firstLeaf;
        });
        expect(keptLeaves).toBe(leaves);
      }),
      { seed: 20261006 },
    );
  });
});

describe('joinRegions', () => {
  it('swallows a region that lies inside another', () => {
    const tree = buildRegionTree(4);
    expect(joinRegions(tree, Int32Array.of(3, 1, 6))).toEqual([
      [0, 2],
      [3, 4],
    ]);
  });
});
