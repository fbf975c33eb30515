import type { CanopyError } from '../core/errors.ts';
import type { EvidenceForest } from '../core/evidence-forest.ts';
import type { IndexProgress } from '../library/options.ts';
import type { AnswerSummary } from '../pipeline/answer-events.ts';

/** What the events of `<canopy-qa>` carry in `detail`. None of them bubbles. */
export interface CanopyQaEvents {
  /** Something is being indexed. */
  progress: IndexProgress;
  /** The evidence of the question so far. */
  evidence: { readonly query: string; readonly evidence: readonly EvidenceForest[] };
  /** An answer is complete. */
  answer: AnswerSummary;
  error: CanopyError;
}

/** Events by name as listeners of `<canopy-qa>` get them. */
export type CanopyQaEventMap = Omit<HTMLElementEventMap, keyof CanopyQaEvents> & {
  [Name in keyof CanopyQaEvents]: CustomEvent<CanopyQaEvents[Name]>;
};
