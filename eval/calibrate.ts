import {
  addSecondFeatures,
  type CalibratedModel,
  ROW,
  SECOND_FEATURES,
} from '../src/core/selections/calibrated.ts';
import { LEAF_FEATURES, leafFeatures } from '../src/core/selections/leaf-features.ts';
import { networkJudge, type SmallNetwork } from '../src/core/selections/small-network.ts';
import type { ScoredQuestion } from './scored-questions.ts';
import { type TrainingOptions, type TrainingRows, trainNetwork } from './train-network.ts';

/** Names of the features, in the order of a row. */
export const FEATURES: readonly string[] = [...LEAF_FEATURES, ...SECOND_FEATURES];

/** The networks as they are shipped: the second sees more and bends more of it. */
const FIRST: TrainingOptions = { hidden: [8], decay: 0.3 };
const SECOND: TrainingOptions = { hidden: [16], decay: 0.1 };

/** How to calibrate. */
export interface CalibrationOptions extends Pick<TrainingOptions, 'epochs' | 'seed'> {
  /** Names of {@link FEATURES} that the networks do not see, for ablations. */
  readonly without?: readonly string[];
}

/** Scored questions of each data set. */
export type QuestionSets = ReadonlyMap<string, readonly ScoredQuestion[]>;

/**
 * Trains both networks of a calibrated selection. Every data set counts the same, every question of a set too; a gold leaf
 * counts by its share of the question's gold, any other by its share of the pool's tokens, so that the judgement is about
 * recall bought per token spent.
 */
export function calibrate(
  sets: QuestionSets,
  options: CalibrationOptions = {},
): Pick<CalibratedModel, 'first' | 'second'> {
  const questions = [...sets.values()].flat();
  const features = questions.map(({ pool }) => leafFeatures(pool, ROW));
  const { labels, weights } = targets(sets);
  const learn = (width: number, shape: TrainingOptions): SmallNetwork => {
    const rows = features.map(({ data }) => firstColumns(data, width));
    const hidden = (options.without ?? []).map((name) => FEATURES.indexOf(name));
    const data = concatenate(rows);
    for (const column of hidden) {
      for (let at = column; column < width && at < data.length; at += width) data[at] = 0;
    }
    const all = { width, features: data, labels, weights };
    return blind(trainNetwork(all, { ...shape, ...options }), hidden);
  };
  const first = learn(LEAF_FEATURES.length, FIRST);
  const judge = networkJudge(first);
  for (const [index, { pool }] of questions.entries()) {
    const own = features[index]!;
    addSecondFeatures(pool, judge(own.data, ROW), own);
  }
  return { first, second: learn(ROW, SECOND) };
}

/** The network without the inputs of these columns, which were always 0 in training. */
function blind(network: SmallNetwork, hidden: readonly number[]): SmallNetwork {
  const [first, ...others] = network.layers;
  const weights = first!.weights.map((weight, at) =>
    hidden.includes(at % first!.inputs) ? 0 : weight,
  );
  return { ...network, layers: [{ ...first!, weights }, ...others] };
}

function firstColumns(data: Float32Array, width: number): Float32Array {
  const rows = new Float32Array((data.length / ROW) * width);
  for (let at = 0, from = 0; at < rows.length; at += width, from += ROW) {
    rows.set(data.subarray(from, from + width), at);
  }
  return rows;
}

function targets(sets: QuestionSets): Pick<TrainingRows, 'labels' | 'weights'> {
  const [labels, weights]: [number[], number[]] = [[], []];
  for (const questions of sets.values()) {
    for (const { facts } of questions) {
      const gold = facts.reduce((sum, fact) => sum + fact.gold.length, 0);
      const tokens = facts.reduce(
        (sum, { leafTokens }) => sum + leafTokens.reduce((all, count) => all + count, 0),
        0,
      );
      for (const fact of facts) {
        const isGold = new Set(fact.gold);
        for (const [leaf, count] of fact.leafTokens.entries()) {
          labels.push(isGold.has(leaf) ? 1 : 0);
          weights.push((isGold.has(leaf) ? 1 / gold : (count + 1) / tokens) / questions.length);
        }
      }
    }
  }
  return { labels: Uint8Array.from(labels), weights: Float32Array.from(weights) };
}

function concatenate(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}
