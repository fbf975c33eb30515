import type { Selection } from '../src/core/selection.ts';
import type { LeafSelection } from '../src/core/selections/leaf-selection.ts';
import { leafCurves } from './curve.ts';
import type { OperatingPoint } from './metrics.ts';
import type { ScoredQuestion } from './scored-questions.ts';

/** Whether a selection judges leaves, so that one judgement serves all positions of its dial. */
export function judgesLeaves(selection: Selection): selection is LeafSelection {
  return 'judge' in selection;
}

/** What `sweepQuestion` gives, from one judgement; `positions` go from keep-less to keep-more. */
export function leafSweep(
  question: ScoredQuestion,
  selection: LeafSelection,
  positions: readonly number[],
): OperatingPoint[] {
  const figures = [selection.judge(question.pool)];
  const { recall, cut } = leafCurves([question], figures, positions.map(selection.bar));
  return positions.map((_, i) => ({ recall: recall[0]![i]!, cut: cut[0]![i]! }));
}
