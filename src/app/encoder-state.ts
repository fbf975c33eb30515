import type { EncoderFingerprint } from '../core/fingerprint.ts';
import type { EncoderState } from './engine.ts';
import type { Settings } from './settings.ts';
import { strings } from './strings.ts';

/**
 * What the person is told of an encoder that stands: its device, why it is not a faster one, and where files go if it is not
 * on this device. `gpu` is what the browser offered.
 */
export function encoderState(
  { device, dtype }: Pick<EncoderFingerprint, 'device' | 'dtype'>,
  settings: Pick<Settings, 'device' | 'remoteEncoder'>,
  gpu: keyof Omit<typeof strings.encoder.slow, 'chosen'>,
): EncoderState {
  const state = { status: 'ready' as const, device: strings.encoder.devices[device], dtype };
  switch (device) {
    case 'webgpu':
      return state;
    case 'remote':
      return { ...state, notice: strings.encoder.remote(settings.remoteEncoder.url) };
    default:
      return {
        ...state,
        notice: strings.encoder.slow[settings.device === 'wasm' ? 'chosen' : gpu],
      };
  }
}
