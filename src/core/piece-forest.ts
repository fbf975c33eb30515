import { estimateTokens } from './estimate-tokens.ts';
import { type EvidenceForest, type EvidenceSpan, evidenceForest } from './evidence-forest.ts';
import type { IndexedItem } from './indexed-item.ts';
import { contentBetween } from './region-input.ts';

/** Some words of a leaf, verbatim, for compressors that cut finer than leaves. Ours. */
export interface Piece {
  readonly leaf: number;
  /** UTF-16 offsets in the leaf's own words, end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** The words of one leaf of an item. */
export function leafWords({ item, leaves }: Pick<IndexedItem, 'item' | 'leaves'>, leaf: number) {
  return contentBetween(item, leaves.starts[leaf]!, leaves.ends[leaf]!);
}

/**
 * The evidence forest of the kept regions, or of pieces where a compressor cut finer. A run of neighbouring leaves with
 * pieces is one span whose text is its pieces in order, joined by spaces: each piece is verbatim, the words between are
 * gone. Ours.
 */
export function pieceForest(
  indexed: IndexedItem,
  { kept, pieces }: { readonly kept: Int32Array; readonly pieces?: readonly Piece[] },
): EvidenceForest {
  const forest = evidenceForest(indexed, kept);
  if (pieces === undefined) return forest;
  const spans: EvidenceSpan[] = [];
  for (const { leaf, start, end } of pieces) {
    const text = leafWords(indexed, leaf).slice(start, end);
    const last = spans.at(-1);
    const isText = indexed.item.modality === 'text' || indexed.item.modality === 'image';
    const from = indexed.leaves.starts[leaf]!;
    const place = {
      start: isText ? from + start : from,
      end: isText ? from + end : indexed.leaves.ends[leaf]!,
    };
    if (last !== undefined && last.endLeaf >= leaf) {
      const joined = { endLeaf: leaf + 1, end: place.end, text: `${last.text} ${text}` };
      spans[spans.length - 1] = { ...last, ...joined };
    } else {
      spans.push({ firstLeaf: leaf, endLeaf: leaf + 1, ...place, text });
    }
  }
  return {
    ...forest,
    spans,
    keptLeaves: new Set(pieces.map(({ leaf }) => leaf)).size,
    keptTokens: spans.reduce((sum, { text }) => sum + estimateTokens(text), 0),
  };
}
