import { CanopyError } from '../core/errors.ts';
import { canopy, canopyRouted } from './canopy.ts';
import { ircot } from './ircot.ts';
import { noRetrieval } from './no-retrieval.ts';
import { s2gRag } from './s2g-rag.ts';
import type { Strategy } from './strategy.ts';
import { universalRag } from './universal-rag.ts';
import { vanillaRag } from './vanilla-rag.ts';

/** All strategies (paper, section 7) in the order of their names, CANOPY first. */
export const strategies: readonly Strategy[] = [
  canopy,
  canopyRouted,
  vanillaRag,
  ircot,
  universalRag,
  s2gRag,
  noRetrieval,
];

/**
 * The strategy of a name.
 *
 * @throws CanopyError `INVALID_ARGUMENT` for a name that none has.
 */
export function strategyNamed(name: string): Strategy {
  const found = strategies.find((strategy) => strategy.name === name);
  if (found !== undefined) return found;
  throw new CanopyError('INVALID_ARGUMENT', `There is no strategy named ${name}.`, {
    nextStep: `Choose from ${strategies.map((strategy) => strategy.name).join(', ')}.`,
  });
}
