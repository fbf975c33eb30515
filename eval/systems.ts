import { aks } from '../src/compressors/aks.ts';
import { canopy } from '../src/compressors/canopy.ts';
import { embeddingFilter, sentenceFilter } from '../src/compressors/embedding-filter.ts';
import { flatAny } from '../src/compressors/flat-any.ts';
import { flatLeaf } from '../src/compressors/flat-leaf.ts';
import { type GoldOf, goldItem, goldSpan } from '../src/compressors/gold.ts';
import { longLlmLingua } from '../src/compressors/long-llmlingua.ts';
import { recompExtractive } from '../src/compressors/recomp-extractive.ts';
import { selected } from '../src/compressors/selected.ts';
import { wholeItem } from '../src/compressors/whole-item.ts';
import { CanopyError } from '../src/core/errors.ts';
import { withItemGate } from '../src/core/item-gate.ts';
import type { Selection } from '../src/core/selection.ts';
import { calibrated } from '../src/core/selections/calibrated-default.ts';
import { flatM } from '../src/core/selections/flat-m.ts';
import { parentRelative } from '../src/core/selections/parent-relative.ts';
import { poolRelative } from '../src/core/selections/pool-relative.ts';
import type { Compressor } from '../src/ports/compressor.ts';
import type { Likelihood } from '../src/ports/likelihood.ts';

/** What compressors are made from that is not in the library. */
export interface SystemParts {
  /** For LongLLMLingua. */
  readonly likelihood?: Likelihood;
}

/** A compressor under evaluation at one setting, with the dial positions whose curve its cut at a recall is read from. */
export interface System {
  readonly name: string;
  /** Systems that differ by their dial alone; one line in a plot. */
  readonly family: string;
  readonly options: Readonly<Record<string, number | string>>;
  /** Which encoder makes the region vectors: the tuned fθ, or f0. */
  readonly encoder: 'tuned' | 'frozen';
  /** The compressor for a question; only the upper references use what its gold is. */
  make(goldOf: GoldOf): Compressor;
  readonly sweep?: { readonly selection: Selection; readonly positions: readonly number[] };
}

type Maker = (parts: SystemParts) => System[];

function steps(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));
}

/** 1, 2, 3 … and then ever wider steps to about `largest`. */
function counts(largest: number): number[] {
  const found = [1];
  while (found.at(-1)! < largest)
    found.push(Math.max(found.at(-1)! + 1, Math.round(found.at(-1)! * 1.1)));
  return found;
}

function fixed(
  name: string,
  make: System['make'],
  encoder: System['encoder'] = 'tuned',
  options: System['options'] = {},
): Maker {
  return () => [{ name, family: name, options, encoder, make }];
}

/** One system per setting of a dial; the curve belongs to all of them and is measured with the first. */
function dialled(
  family: string,
  selection: Selection,
  settings: readonly number[],
  positions: readonly number[],
  encoder: System['encoder'] = 'tuned',
): Maker {
  return () =>
    settings.map((dial, index) => ({
      name: settings.length === 1 ? family : `${family}-${dial}`,
      ...{ family, options: { dial }, encoder },
      make: () => ({ ...selected(selection, dial), name: family }),
      ...(index === 0 ? { sweep: { selection, positions } } : {}),
    }));
}

function canopyWith(
  selection: Selection,
  others: readonly number[],
  positions: readonly number[],
  encoder: System['encoder'] = 'tuned',
): Maker {
  const family = `canopy-${selection.name}${encoder === 'frozen' ? '-frozen' : ''}`;
  const { initial } = selection.dial;
  return () =>
    [initial, ...others].map((dial) => ({
      name: dial === initial ? family : `${family}-${dial}`,
      ...{ family, options: { dial }, encoder },
      make: () => canopy(selection, dial),
      ...(dial === initial ? { sweep: { selection, positions } } : {}),
    }));
}

const MARGINS = steps(-0.1, 0.6, 29);
const REACHES = steps(0, 1, 101);
const KEEPS = steps(0.5, 1, 101);
/** Distances 1 − cosine of a filter, from keep-less to keep-more. */
const DISTANCES = steps(0, 1.4, 71);

/** Every compressor that can be evaluated, by name; positions of dials go from keep-less to keep-more. */
const MAKERS = new Map<string, Maker>([
  ['whole-item', fixed('whole-item', () => wholeItem)],
  ['canopy-calibrated', canopyWith(calibrated, [0.7, 0.8, 0.9, 0.95, 0.98, 0.99], KEEPS)],
  ['canopy-pool-relative', canopyWith(poolRelative, [0.1, 0.2, 0.4, 0.5], REACHES)],
  ['canopy-parent-relative', canopyWith(parentRelative, [0.05, 0.1, 0.2], MARGINS)],
  [
    'canopy-parent-relative-gated',
    canopyWith(withItemGate(parentRelative, { reach: 0.2, exempt: 1 }), [], MARGINS),
  ],
  ['canopy-parent-relative-frozen', canopyWith(parentRelative, [], MARGINS, 'frozen')],
  ['canopy-pool-relative-frozen', canopyWith(poolRelative, [], REACHES, 'frozen')],
  ['flat-leaf', fixed('flat-leaf', () => flatLeaf, 'frozen')],
  ['flat-any', fixed('flat-any', () => flatAny, 'frozen')],
  ['flat-m', dialled('flat-m', flatM, [1, 3, 5, 10, 20], counts(1000))],
  ['gold-item', fixed('gold-item', goldItem)],
  ['gold-span', fixed('gold-span', goldSpan)],
  [
    'recomp-extractive',
    dialled('recomp-extractive', recompExtractive, [1, 5, 10, 20, 50], counts(1000)),
  ],
  [
    'embedding-filter',
    dialled('embedding-filter', embeddingFilter, [0.4, 0.5, 0.6, 0.7, 0.8], DISTANCES, 'frozen'),
  ],
  [
    'sentence-filter',
    dialled('sentence-filter', sentenceFilter, [0.4, 0.5, 0.6, 0.7, 0.8], DISTANCES, 'frozen'),
  ],
  [
    'aks',
    () =>
      [4, 8, 16].map((count) => ({
        ...{ name: `aks-${count}`, family: 'aks', options: { count }, encoder: 'frozen' as const },
        make: () => aks({ count }),
      })),
  ],
  [
    'long-llmlingua',
    ({ likelihood }) => {
      if (likelihood === undefined) {
        throw new CanopyError('INVALID_ARGUMENT', 'long-llmlingua needs a local language model.', {
          nextStep: 'Name the folder of one with --likelihood.',
        });
      }
      return [0.3, 0.55, 0.75].map((rate) => ({
        name: `long-llmlingua-${rate}`,
        family: 'long-llmlingua',
        options: { rate, model: likelihood.name },
        encoder: 'tuned' as const,
        make: () => longLlmLingua(likelihood, { rate }),
      }));
    },
  ],
]);

/** Names for `--compressor`. */
export const SYSTEM_NAMES: readonly string[] = [...MAKERS.keys()];

/** Compressors that run without a name: all that need no further model. */
export const DEFAULT_SYSTEMS = SYSTEM_NAMES.filter((name) => name !== 'long-llmlingua');

/**
 * The systems of a name; one per setting for those with a dial. The name of a single setting (`flat-m-5`) gives that one.
 *
 * @throws CanopyError `INVALID_ARGUMENT` for a name that is none.
 */
export function systemsNamed(name: string, parts: SystemParts = {}): System[] {
  const maker = MAKERS.get(name);
  if (maker !== undefined) return maker(parts);
  for (const family of SYSTEM_NAMES.filter((known) => name.startsWith(`${known}-`))) {
    const [first, ...others] = MAKERS.get(family)!(parts);
    const found = [first!, ...others].find((system) => system.name === name);
    if (found === undefined) continue;
    return [first?.sweep === undefined ? found : { ...found, sweep: first.sweep }];
  }
  throw new CanopyError('INVALID_ARGUMENT', `There is no compressor named ${name}.`, {
    nextStep: `Choose from ${SYSTEM_NAMES.join(', ')}.`,
  });
}
