import { expect, it } from 'vitest';
import { scoreAnswer } from './answer-scores.ts';

it('scores words, without citation marks, articles and punctuation', () => {
  expect(scoreAnswer('The Eiffel Tower [1][2].', ['Eiffel tower'], '')).toEqual({ em: 1, f1: 1 });
  // Two of three words said, two of two wanted: 2 · ⅔ · 1 / (⅔ + 1).
  expect(scoreAnswer('big Eiffel Tower', ['x', 'Eiffel tower'], '').f1).toBeCloseTo(0.8);
  expect(scoreAnswer('', ['Eiffel'], '')).toEqual({ em: 0, f1: 0 });
  expect(scoreAnswer('red blue', ['red', 'blue'], 'multi-span').em).toBe(1);
  expect(scoreAnswer('red', ['red', 'blue'], 'multi-span').f1).toBeCloseTo(2 / 3);
});
