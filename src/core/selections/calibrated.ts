import type { ScoredItem } from '../selection.ts';
import { addBridgeFeatures, BRIDGE_FEATURES } from './bridge-features.ts';
import { addEvidenceFeatures, EVIDENCE_FEATURES } from './evidence-features.ts';
import { LEAF_FEATURES, type LeafFeatures, leafFeatures } from './leaf-features.ts';
import { type LeafSelection, leafSelection } from './leaf-selection.ts';
import { maximum } from './leaf-series.ts';
import { poolRelative } from './pool-relative.ts';
import { remembered } from './remembered.ts';
import { logOdds, networkJudge, type SmallNetwork } from './small-network.ts';

/** What training a calibrated selection gives. */
export interface CalibratedModel {
  /** Judges a leaf by its {@link LEAF_FEATURES}. */
  readonly first: SmallNetwork;
  /** Judges it again by the same and by {@link SECOND_FEATURES}, which follow from the first judgement. */
  readonly second: SmallNetwork;
  /** Pairs of a dial position (share of the evidence that stayed on development questions) and its bar, ascending. */
  readonly dial: readonly (readonly [keep: number, bar: number])[];
}

/** Names of the features that need a first judgement, in the order of a row. */
export const SECOND_FEATURES = [...BRIDGE_FEATURES, ...EVIDENCE_FEATURES] as const;

/** Numbers in a row of features: {@link LEAF_FEATURES}, then {@link SECOND_FEATURES}. */
export const ROW = LEAF_FEATURES.length + SECOND_FEATURES.length;

/** Writes the {@link SECOND_FEATURES} of every leaf into rows of {@link ROW} numbers. */
export function addSecondFeatures(
  pool: readonly ScoredItem[],
  first: Float32Array,
  features: LeafFeatures,
): void {
  addBridgeFeatures(pool, first, features, LEAF_FEATURES.length);
  addEvidenceFeatures(pool, first, features, LEAF_FEATURES.length + BRIDGE_FEATURES.length);
}

/** Makes the function that judges every leaf of a pool, 0 to 1, item by item. */
export function leafJudge({
  first,
  second,
}: Pick<CalibratedModel, 'first' | 'second'>): (pool: readonly ScoredItem[]) => Float32Array[] {
  const [judgeFirst, judgeSecond] = [networkJudge(first), networkJudge(second)];
  return (pool) => {
    const features = leafFeatures(pool, ROW);
    const judgement = judgeFirst(features.data, ROW);
    addSecondFeatures(pool, judgement, features);
    const again = judgeSecond(features.data, ROW);
    const { offsets } = features;
    return pool.map((_, item) => again.subarray(offsets[item], offsets[item + 1]));
  };
}

/**
 * Keeps the leaves that a small trained network finds worth their tokens, whatever item they are in, from cached scores
 * and terms (ours, method 8.9). The dial is the share of the evidence that should stay, as measured on development
 * questions. A pool without terms is judged by {@link poolRelative}.
 */
export function calibratedSelection(model: CalibratedModel): LeafSelection {
  const positions = model.dial.map(([keep]) => keep);
  const judged = leafSelection({
    name: 'calibrated',
    dial: { min: positions[0]!, max: positions.at(-1)!, step: 0.005, initial: 0.985 },
    judge: remembered(leafJudge(model)),
    bar: (keep) => barAt(model.dial, keep),
  });
  return {
    ...judged,
    select: (pool, dial) =>
      pool.every(({ lexical }) => lexical !== undefined)
        ? judged.select(pool, dial)
        : poolRelative.select(pool, poolRelative.dial.initial),
    nearBest(pool) {
      const best = judged.judge(pool).map((figures) => logOdds(maximum(figures)));
      const bar = Math.max(...best) - NEAR_BEST;
      return best.map((own) => own >= bar);
    },
  };
}

/**
 * How far behind the best leaf of the pool that of an item may be, in log-odds. Cutting the tables beyond it row by row
 * loses 3 of the 803 gold rows of tables found for 455 development questions over several rows, and saves a quarter to a
 * half of their tokens (eval/whole-tables.ts).
 */
const NEAR_BEST = 3;

/** Between two positions the bar is interpolated on the logarithmic scale on which judgements are spread. */
function barAt(dial: CalibratedModel['dial'], keep: number): number {
  const after = dial.findIndex(([position]) => position >= keep);
  if (after === 0) return dial[0]![1];
  const [right, left] = after < 0 ? [dial.at(-1)!, dial.at(-1)!] : [dial[after]!, dial[after - 1]!];
  const part = right[0] === left[0] ? 1 : (keep - left[0]) / (right[0] - left[0]);
  return Math.exp(Math.log(left[1]) + part * (Math.log(right[1]) - Math.log(left[1])));
}
