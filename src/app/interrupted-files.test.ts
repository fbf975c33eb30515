import { expect, it } from 'vitest';
import type { CollectionFile } from './collection-state.ts';
import { rememberInterrupted, takeInterrupted } from './interrupted-files.ts';
import type { PageStorage } from './page-storage.ts';

function memory(): PageStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => values.set(key, value),
  };
}

const file = (name: string, step: 'queued' | 'reading' | 'failed'): CollectionFile => ({
  key: name,
  name,
  bytes: 1,
  state: step === 'failed' ? { step, error: { message: 'x' } as never } : { step },
});

it('tells once which files were under way', () => {
  const storage = memory();
  const files = [file('a.pdf', 'reading'), file('b.pdf', 'failed'), file('c.pdf', 'queued')];
  rememberInterrupted(storage, files);
  expect(takeInterrupted(storage)).toEqual(['a.pdf', 'c.pdf']);
  expect(takeInterrupted(storage)).toEqual([]);
});

it('keeps the names of one tab when another is closed after it', () => {
  const storage = memory();
  rememberInterrupted(storage, [file('a.pdf', 'reading')]);
  rememberInterrupted(storage, [file('a.pdf', 'queued'), file('b.pdf', 'queued')]);
  rememberInterrupted(storage, []);
  expect(takeInterrupted(storage)).toEqual(['a.pdf', 'b.pdf']);
});

it('tells of none where nothing was written, or something else, or nothing may be written', () => {
  expect(takeInterrupted(memory())).toEqual([]);
  const odd = memory();
  odd.setItem('canopy.interrupted', '{"a":1}');
  expect(takeInterrupted(odd)).toEqual([]);
  const refusing: PageStorage = {
    getItem: () => {
      throw new Error('no');
    },
    setItem: () => {
      throw new Error('no');
    },
  };
  rememberInterrupted(refusing, [file('a.pdf', 'reading')]);
  expect(takeInterrupted(refusing)).toEqual([]);
});
