import { CanopyError } from '../core/errors.ts';
import type { Selection } from '../core/selection.ts';
import { calibrated } from '../core/selections/calibrated-default.ts';
import { flatM } from '../core/selections/flat-m.ts';
import { parentRelative } from '../core/selections/parent-relative.ts';
import { poolRelative } from '../core/selections/pool-relative.ts';

/** The selections that have a name in options and on the command line. */
export const selections = {
  /** Ours, trained: cuts most. */
  calibrated,
  /** The paper's rule, item by item. */
  'parent-relative': parentRelative,
  /** Every leaf near enough to the pool's best. */
  'pool-relative': poolRelative,
  /** The m best leaves of each item. */
  'flat-m': flatM,
} as const satisfies Record<string, Selection>;

/** A selection by its name. */
export type SelectionName = keyof typeof selections;

/**
 * The selection meant by an option; `calibrated` when nothing is said.
 *
 * @throws CanopyError `INVALID_ARGUMENT` for a name that none has.
 */
export function selectionOf(choice: SelectionName | Selection | undefined): Selection {
  if (typeof choice === 'object') return choice;
  const found = Object.entries(selections).find(([name]) => name === (choice ?? 'calibrated'));
  if (found !== undefined) return found[1];
  throw new CanopyError('INVALID_ARGUMENT', `There is no selection called “${choice}”.`, {
    nextStep: `Choose one of ${Object.keys(selections).join(', ')}.`,
  });
}
