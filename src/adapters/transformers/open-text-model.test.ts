import { expect, it } from 'vitest';
import { pool } from './open-text-model.ts';

// Two rows of two tokens of two dimensions; the second token of row 1 is padding.
const states = Float32Array.of(1, 2, 3, 4, 5, 6, 100, 100);
const mask = BigInt64Array.of(1n, 1n, 1n, 0n);

it('pools the mean direction over tokens, padding left out', () => {
  expect([...pool(states, mask, [2, 2, 2], 'mean')]).toEqual([4, 6, 5, 6]);
});

it('pools the first token', () => {
  expect([...pool(states, mask, [2, 2, 2], 'cls')]).toEqual([1, 2, 5, 6]);
});
