import { expect, it } from 'vitest';
import { encoderState } from './encoder-state.ts';
import { strings } from './strings.ts';

const { slow } = strings.encoder;

it.each([
  ['the person chose it', 'wasm', 'none', slow.chosen],
  ['the only adapter is software', 'auto', 'software', slow.software],
  ['the graphics card failed', 'auto', 'hardware', slow.hardware],
  ['there is no WebGPU', 'auto', 'none', slow.none],
] as const)(
  'says that files are embedded on the processor because %s',
  (_, chosen, gpu, notice) => {
    const state = encoderState({ device: 'wasm', dtype: 'q8' }, chosen, gpu);
    expect(state).toEqual({ status: 'ready', device: 'WASM', dtype: 'q8', notice });
  },
);

it('says nothing about the processor where the graphics card is used', () => {
  const state = encoderState({ device: 'webgpu', dtype: 'fp16' }, 'auto', 'hardware');
  expect(state).toEqual({ status: 'ready', device: 'WebGPU', dtype: 'fp16' });
});
