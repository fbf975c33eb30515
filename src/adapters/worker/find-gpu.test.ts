import { afterEach, expect, it, vi } from 'vitest';
import { findGpu } from './find-gpu.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['hardware', { requestAdapter: async () => ({ info: {} }) }],
  ['software', { requestAdapter: async () => ({ info: { isFallbackAdapter: true } }) }],
  ['none', { requestAdapter: async () => null }],
  ['none', { requestAdapter: () => Promise.reject(new Error('The GPU process is gone.')) }],
  ['none', undefined],
])('tells that the GPU is %s', async (kind, gpu) => {
  vi.stubGlobal('navigator', { gpu });
  expect(await findGpu()).toBe(kind);
});
