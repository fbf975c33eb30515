import { expect, it } from 'vitest';
import { defaultLabels } from './labels.ts';
import { createPreparation } from './preparation.ts';

const loaded = (loadedBytes: number, totalBytes: number) =>
  ({ stage: 'downloading', device: 'wasm', dtype: 'w8', loadedBytes, totalBytes }) as const;
const embedded = (name: string, done: number, total: number) =>
  ({ name, event: { type: 'embedding', done, total } }) as const;

it('tells megabytes of the encoder while they come, and no share before their number is known', () => {
  const state = createPreparation();
  expect(state.now(defaultLabels)).toEqual({ words: 'Getting ready…' });
  state.loading(loaded(0, 0));
  expect(state.now(defaultLabels)).toEqual({ words: 'Getting ready…' });
  state.loading(loaded(6_000_000, 24_000_000));
  expect(state.now(defaultLabels)).toEqual({
    words: 'Loading the encoder: 6 of 24 MB',
    share: 0.25,
  });
  state.loading({ ...loaded(24_000_000, 24_000_000), stage: 'testing' });
  expect(state.now(defaultLabels)).toEqual({ words: 'Getting ready…' });
});

it('counts the regions of all sources together, and starts anew with the next', () => {
  const state = createPreparation();
  state.indexing(embedded('a.md', 10, 40));
  state.indexing(embedded('b.csv', 0, 60));
  expect(state.now(defaultLabels)).toEqual({
    words: 'Reading a.md, b.csv: 10 of 100 regions',
    share: 0.1,
  });
  state.indexing(embedded('a.md', 40, 40));
  expect(state.now(defaultLabels)).toEqual({
    words: 'Reading b.csv: 40 of 100 regions',
    share: 0.4,
  });
  state.indexing(embedded('b.csv', 60, 60));
  state.indexing({ name: 'b.csv', event: { type: 'indexed', embedded: 60 } as never });
  expect(state.now(defaultLabels)).toEqual({ words: 'Getting ready…' });
  state.indexing(embedded('c.md', 1, 4));
  expect(state.now(defaultLabels).share).toBe(0.25);
});
