import { COMPRESSOR_NAMES, type CompressorName } from '../compressors/compressor-names.ts';
import { dialOf } from '../core/dial-position.ts';
import { CanopyError } from '../core/errors.ts';
import type { Selection } from '../core/selection.ts';
import type { Compressor } from '../ports/compressor.ts';
import type { Strategy } from '../strategies/strategy.ts';
import {
  isCanopy,
  STRATEGY_NAMES,
  type StrategyName,
  takesCompressor,
} from '../strategies/strategy-names.ts';
import type { KeepOptions, SearchOptions } from './options.ts';
import { selectionOf } from './selections.ts';

/**
 * Refuses at once what can never be: a name that nothing has, a dial outside of its range, a compressor for a strategy
 * that has none. The code of strategies and compressors is not loaded for it, so that a compressor's own dial is checked
 * later, by {@link compressorOf}.
 *
 * @throws CanopyError `INVALID_ARGUMENT`.
 */
export function checkSystem({ strategy, compressor, selection, dial }: SearchOptions): void {
  const rule = selectionOf(selection);
  if (compressor === undefined || compressor === 'canopy') dialOf(rule, dial);
  if (typeof compressor === 'string') named('compressor', COMPRESSOR_NAMES, compressor);
  if (typeof strategy !== 'string') return;
  const name = named('strategy', STRATEGY_NAMES, strategy);
  checkCompressed(name, compressor);
}

function named<Name extends string>(kind: string, names: readonly Name[], wanted: string): Name {
  const found = names.find((name) => name === wanted);
  if (found !== undefined) return found;
  throw new CanopyError('INVALID_ARGUMENT', `There is no ${kind} called “${wanted}”.`, {
    nextStep: `Choose one of ${names.join(', ')}.`,
  });
}

function checkCompressed(name: StrategyName, compressor: KeepOptions['compressor']): void {
  if (compressor === undefined || takesCompressor(name)) return;
  // Its selection is what it always compresses with.
  if (compressor === 'canopy' && isCanopy(name)) return;
  throw new CanopyError('INVALID_ARGUMENT', `The strategy ${name} takes no compressor.`, {
    nextStep: `Leave the compressor out, or choose one of ${STRATEGY_NAMES.filter(takesCompressor).join(', ')}.`,
  });
}

/** The strategy of an option, loaded when it is needed; undefined for CANOPY's own loop, which needs no model. */
export async function strategyOf({
  strategy = 'canopy',
  compressor,
}: Pick<SearchOptions, 'strategy' | 'compressor'>): Promise<Strategy | undefined> {
  if (typeof strategy === 'object') return strategy;
  const name = named('strategy', STRATEGY_NAMES, strategy);
  checkCompressed(name, compressor);
  if (name === 'canopy') return undefined;
  const { strategyNamed } = await import('../strategies/strategies.ts');
  return strategyNamed(name);
}

/** The compressor of an option, loaded when it is needed; undefined where nothing or the selection is meant. */
export async function compressorOf(
  choice: CompressorName | Compressor | undefined,
  selection: Selection,
  dial: number | undefined,
): Promise<Compressor | undefined> {
  if (choice === undefined || typeof choice === 'object') return choice;
  const { compressorNamed } = await import('../compressors/compressors.ts');
  return compressorNamed(choice, { selection, dial });
}

/**
 * Defaults with what a call says. A position of the dial belongs to the rule it was given for, so a call that cuts by
 * another rule does not take it over.
 *
 * @throws CanopyError `INVALID_ARGUMENT` for a selection that there is none of.
 */
export function withDefaults<Options extends KeepOptions>(
  defaults: KeepOptions & Options,
  options: Options,
): Options {
  const isOther = ruleOf({ ...defaults, ...options }) !== ruleOf(defaults);
  const { dial, ...others } = defaults;
  const own = isOther || dial === undefined ? {} : { dial };
  return { ...others, ...own, ...options } as Options;
}

/** What the dial turns: the compressor where there is one, else the selection. */
function ruleOf({ selection, compressor }: KeepOptions) {
  return compressor === undefined || compressor === 'canopy' ? selectionOf(selection) : compressor;
}
