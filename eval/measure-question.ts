import { estimateTokens } from '../src/core/estimate-tokens.ts';
import { pieceForest } from '../src/core/piece-forest.ts';
import { regionPrefix } from '../src/core/region-input.ts';
import type { Compression, CompressorItem } from '../src/ports/compressor.ts';
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
  'encodeMs',
  // With a reader.
  'em',
  'f1',
  'llmCalls',
  'promptTokens',
  'latencyMs',
  'parseFailures',
  'failures',
] as const;

/** A metric by its name. */
export type MetricName = (typeof METRIC_NAMES)[number];

/** The metrics that say nothing about a question. */
export const NO_MEASURES: QuestionMeasures = Object.fromEntries(
  METRIC_NAMES.map((name) => [name, { numerator: 0, denominator: 0 }]),
) as Record<MetricName, Share>;

/** A figure of one question that is averaged over the questions. */
export function once(numerator: number): Share {
  return { numerator, denominator: 1 };
}

/**
 * Compresses a question's pool with a system and measures what is left.
 *
 * @param encodeMs milliseconds that embedding the pool's leaves takes, where it was measured.
 */
export async function measureQuestion(
  question: ScoredQuestion,
  system: Pick<System, 'make'>,
  encodeMs?: number,
): Promise<QuestionMeasures> {
  // Scores of its own, so that what a selection remembers of a pool is not timed as if it were new.
  const pool = question.pool.map(
    (item, index): CompressorItem => ({
      ...item,
      scores: item.scores.slice(),
      indexed: question.indexed[index]!,
    }),
  );
  const compressor = system.make((id) => question.question.gold.get(id));
  const started = performance.now();
  const compressions = await compressor.compress(pool, question.question.question);
  const pruneMs = performance.now() - started;
  return {
    ...measureCompressions(question, compressions),
    pruneMs: once(pruneMs),
    ...(encodeMs === undefined ? {} : { encodeMs: once(encodeMs) }),
  };
}

/** What is left of a question's pool. */
export function measureCompressions(
  question: ScoredQuestion,
  compressions: readonly Compression[],
): QuestionMeasures {
  const items = measured(question, compressions);
  const { kept, split, dropped } = metrics.outcomeShares(items);
  const { answers, questionType, gold } = question.question;
  const decisions = items.map((item, index) =>
    metrics.decisions(item.tree, question.pool[index]!.scores, item.gold),
  );
  const [tokens, whole] = [tokensOf(question, items, compressions), metrics.wholeTokens(items)];
  return {
    ...NO_MEASURES,
    decisionAccuracy: sum(decisions),
    goldFragmentRecall: metrics.goldRecall(items, 'splittable'),
    goldLeafRecall: metrics.goldRecall(items, 'all'),
    tokenCut: whole === 0 ? NO_MEASURES.tokenCut : once(1 - tokens / whole),
    evidenceTokens: once(tokens),
    answerInContext: metrics.answerInContext(
      answers,
      questionType,
      evidenceOf(question, compressions),
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
  };
}

/** Evidence tokens by leaves, or by pieces where a compressor cut finer. */
function tokensOf(
  { indexed }: ScoredQuestion,
  items: readonly MeasuredItem[],
  compressions: readonly Compression[],
): number {
  return items.reduce((tokens, item, index) => {
    const compression = compressions[index]!;
    if (compression.pieces === undefined) return tokens + metrics.evidenceTokens([item]);
    if (compression.pieces.length === 0) return tokens;
    const head = estimateTokens(regionPrefix(indexed[index]!.item));
    return tokens + head + pieceForest(indexed[index]!, compression).keptTokens;
  }, 0);
}

function sum(shares: readonly Share[]): Share {
  return shares.reduce(
    (all, share) => ({
      numerator: all.numerator + share.numerator,
      denominator: all.denominator + share.denominator,
    }),
    { numerator: 0, denominator: 0 },
  );
}

/** What a reader would see: titles, headers and kept text of every item that keeps something. */
function evidenceOf({ indexed }: ScoredQuestion, compressions: readonly Compression[]): string[] {
  return indexed.flatMap((item, index) => {
    const { title, header, spans } = pieceForest(item, compressions[index]!);
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
