import type { EvidenceForest } from '../core/evidence-forest.ts';

/** Leaves `[first, end)` of an item. */
export interface LeafRange {
  readonly first: number;
  readonly end: number;
}

/** Neighbouring leaves with the same fate, in document order: together they are the whole item. */
export interface LeafRun {
  readonly isKept: boolean;
  readonly first: number;
  /** Leaf after the last one. */
  readonly end: number;
  /** Index of the span among the forest's spans, for a kept run. */
  readonly span: number | undefined;
}

/** The item as runs of kept and held-back leaves. */
export function leafRuns({
  spans,
  leafCount,
}: Pick<EvidenceForest, 'spans' | 'leafCount'>): LeafRun[] {
  const runs: LeafRun[] = [];
  let at = 0;
  const hold = (end: number) => {
    if (end > at) runs.push({ isKept: false, first: at, end, span: undefined });
  };
  spans.forEach(({ firstLeaf, endLeaf }, span) => {
    hold(firstLeaf);
    runs.push({ isKept: true, first: firstLeaf, end: endLeaf, span });
    at = endLeaf;
  });
  hold(leafCount);
  return runs;
}

/** The number that the first span of each item carries in the answer, by item id. */
export function firstMarkers(forests: readonly EvidenceForest[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  let next = 1;
  for (const { itemId, spans } of forests) {
    first.set(itemId, next);
    next += spans.length;
  }
  return first;
}
