import { describe, expect, it } from 'vitest';
import type { EncoderState } from './engine.ts';
import { keepPage } from './keep-page.ts';
import { createStore } from './store.ts';

describe('keeping the page', () => {
  it('waits for the encoder and asks once', () => {
    const asked: unknown[] = [];
    const encoder = createStore<EncoderState>({ status: 'loading', loadedBytes: 0, totalBytes: 1 });
    keepPage(
      {
        register: (...call) => {
          asked.push(call);
          return new Promise(() => undefined);
        },
      },
      encoder,
      '/b/',
    );
    expect(asked).toEqual([]);
    encoder.set({ status: 'ready', device: 'wasm', dtype: 'q8' });
    encoder.set({ status: 'ready', device: 'webgpu', dtype: 'q8' });
    expect(asked).toEqual([['/b/sw.js', { scope: '/b/' }]]);
  });

  it('does nothing where the browser keeps no pages', () => {
    expect(() =>
      keepPage(undefined, createStore<EncoderState>({ status: 'idle' }), '/'),
    ).not.toThrow();
  });
});
