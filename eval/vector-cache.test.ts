import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Item } from '../src/core/item.ts';
import { itemKey, openVectorCache, queryKey } from './vector-cache.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canopy-cache-'));
});
afterEach(() => rm(folder, { recursive: true }));

const vectors = {
  ...{ rows: 2, dimensions: 3 },
  data: Int8Array.of(1, -2, 3, 4, 5, -127),
  scales: Float32Array.of(0.5, 0.25),
};

it('gives back what was written', async () => {
  const cache = openVectorCache(folder);
  await cache.writeItem('abcd', vectors);
  await cache.writeQuery('abce', Float32Array.of(0.6, -0.8));
  expect(await cache.readItem('abcd')).toEqual(vectors);
  expect(await cache.readQuery('abce')).toEqual(Float32Array.of(0.6, -0.8));
  expect(await cache.readItem('none')).toBeUndefined();
});

it('takes a file that was cut short for missing', async () => {
  const cache = openVectorCache(folder);
  await cache.writeItem('abcd', vectors);
  const [file] = await readdir(join(folder, 'ab'));
  await writeFile(join(folder, 'ab', file!), Uint8Array.of(2, 0, 0, 0, 3, 0, 0, 0, 9));
  expect(await cache.readItem('abcd')).toBeUndefined();
});

it('names content, cuts and encoder, not the item’s id', () => {
  const item: Item = {
    ...{ id: 'a', title: 'T', text: 'One. Two.', modality: 'text', headingPath: [] },
    provenance: { source: 's' },
  };
  const leaves = { starts: Int32Array.of(0, 5), ends: Int32Array.of(4, 9) };
  const key = itemKey(item, leaves, 'f');
  expect(itemKey({ ...item, id: 'b', provenance: { source: 'x' } }, leaves, 'f')).toBe(key);
  expect(itemKey({ ...item, title: 'U' }, leaves, 'f')).not.toBe(key);
  expect(itemKey(item, { ...leaves, ends: Int32Array.of(4, 8) }, 'f')).not.toBe(key);
  expect(itemKey(item, leaves, 'g')).not.toBe(key);
  expect(queryKey('q', 'f')).not.toBe(queryKey('q', 'g'));
});
