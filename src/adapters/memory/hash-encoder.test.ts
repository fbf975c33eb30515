import { expect, it } from 'vitest';
import { describeEncoder } from '../../ports/encoder.contract.ts';
import { createHashEncoder } from './hash-encoder.ts';

describeEncoder('The hash encoder', async () => createHashEncoder());

it('gives the same vectors on every machine', async () => {
  const vector = await createHashEncoder({ dimensions: 8 }).embedQuery('penguin');
  const places = [...vector].flatMap((value, place) => (value === 0 ? [] : [place]));
  expect(places.length).toBeGreaterThan(0);
  expect(await createHashEncoder({ dimensions: 8 }).embedQuery('Penguin!')).toEqual(vector);
});
