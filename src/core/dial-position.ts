import { CanopyError } from './errors.ts';
import type { Selection } from './selection.ts';

/**
 * The dial's position for a selection: its initial one unless given.
 *
 * @throws CanopyError `INVALID_ARGUMENT` when it lies outside the selection's dial.
 */
export function dialOf(
  { name, dial }: Pick<Selection, 'name' | 'dial'>,
  position: number | undefined,
): number {
  if (position === undefined) return dial.initial;
  if (position >= dial.min && position <= dial.max) return position;
  throw new CanopyError('INVALID_ARGUMENT', `The dial of ${name} cannot stand at ${position}.`, {
    nextStep: `Choose a number from ${dial.min} to ${dial.max}.`,
  });
}
