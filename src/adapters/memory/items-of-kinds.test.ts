import { expect, it } from 'vitest';
import type { Modality } from '../../core/item.ts';
import { takeOfEach } from './items-of-kinds.ts';

const kinds: Record<string, Modality> = { t: 'text', a: 'table', i: 'image' };
const ranking = (names: string) =>
  [...names].map((name, at) => ({ itemId: `${name}${at}`, score: 1 - at / 1000 }));
const ids = async (names: string, modalities: readonly Modality[], k: number) => {
  let asked = 0;
  const taken = await takeOfEach(ranking(names), modalities, k, async (wanted) => {
    asked += wanted.length;
    return wanted.map((id) => kinds[id[0]!]);
  });
  return { taken: taken.map(({ itemId }) => itemId), asked };
};

it('takes k of each wanted kind in the order of the ranking', async () => {
  const { taken } = await ids('ttataiati', ['table', 'image'], 2);
  expect(taken).toEqual(['a2', 'a4', 'i5', 'i8']);
});

it('gives what there is of a kind, and none of what is gone', async () => {
  expect((await ids('tx', ['text', 'video'], 3)).taken).toEqual(['t0']);
});

it('stops looking once it has enough', async () => {
  const { taken, asked } = await ids('t'.repeat(1000), ['text'], 10);
  expect(taken).toHaveLength(10);
  expect(asked).toBe(64);
});
