import { EVIDENCE_TOKEN_CAP } from './defaults.ts';
import { estimateTokens, type TokenCounter } from './estimate-tokens.ts';
import { type EvidenceForest, evidenceForest } from './evidence-forest.ts';
import type { IndexedItem } from './indexed-item.ts';
import { leafRegions } from './region-tree.ts';
import { renderForest } from './render-evidence.ts';

/** An item's forest with the item it was cut from, which knows where its leaves end. */
export interface EvidenceItem {
  readonly indexed: IndexedItem;
  readonly forest: EvidenceForest;
}

/** The paper's cap in reader tokens: 16k, and 64k where a video is among the evidence. */
export function evidenceCap(evidence: readonly EvidenceItem[]): number {
  const hasVideo = evidence.some(({ forest }) => forest.modality === 'video');
  return hasVideo ? EVIDENCE_TOKEN_CAP.video : EVIDENCE_TOKEN_CAP.default;
}

/**
 * Keeps as much of the evidence as the cap allows, counted as rendered. What exceeds is cut from the latest retrieved
 * backwards (paper, section 4): the item on the border loses its last kept leaves, those after it go altogether. Cuts
 * fall between leaves; only a single first leaf that is longer than the whole cap is cut inside.
 *
 * @param evidence in the order of retrieval, earlier rounds first.
 */
export function capEvidence(
  evidence: readonly EvidenceItem[],
  cap: number = evidenceCap(evidence),
  counter: TokenCounter = estimateTokens,
): EvidenceForest[] {
  const kept: EvidenceForest[] = [];
  let room = cap;
  let marker = 1;
  for (const { indexed, forest } of evidence) {
    if (forest.spans.length === 0) continue;
    const tokens = counter(renderForest(forest, marker));
    if (tokens > room) {
      const cut = longestPrefix(
        indexed,
        forest,
        (part) => counter(renderForest(part, marker)) <= room,
      );
      if (cut !== undefined) kept.push(cut);
      else if (kept.length === 0) kept.push(cutFirstLeaf(indexed, forest, cap, counter));
      break;
    }
    kept.push(forest);
    room -= tokens;
    marker += forest.spans.length;
  }
  return kept;
}

function longestPrefix(
  indexed: IndexedItem,
  forest: EvidenceForest,
  fits: (part: EvidenceForest) => boolean,
): EvidenceForest | undefined {
  const leaves = forest.spans.flatMap(({ firstLeaf, endLeaf }) =>
    Array.from({ length: endLeaf - firstLeaf }, (_, index) => firstLeaf + index),
  );
  const regions = leafRegions(indexed.tree);
  const prefix = (length: number) =>
    evidenceForest(
      indexed,
      Int32Array.from(leaves.slice(0, length), (leaf) => regions[leaf]!),
    );
  let low = 0;
  let high = leaves.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(prefix(middle))) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? undefined : prefix(low);
}

/** The first kept leaf, cut inside so that it fits; better a part of the best item than nothing at all. */
function cutFirstLeaf(
  indexed: IndexedItem,
  forest: EvidenceForest,
  cap: number,
  counter: TokenCounter,
): EvidenceForest {
  const leaf = forest.spans[0]!.firstLeaf;
  const first = evidenceForest(indexed, Int32Array.of(leafRegions(indexed.tree)[leaf]!));
  const [span] = first.spans;
  let length = span!.text.length;
  const cut = (): EvidenceForest => {
    // Half a surrogate pair is no text; strict endpoints refuse it.
    const text = span!.text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
    const inText = forest.modality === 'text' || forest.modality === 'image';
    const end = inText ? span!.start + text.length : span!.end;
    return { ...first, spans: [{ ...span!, end, text }], keptTokens: counter(text) };
  };
  while (length > 1 && counter(renderForest(cut())) > cap) length = Math.floor(length * 0.9);
  return cut();
}
