import type { OperatingPoint } from './metrics.ts';
import type { ScoredQuestion } from './scored-questions.ts';

/** Recall of gold leaves and token cut of every question at every bar, question by question. */
export interface QuestionCurves {
  /** Bars from high to low. */
  readonly bars: readonly number[];
  /** `recall[question][bar]`. */
  readonly recall: readonly Float64Array[];
  readonly cut: readonly Float64Array[];
}

/**
 * What is left of every question when leaves stay that reach a bar. Recall counts all gold leaves of the pool, the cut
 * counts titles and headers of items that keep something: the definitions of `goldRecall(…, 'all')` and `tokenCut`.
 *
 * @param figures figure of each leaf, per question and item.
 */
export function leafCurves(
  questions: readonly Pick<ScoredQuestion, 'facts'>[],
  figures: readonly (readonly Float32Array[])[],
  bars: readonly number[],
): QuestionCurves {
  const [recall, cut]: [Float64Array[], Float64Array[]] = [[], []];
  for (const [index, { facts }] of questions.entries()) {
    const [kept, tokens] = [new Float64Array(bars.length), new Float64Array(bars.length)];
    let [gold, whole] = [0, 0];
    for (const [item, fact] of facts.entries()) {
      const values = figures[index]![item]!;
      let firstBar = bars.length;
      for (let leaf = 0; leaf < values.length; leaf++) {
        const from = firstReached(bars, values[leaf]!);
        if (from < bars.length) tokens[from]! += fact.leafTokens[leaf]!;
        firstBar = Math.min(firstBar, from);
        whole += fact.leafTokens[leaf]!;
      }
      for (const leaf of fact.gold) {
        const from = firstReached(bars, values[leaf]!);
        if (from < bars.length) kept[from]!++;
      }
      if (firstBar < bars.length) tokens[firstBar]! += fact.headTokens;
      whole += fact.headTokens;
      gold += fact.gold.length;
    }
    for (let bar = 1; bar < bars.length; bar++) {
      kept[bar]! += kept[bar - 1]!;
      tokens[bar]! += tokens[bar - 1]!;
    }
    recall.push(kept.map((count) => count / gold));
    cut.push(tokens.map((count) => 1 - count / whole));
  }
  return { bars, recall, cut };
}

/** Index of the first (highest) bar that a figure reaches. */
function firstReached(bars: readonly number[], figure: number): number {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bars[middle]! > figure) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Means over the questions, one point per bar; `draws` says how often each question counts. */
export function meanCurve(
  { bars, recall, cut }: QuestionCurves,
  draws?: Int32Array,
): OperatingPoint[] {
  const [recalls, cuts] = [new Float64Array(bars.length), new Float64Array(bars.length)];
  let count = 0;
  for (let question = 0; question < recall.length; question++) {
    const times = draws?.[question] ?? 1;
    if (times === 0) continue;
    count += times;
    for (let bar = 0; bar < bars.length; bar++) {
      recalls[bar]! += times * recall[question]![bar]!;
      cuts[bar]! += times * cut[question]![bar]!;
    }
  }
  return bars.map((_, bar) => ({ recall: recalls[bar]! / count, cut: cuts[bar]! / count }));
}

/** About `count` bars from high to low at which something changes for gold leaves: quantiles of their figures. */
export function goldBars(
  questions: readonly Pick<ScoredQuestion, 'facts'>[],
  figures: readonly (readonly Float32Array[])[],
  count = 100,
): number[] {
  const found: number[] = [];
  for (const [index, { facts }] of questions.entries()) {
    for (const [item, { gold }] of facts.entries()) {
      for (const leaf of gold) found.push(figures[index]![item]![leaf]!);
    }
  }
  found.sort((a, b) => b - a);
  const bars = Array.from(
    { length: count },
    (_, i) => found[Math.min(found.length - 1, Math.floor(((i + 1) / count) * found.length))]!,
  );
  return [...new Set(bars)];
}
