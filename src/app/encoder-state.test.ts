import { expect, it } from 'vitest';
import { encoderState } from './encoder-state.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import { strings } from './strings.ts';

const { slow, devices } = strings.encoder;
const { remoteEncoder } = DEFAULT_SETTINGS;

it.each([
  ['the person chose it', 'wasm', 'none', slow.chosen],
  ['the only adapter is software', 'auto', 'software', slow.software],
  ['the graphics card failed', 'auto', 'hardware', slow.hardware],
  ['there is no WebGPU', 'auto', 'none', slow.none],
] as const)(
  'says that files are embedded on the processor because %s',
  (_, chosen, gpu, notice) => {
    const state = encoderState(
      { device: 'wasm', dtype: 'q8' },
      { device: chosen, remoteEncoder },
      gpu,
    );
    expect(state).toEqual({ status: 'ready', device: devices.wasm, dtype: 'q8', notice });
  },
);

it('says nothing about the processor where the graphics card is used', () => {
  const state = encoderState(
    { device: 'webgpu', dtype: 'fp16' },
    { device: 'auto', remoteEncoder },
    'hardware',
  );
  expect(state).toEqual({ status: 'ready', device: devices.webgpu, dtype: 'fp16' });
});

it('says where everything goes when the encoder runs elsewhere', () => {
  const state = encoderState(
    { device: 'remote', dtype: 'served' },
    { device: 'auto', remoteEncoder: { ...remoteEncoder, url: 'http://host.test:8000/v1' } },
    'none',
  );
  expect(state).toMatchObject({ notice: expect.stringContaining('host.test:8000') });
  expect(strings.encoder.readyTitle(devices.remote, 'served')).toMatch(/: on another computer$/);
  expect(strings.encoder.readyTitle(devices.wasm, 'q8')).toMatch(
    /: on the processor, calculating with 8-bit numbers$/,
  );
});
