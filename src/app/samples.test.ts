import { readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../../public/samples/', import.meta.url);

it('lists every sample with its true size', () => {
  const list: { name: string; bytes: number }[] = JSON.parse(
    readFileSync(new URL('index.json', folder), 'utf8'),
  );
  expect(list.length).toBeGreaterThan(4);
  for (const { name, bytes } of list) {
    expect([name, statSync(new URL(name, folder)).size]).toEqual([name, bytes]);
  }
});
