import { dialOf } from '../core/dial-position.ts';
import { CanopyError } from '../core/errors.ts';
import type { Selection } from '../core/selection.ts';
import { calibrated } from '../core/selections/calibrated-default.ts';
import { flatM } from '../core/selections/flat-m.ts';
import type { Compressor } from '../ports/compressor.ts';
import { aksFrames } from './aks.ts';
import { canopy } from './canopy.ts';
import { COMPRESSOR_NAMES, type CompressorName } from './compressor-names.ts';
import { embeddingFilter, sentenceFilter } from './embedding-filter.ts';
import { flatAny } from './flat-any.ts';
import { flatLeaf } from './flat-leaf.ts';
import { recompExtractive } from './recomp-extractive.ts';
import { selected } from './selected.ts';
import { wholeItem } from './whole-item.ts';

/** Compressors that are a rule with one dial, by name. */
export const dialled: Partial<Record<CompressorName, Selection>> = {
  'flat-m': flatM,
  'recomp-extractive': recompExtractive,
  'embedding-filter': embeddingFilter,
  'sentence-filter': sentenceFilter,
  aks: aksFrames,
};

/** Compressors that always keep the same share, by name. */
const fixed: Partial<Record<CompressorName, Compressor>> = {
  'whole-item': wholeItem,
  'flat-leaf': flatLeaf,
  'flat-any': flatAny,
};

/** At which setting a compressor is wanted. */
export interface CompressorSetting {
  /** Position of its dial, or of the selection's for `canopy`; the initial one unless given. */
  readonly dial?: number | undefined;
  /** For `canopy`: `calibrated` unless given. */
  readonly selection?: Selection;
}

/**
 * The compressor of a name. Those that need gold spans (`goldItem`, `goldSpan`) or a language model (`longLlmLingua`) have
 * no name here: make them with what they need.
 *
 * @throws CanopyError `INVALID_ARGUMENT` for a name that none has, and for a dial outside of its range or where there is
 * none.
 */
export function compressorNamed(name: string, setting: CompressorSetting = {}): Compressor {
  const { dial, selection = calibrated } = setting;
  if (name === 'canopy') return canopy(selection, dialOf(selection, dial));
  const known = COMPRESSOR_NAMES.find((one) => one === name);
  if (known === undefined) {
    throw new CanopyError('INVALID_ARGUMENT', `There is no compressor called “${name}”.`, {
      nextStep: `Choose one of ${COMPRESSOR_NAMES.join(', ')}.`,
    });
  }
  const rule = dialled[known];
  if (rule !== undefined) return selected(rule, dialOf(rule, dial));
  if (dial === undefined) return fixed[known]!;
  throw new CanopyError('INVALID_ARGUMENT', `The compressor ${name} has no dial.`, {
    nextStep: 'Leave the dial out, or choose another compressor.',
  });
}
