import type { ScoredItem } from '../selection.ts';
import { bridgeFeatures } from './bridge-features.ts';
import { leafFeatures } from './leaf-features.ts';
import { type LeafSelection, leafSelection } from './leaf-selection.ts';
import { poolRelative } from './pool-relative.ts';
import { judge, type SmallNetwork } from './small-network.ts';

/** What training a calibrated selection gives. */
export interface CalibratedModel {
  /** Judges a leaf by {@link leafFeatures}. */
  readonly first: SmallNetwork;
  /** Judges it again by the same and by {@link bridgeFeatures} of the first judgement. */
  readonly second: SmallNetwork;
  /** Pairs of a dial position (share of the evidence that stayed on development questions) and its bar, ascending. */
  readonly dial: readonly (readonly [keep: number, bar: number])[];
}

/** Judgement of every leaf, 0 to 1, item by item. */
export function judgeLeaves(
  { first, second }: Pick<CalibratedModel, 'first' | 'second'>,
  pool: readonly ScoredItem[],
): Float32Array[] {
  const features = leafFeatures(pool);
  const judgement = judge(first, features.data);
  const bridges = bridgeFeatures(pool, judgement, features.offsets);
  const again = judge(second, besideEachOther(features.data, bridges, judgement.length));
  return pool.map((_, item) => again.subarray(features.offsets[item], features.offsets[item + 1]));
}

/** Rows of two matrices of the same height, joined. */
export function besideEachOther(
  left: Float32Array,
  right: Float32Array,
  rows: number,
): Float32Array {
  const [a, b] = [left.length / rows, right.length / rows];
  const joined = new Float32Array(left.length + right.length);
  for (let row = 0; row < rows; row++) {
    joined.set(left.subarray(row * a, (row + 1) * a), row * (a + b));
    joined.set(right.subarray(row * b, (row + 1) * b), row * (a + b) + a);
  }
  return joined;
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
    dial: { min: positions[0]!, max: positions.at(-1)!, step: 0.01, initial: 0.95 },
    judge: (pool) => judgeLeaves(model, pool),
    bar: (keep) => barAt(model.dial, keep),
  });
  return {
    ...judged,
    select: (pool, dial) =>
      pool.every(({ lexical }) => lexical !== undefined)
        ? judged.select(pool, dial)
        : poolRelative.select(pool, poolRelative.dial.initial),
  };
}

/** Between two positions the bar is interpolated on the logarithmic scale on which judgements are spread. */
function barAt(dial: CalibratedModel['dial'], keep: number): number {
  const after = dial.findIndex(([position]) => position >= keep);
  if (after === 0) return dial[0]![1];
  const [right, left] = after < 0 ? [dial.at(-1)!, dial.at(-1)!] : [dial[after]!, dial[after - 1]!];
  const part = right[0] === left[0] ? 1 : (keep - left[0]) / (right[0] - left[0]);
  return Math.exp(Math.log(left[1]) + part * (Math.log(right[1]) - Math.log(left[1])));
}
