import { bridgeFeatures } from '../src/core/selections/bridge-features.ts';
import { besideEachOther, type CalibratedModel } from '../src/core/selections/calibrated.ts';
import { leafFeatures } from '../src/core/selections/leaf-features.ts';
import { judge } from '../src/core/selections/small-network.ts';
import type { ScoredQuestion } from './scored-questions.ts';
import { type TrainingOptions, type TrainingRows, trainNetwork } from './train-network.ts';

/** Scored questions of each data set. */
export type QuestionSets = ReadonlyMap<string, readonly ScoredQuestion[]>;

/**
 * Trains both networks of a calibrated selection. Every data set counts the same, every question of a set too; a gold leaf
 * counts by its share of the question's gold, any other by its share of the pool's tokens, so that the judgement is about
 * recall bought per token spent.
 */
export function calibrate(
  sets: QuestionSets,
  options: TrainingOptions = {},
): Pick<CalibratedModel, 'first' | 'second'> {
  const questions = [...sets.values()].flat();
  const base = questions.map(({ pool }) => leafFeatures(pool));
  const { labels, weights } = targets(sets);
  const learn = (parts: readonly Float32Array[]): TrainingRows => {
    const features = concatenate(parts);
    return { width: features.length / labels.length, features, labels, weights };
  };
  const first = trainNetwork(learn(base.map(({ data }) => data)), options);
  const widened = questions.map(({ pool }, index) => {
    const { data, offsets } = base[index]!;
    const judgement = judge(first, data);
    return besideEachOther(data, bridgeFeatures(pool, judgement, offsets), judgement.length);
  });
  return { first, second: trainNetwork(learn(widened), options) };
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
