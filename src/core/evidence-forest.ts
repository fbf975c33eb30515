import { estimateTokens, type TokenCounter } from './estimate-tokens.ts';
import type { IndexedItem } from './indexed-item.ts';
import type { Item, Modality, Provenance } from './item.ts';
import { contentBetween, tableLine } from './region-input.ts';
import type { RegionTree } from './region-tree.ts';
import { readerTableText } from './table-text.ts';

/** A run of neighbouring kept leaves, verbatim. */
export interface EvidenceSpan {
  readonly firstLeaf: number;
  /** Leaf after the last one. */
  readonly endLeaf: number;
  /** Start and exclusive end in the unit of the item's leaves: UTF-16 offsets, rows or milliseconds. */
  readonly start: number;
  readonly end: number;
  /** The item's own words: for text exactly `text.slice(start, end)`, for a table one kept row per line. */
  readonly text: string;
}

/**
 * What is left of one item (paper, section 3): spans in document order, neighbours joined. It holds kept text only, so
 * whatever takes a forest cannot leak what was held back.
 */
export interface EvidenceForest {
  readonly itemId: string;
  readonly modality: Modality;
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly provenance: Provenance;
  /** The table's caption and header line, which belong to every region of a table. */
  readonly header: string;
  readonly spans: readonly EvidenceSpan[];
  readonly leafCount: number;
  readonly keptLeaves: number;
  /** Reader tokens of the whole item and of the kept spans. */
  readonly wholeTokens: number;
  readonly keptTokens: number;
}

/** Leaf ranges `[first, end)` of the kept regions, in document order, with touching ranges joined. */
export function joinRegions(tree: RegionTree, kept: Int32Array): (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (const region of [...kept].sort((a, b) => tree.starts[a]! - tree.starts[b]!)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] >= tree.starts[region]!) {
      last[1] = Math.max(last[1], tree.ends[region]!);
    } else {
      ranges.push([tree.starts[region]!, tree.ends[region]!]);
    }
  }
  return ranges;
}

/** A table's caption and header line, which belong to every region of it; empty for any other item. */
export function tableHeader(item: Item): string {
  if (item.modality !== 'table') return '';
  return [item.caption ?? '', tableLine(item.columns)].filter(Boolean).join('\n');
}

/** Builds the evidence forest of an item from the regions that a selection kept. */
export function evidenceForest(indexed: IndexedItem, kept: Int32Array): EvidenceForest {
  const { item, leaves, leafTokens, tree } = indexed;
  const spans = joinRegions(tree, kept).map(([firstLeaf, endLeaf]): EvidenceSpan => {
    const start = leaves.starts[firstLeaf]!;
    const end = leaves.ends[endLeaf - 1]!;
    return { firstLeaf, endLeaf, start, end, text: contentBetween(item, start, end) };
  });
  const count = (from: number, to: number) =>
    leafTokens.subarray(from, to).reduce((sum, tokens) => sum + tokens, 0);
  return {
    itemId: item.id,
    modality: item.modality,
    title: item.title,
    headingPath: item.headingPath,
    provenance: item.provenance,
    header: tableHeader(item),
    spans,
    leafCount: leafTokens.length,
    keptLeaves: spans.reduce((sum, { firstLeaf, endLeaf }) => sum + endLeaf - firstLeaf, 0),
    wholeTokens: count(0, leafTokens.length),
    keptTokens: spans.reduce((sum, { firstLeaf, endLeaf }) => sum + count(firstLeaf, endLeaf), 0),
  };
}

/** Reader tokens of every leaf of an item. */
export function countLeafTokens(
  { item, leaves }: Pick<IndexedItem, 'item' | 'leaves'>,
  counter: TokenCounter = estimateTokens,
): Int32Array {
  const asRead = (text: string) =>
    item.modality === 'table' ? readerTableText(text, item.columns.length) : text;
  return Int32Array.from(leaves.starts, (start, leaf) =>
    counter(asRead(contentBetween(item, start, leaves.ends[leaf]!))),
  );
}
