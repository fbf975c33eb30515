import { estimateTokens, type TokenCounter } from './estimate-tokens.ts';
import { type EvidenceForest, type EvidenceSpan, tableHeader } from './evidence-forest.ts';
import type { IndexedItem } from './indexed-item.ts';
import type { Provenance } from './item.ts';
import { columnCount, readerTableText } from './table-text.ts';

/** Stands where words of the item were held back. */
export const GAP = '[…]';

/** Where a citation marker points: a span of a forest. */
export interface MarkedSpan {
  /** Number in the prompt and in the answer, from 1. */
  readonly marker: number;
  readonly forest: EvidenceForest;
  /** Index of the span in its forest. */
  readonly span: number;
}

/** Numbers all spans of the evidence in reading order; `markSpans(evidence)[m - 1]` is marker m. */
export function markSpans(evidence: readonly EvidenceForest[]): MarkedSpan[] {
  return evidence
    .flatMap((forest) => forest.spans.map((_, span) => ({ forest, span })))
    .map((place, index) => ({ marker: index + 1, ...place }));
}

/**
 * The evidence as critic and reader get it: items in the order given, each with a heading line, a table's header, and
 * its spans in document order, every one with its `[marker]` and the gaps between them shown.
 */
export function renderEvidence(evidence: readonly EvidenceForest[]): string {
  let marker = 1;
  const parts: string[] = [];
  for (const forest of evidence) {
    // A dropped item is not even named: its title stays home too.
    if (forest.spans.length === 0) continue;
    parts.push(renderForest(forest, marker));
    marker += forest.spans.length;
  }
  return parts.join('\n\n');
}

/** One item of {@link renderEvidence}, its spans numbered from `firstMarker`. */
export function renderForest(forest: EvidenceForest, firstMarker = 1): string {
  const lines = itemLines(forest);
  let nextLeaf = 0;
  forest.spans.forEach((span, index) => {
    if (span.firstLeaf > nextLeaf) lines.push(GAP);
    lines.push(`[${firstMarker + index}] ${clipTimes(forest, span)}${spanText(forest, span)}`);
    nextLeaf = span.endLeaf;
  });
  if (nextLeaf < forest.leafCount) lines.push(GAP);
  return lines.join('\n');
}

/** Reader tokens of the evidence as rendered: what the prompt carries of the person's documents. */
export function evidenceTokens(
  evidence: readonly EvidenceForest[],
  counter: TokenCounter = estimateTokens,
): number {
  return counter(renderEvidence(evidence));
}

/** Reader tokens of an item passed whole, with the same heading, header and one marker, without rendering all of it. */
export function wholeItemTokens(
  { item, leafTokens }: Pick<IndexedItem, 'item' | 'leafTokens'>,
  counter: TokenCounter = estimateTokens,
): number {
  const mark = item.modality === 'video' ? '[1] (0:00-0:00)' : '[1]';
  const frame = [...itemLines({ ...item, header: tableHeader(item) }), mark].join('\n');
  return leafTokens.reduce((sum, tokens) => sum + tokens, counter(frame));
}

/**
 * Reader tokens of all that was found, passed whole, beside those of the evidence kept of it, such that the two compare:
 * they are equal when nothing was held back, and `kept` never exceeds `whole` (ours). `kept` is always what the prompt
 * carries. Where its many marks and gaps cost more than the words they stand for, nothing was saved, and `whole` says so.
 *
 * @param evidence forests of the found items; those without spans count for nothing.
 */
export function comparedTokens(
  found: readonly Pick<IndexedItem, 'item' | 'leafTokens'>[],
  evidence: readonly EvidenceForest[],
  counter: TokenCounter = estimateTokens,
): { readonly whole: number; readonly kept: number } {
  const kept = evidenceTokens(evidence, counter);
  const complete = evidence.filter((forest) => forest.keptTokens === forest.wholeTokens);
  if (complete.length === found.length) return { whole: kept, kept };
  const whole = found.reduce((sum, item) => sum + wholeItemTokens(item, counter), 0);
  return { whole: Math.max(whole, kept), kept };
}

function itemLines(
  item: Pick<EvidenceForest, 'title' | 'headingPath' | 'provenance' | 'header'>,
): string[] {
  const heading = [item.title, ...item.headingPath].filter((part) => part !== '').join(' > ');
  const place = describePlace(item.provenance);
  const first = heading === item.provenance.source ? `## ${place}` : `## ${heading} (${place})`;
  if (item.header === '') return [first];
  return [first, readerTableText(item.header, columnsOf(item))];
}

/** The span's words; in a wide table without the spaces around the bars, where an empty first cell counts. */
function spanText(forest: EvidenceForest, { text }: EvidenceSpan): string {
  if (forest.modality !== 'table') return text.trim();
  const columns = columnsOf(forest);
  const compact = readerTableText(text, columns);
  return compact === text ? text.trim() : compact;
}

function columnsOf({ header }: Pick<EvidenceForest, 'header'>): number {
  return columnCount(header.slice(header.lastIndexOf('\n') + 1));
}

function describePlace({ source, page, sheet, firstRow }: Provenance): string {
  const parts = [source];
  if (page !== undefined) parts.push(`page ${page}`);
  if (sheet !== undefined) parts.push(`sheet ${sheet}`);
  if (firstRow !== undefined) parts.push(`from row ${firstRow}`);
  return parts.join(', ');
}

function clipTimes({ modality }: EvidenceForest, { start, end }: EvidenceSpan): string {
  return modality === 'video' ? `(${clock(start)}-${clock(end)}) ` : '';
}

/** Milliseconds as minutes and seconds. */
function clock(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
