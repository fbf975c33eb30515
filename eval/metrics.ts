import { Outcome, type RegionSelection } from '../src/core/refine.ts';
import { leafCount, type RegionTree, regionCount } from '../src/core/region-tree.ts';

/**
 * What one question adds to a metric: the metric is the sum of all numerators over the sum of all denominators. A mean
 * over questions has denominators of 1, and 0 where the question says nothing about it.
 */
export interface Share {
  readonly numerator: number;
  readonly denominator: number;
}

/** A compressed item as the metrics see it. */
export interface MeasuredItem {
  readonly tree: RegionTree;
  /** Reader tokens of each leaf, and of the title and table header, which are read once if anything is kept. */
  readonly leafTokens: Int32Array;
  readonly headTokens: number;
  /** Gold leaves, ascending; none for an item that is not gold. */
  readonly gold: Int32Array;
  readonly selection: RegionSelection;
}

const NOTHING: Share = { numerator: 0, denominator: 0 };
const single = (numerator: number): Share => ({ numerator, denominator: 1 });

/** The metric itself; NaN when no question says anything about it. */
export function total(shares: readonly Share[]): number {
  let [numerator, denominator] = [0, 0];
  for (const share of shares) {
    numerator += share.numerator;
    denominator += share.denominator;
  }
  return numerator / denominator;
}

/**
 * Decision accuracy of one item (paper, section 6): its training-style instances are the internal regions that overlap
 * gold and have no fully gold proper ancestor. An instance is right when refinement would do right there: a fully gold
 * region stands strictly above each child; otherwise each child that overlaps gold is at least as high as the region, and
 * each other child strictly below. The metric is the share of right instances among all.
 */
export function decisions(tree: RegionTree, scores: Float32Array, gold: Int32Array): Share {
  const before = goldBefore(leafCount(tree), gold);
  const goldIn = (region: number) => before[tree.ends[region]!]! - before[tree.starts[region]!]!;
  let [right, instances] = [0, 0];
  const stack = [0];
  while (stack.length > 0) {
    const region = stack.pop()!;
    const count = goldIn(region);
    if (tree.childCount[region] === 0 || count === 0) continue;
    const full = count === tree.ends[region]! - tree.starts[region]!;
    const bar = scores[region]!;
    let agrees = true;
    for (let i = 0; i < tree.childCount[region]!; i++) {
      const child = tree.firstChild[region]! + i;
      const descends = scores[child]! >= bar;
      agrees &&= descends === (!full && goldIn(child) > 0);
      if (!full) stack.push(child);
    }
    instances++;
    if (agrees) right++;
  }
  return { numerator: right, denominator: instances };
}

/** `result[i]` is the number of gold leaves before leaf i. */
function goldBefore(leaves: number, gold: Int32Array): Int32Array {
  const before = new Int32Array(leaves + 1);
  for (const leaf of gold) before[leaf + 1]!++;
  for (let leaf = 0; leaf < leaves; leaf++) before[leaf + 1]! += before[leaf]!;
  return before;
}

/** 1 for every leaf that a selection keeps. */
export function keptLeaves(tree: RegionTree, kept: Int32Array): Uint8Array {
  const mask = new Uint8Array(leafCount(tree));
  for (const region of kept) mask.fill(1, tree.starts[region]!, tree.ends[region]!);
  return mask;
}

/**
 * Gold-fragment recall of one question (paper, section 6): share of the gold leaves that remain; the metric is the mean
 * over questions. `splittable` leaves items of one leaf out, as the paper does, which never drops an item; `all` counts
 * them too, so that a selection which drops whole items pays for what it drops.
 */
export function goldRecall(items: readonly MeasuredItem[], which: 'splittable' | 'all'): Share {
  let [kept, gold] = [0, 0];
  for (const item of items) {
    if (item.gold.length === 0 || (which === 'splittable' && leafCount(item.tree) === 1)) continue;
    const mask = keptLeaves(item.tree, item.selection.kept);
    gold += item.gold.length;
    for (const leaf of item.gold) kept += mask[leaf]!;
  }
  return gold === 0 ? NOTHING : single(kept / gold);
}

/** Reader tokens of the evidence, titles and table headers of the items that keep something included. */
export function evidenceTokens(items: readonly MeasuredItem[]): number {
  let tokens = 0;
  for (const { tree, leafTokens, headTokens, selection } of items) {
    if (selection.kept.length === 0) continue;
    tokens += headTokens;
    for (const region of selection.kept) {
      for (let leaf = tree.starts[region]!; leaf < tree.ends[region]!; leaf++) {
        tokens += leafTokens[leaf]!;
      }
    }
  }
  return tokens;
}

/** Reader tokens of the same items passed whole. */
export function wholeTokens(items: readonly MeasuredItem[]): number {
  let tokens = 0;
  for (const { leafTokens, headTokens } of items) {
    tokens += headTokens;
    for (const count of leafTokens) tokens += count;
  }
  return tokens;
}

/** Token cut of one question (paper, section 6): 1 − evidence tokens / whole tokens; the metric is the mean over questions. */
export function tokenCut(items: readonly MeasuredItem[]): Share {
  const whole = wholeTokens(items);
  return whole === 0 ? NOTHING : single(1 - evidenceTokens(items) / whole);
}

/** Pruned items (paper, section 6): share of the items of more than one leaf from which something was removed. */
export function prunedItems(items: readonly MeasuredItem[]): Share {
  const splittable = items.filter(({ tree }) => leafCount(tree) > 1);
  const pruned = splittable.filter(({ tree, selection }) =>
    keptLeaves(tree, selection.kept).includes(0),
  );
  return { numerator: pruned.length, denominator: splittable.length };
}

/** Shares of the visited regions that were kept, split and dropped (paper, section 6). */
export function outcomeShares(items: readonly MeasuredItem[]): {
  readonly kept: Share;
  readonly split: Share;
  readonly dropped: Share;
} {
  const counts = new Map<number, number>();
  for (const { tree, selection } of items) {
    for (let region = 0; region < regionCount(tree); region++) {
      const outcome = selection.outcomes[region]!;
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
  }
  const of = (outcome: number) => counts.get(outcome) ?? 0;
  const denominator = of(Outcome.kept) + of(Outcome.split) + of(Outcome.dropped);
  return {
    kept: { numerator: of(Outcome.kept), denominator },
    split: { numerator: of(Outcome.split), denominator },
    dropped: { numerator: of(Outcome.dropped), denominator },
  };
}

/** Retrieval recall of one question: share of its gold items among those retrieved; the metric is the mean over questions. */
export function retrievalRecall(
  goldItemIds: readonly string[],
  retrievedIds: readonly string[],
): Share {
  if (goldItemIds.length === 0) return NOTHING;
  const found = goldItemIds.filter((id) => retrievedIds.includes(id));
  return single(found.length / goldItemIds.length);
}

/** SQuAD-style normalisation: lower case, no punctuation, no English articles, single spaces. */
export function normaliseAnswer(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, ' ')
    .replace(/\b(a|an|the)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Answer-in-context of one question (paper, section 6): whether a gold answer still stands in the evidence, as whole words
 * after {@link normaliseAnswer}. Answers are alternatives, except those of a `multi-span` question, which must all stand.
 * Questions answered by yes or no say nothing.
 */
export function answerInContext(
  answers: readonly string[],
  questionType: string,
  evidence: readonly string[],
): Share {
  const wanted = answers.map(normaliseAnswer).filter((answer) => answer !== '');
  if (wanted.length === 0 || wanted.every((answer) => answer === 'yes' || answer === 'no')) {
    return NOTHING;
  }
  const text = ` ${normaliseAnswer(evidence.join('\n'))} `;
  const stands = (answer: string) => text.includes(` ${answer} `);
  const all = questionType === 'multi-span' ? wanted.every(stands) : wanted.some(stands);
  return single(all ? 1 : 0);
}

/** Means of one dial position over the same questions. */
export interface OperatingPoint {
  readonly recall: number;
  readonly cut: number;
}

/**
 * The highest token cut at which the recall is still reached, along the dial's positions in their order. Between two
 * neighbouring positions both figures are interpolated linearly, which using one position for some questions and the other
 * for the rest attains. NaN when no position reaches the recall.
 */
export function cutAtRecall(curve: readonly OperatingPoint[], recall: number): number {
  let best = Number.NaN;
  const offer = (cut: number) => {
    if (!(best >= cut)) best = cut;
  };
  for (const [index, point] of curve.entries()) {
    if (point.recall >= recall) offer(point.cut);
    const next = curve[index + 1];
    if (next === undefined || point.recall >= recall === next.recall >= recall) continue;
    const part = (recall - point.recall) / (next.recall - point.recall);
    offer(point.cut + part * (next.cut - point.cut));
  }
  return best;
}
