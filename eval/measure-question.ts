import { evidenceForest } from '../src/core/evidence-forest.ts';
import type { RegionSelection } from '../src/core/refine.ts';
import type { MeasuredItem, OperatingPoint, Share } from './metrics.ts';
import * as metrics from './metrics.ts';
import { measured, type ScoredQuestion } from './scored-questions.ts';
import type { System } from './systems.ts';

/** The metrics of one question under one system; each becomes {@link metrics.total} over the questions. */
export type QuestionMeasures = Readonly<Record<MetricName, Share>>;

/** Names of the metrics as the report writes them. */
export const METRIC_NAMES = [
  'decisionAccuracy',
  'goldFragmentRecall',
  'goldLeafRecall',
  'tokenCut',
  'evidenceTokens',
  'answerInContext',
  'prunedShare',
  'droppedItems',
  'keptShare',
  'splitShare',
  'droppedShare',
  'recallAtK',
  'pruneMs',
] as const;
export type MetricName = (typeof METRIC_NAMES)[number];

/** Compresses a question's pool with a system and measures what is left. */
export function measureQuestion(question: ScoredQuestion, system: System): QuestionMeasures {
  const started = performance.now();
  const selections = system.compress(question);
  const pruneMs = performance.now() - started;
  const items = measured(question, selections);
  const { kept, split, dropped } = metrics.outcomeShares(items);
  const { answers, questionType, gold } = question.question;
  const decisions = items.map((item, index) =>
    metrics.decisions(item.tree, question.pool[index]!.scores, item.gold),
  );
  return {
    decisionAccuracy: sum(decisions),
    goldFragmentRecall: metrics.goldRecall(items, 'splittable'),
    goldLeafRecall: metrics.goldRecall(items, 'all'),
    tokenCut: metrics.tokenCut(items),
    evidenceTokens: once(metrics.evidenceTokens(items)),
    answerInContext: metrics.answerInContext(
      answers,
      questionType,
      evidenceOf(question, selections),
    ),
    prunedShare: metrics.prunedItems(items),
    droppedItems: {
      numerator: items.filter(({ selection }) => selection.kept.length === 0).length,
      denominator: items.length,
    },
    keptShare: kept,
    splitShare: split,
    droppedShare: dropped,
    recallAtK: metrics.retrievalRecall(
      [...gold.keys()],
      question.indexed.map(({ item }) => item.id),
    ),
    pruneMs: once(pruneMs),
  };
}

function once(numerator: number): Share {
  return { numerator, denominator: 1 };
}

function sum(shares: readonly Share[]): Share {
  return shares.reduce((all, share) => ({
    numerator: all.numerator + share.numerator,
    denominator: all.denominator + share.denominator,
  }));
}

/** What a reader would see: titles, headers and kept text of every item that keeps something. */
function evidenceOf({ indexed }: ScoredQuestion, selections: readonly RegionSelection[]): string[] {
  return indexed.flatMap((item, index) => {
    const { title, header, spans } = evidenceForest(item, selections[index]!.kept);
    return spans.length === 0 ? [] : [title, header, ...spans.map(({ text }) => text)];
  });
}

/** Recall of gold leaves and token cut of one question at every position of a dial, by calling the selection. */
export function sweepQuestion(
  question: ScoredQuestion,
  { selection, positions }: NonNullable<System['sweep']>,
): OperatingPoint[] {
  return positions.map((dial) => {
    const items: MeasuredItem[] = measured(question, selection.select(question.pool, dial));
    return {
      recall: metrics.total([metrics.goldRecall(items, 'all')]),
      cut: metrics.total([metrics.tokenCut(items)]),
    };
  });
}
