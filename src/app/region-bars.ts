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
  /** Score between the lowest and the highest one drawn, 0 to 1. */
  readonly fill: number;
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
  const bars: Omit<RegionBar, 'fill'>[] = [];
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
  const all = bars.map(({ score }) => score);
  const low = Math.min(...all);
  const spread = Math.max(...all) - low || 1;
  return bars.map((bar) => ({ ...bar, fill: (bar.score - low) / spread }));
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
