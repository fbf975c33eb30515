import type { EvidenceForest } from '../core/evidence-forest.ts';
import { GAP } from '../core/render-evidence.ts';

/**
 * The kept words of one item without heading or marks, `[…]` standing where words were held back; empty when the item
 * is dropped. For places that bring their own frame, such as a document in a retrieval chain.
 */
export function keptText({ header, spans, leafCount }: EvidenceForest): string {
  if (spans.length === 0) return '';
  const lines = header === '' ? [] : [header];
  let nextLeaf = 0;
  for (const { firstLeaf, endLeaf, text } of spans) {
    if (firstLeaf > nextLeaf) lines.push(GAP);
    lines.push(text.trim());
    nextLeaf = endLeaf;
  }
  if (nextLeaf < leafCount) lines.push(GAP);
  return lines.join('\n');
}
