import type { RegionSelection } from '../core/refine.ts';
import { Outcome } from '../core/refine.ts';
import type { RegionTree } from '../core/region-tree.ts';

/** One region as a bar of the small tree. */
export interface RegionBar {
  readonly region: number;
  readonly depth: number;
  readonly first: number;
  readonly end: number;
  readonly score: number;
  readonly outcome: 'kept' | 'split' | 'dropped';
}

const NAMES = {
  [Outcome.kept]: 'kept',
  [Outcome.split]: 'split',
  [Outcome.dropped]: 'dropped',
} as const;

/** The regions that refinement looked at, depth first in document order: what the tree beside a passage draws. */
export function regionBars(
  tree: RegionTree,
  scores: Float32Array,
  { outcomes }: RegionSelection,
): RegionBar[] {
  const bars: RegionBar[] = [];
  const stack: [region: number, depth: number][] = [[0, 0]];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [region, depth] = next;
    const outcome = nameOf(outcomes[region]);
    if (outcome !== undefined) {
      bars.push({
        region,
        depth,
        first: tree.starts[region] ?? 0,
        end: tree.ends[region] ?? 0,
        score: scores[region] ?? 0,
        outcome,
      });
    }
    const first = tree.firstChild[region] ?? -1;
    for (let child = first + (tree.childCount[region] ?? 0) - 1; child >= first; child--) {
      if (first >= 0) stack.push([child, depth + 1]);
    }
  }
  return bars;
}

/** The lowest and the highest score of an answer's regions: one scale for all of its trees. */
export interface ScoreScale {
  readonly low: number;
  readonly high: number;
}

/** The scale that all trees of these items share. */
export function scoreScale(all: readonly Float32Array[]): ScoreScale {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const scores of all) {
    for (const score of scores) {
      low = Math.min(low, score);
      high = Math.max(high, score);
    }
  }
  return { low, high };
}

/** How far a bar is filled, 0 to 1. */
export function fillOf(score: number, { low, high }: ScoreScale): number {
  return high > low ? (score - low) / (high - low) : 1;
}

function nameOf(outcome: number | undefined): RegionBar['outcome'] | undefined {
  switch (outcome) {
    case Outcome.kept:
    case Outcome.split:
    case Outcome.dropped:
      return NAMES[outcome];
    default:
      return undefined;
  }
}
