import type { EncoderFingerprint } from '../core/fingerprint.ts';
import type { EncoderState } from './engine.ts';
import type { Settings } from './settings.ts';
import { strings } from './strings.ts';

/**
 * What the person is told of an encoder that stands: its device, and why it is not a faster one. `chosen` is the setting,
 * `gpu` what the browser offered.
 */
export function encoderState(
  { device, dtype }: Pick<EncoderFingerprint, 'device' | 'dtype'>,
  chosen: Settings['device'],
  gpu: keyof Omit<typeof strings.encoder.slow, 'chosen'>,
): EncoderState {
  return {
    status: 'ready',
    device: strings.encoder.devices[device],
    dtype,
    ...(device === 'webgpu'
      ? {}
      : { notice: strings.encoder.slow[chosen === 'wasm' ? 'chosen' : gpu] }),
  };
}
