import { expect, it } from 'vitest';
import type { DatasetQuestion } from './dataset.ts';
import { sampleQuestions } from './sample-questions.ts';

const questions = Array.from(
  { length: 60 },
  (_, i): DatasetQuestion => ({
    ...{ id: `q${i}`, dataset: 'd', split: 'dev', question: '?', answers: [], questionType: '' },
    ...{ goldLevel: 'fragment', itemIds: [`document ${i % 10}`], gold: new Map() },
  }),
);

it('takes all questions of a document together, in the order of the set', () => {
  const sample = sampleQuestions(questions, 8);
  expect(sample.length).toBe(12);
  expect(new Set(sample.flatMap(({ itemIds }) => itemIds)).size).toBe(2);
  expect(sample).toEqual(questions.filter((question) => sample.includes(question)));
});

it('holds every smaller sample of its seed, and differs by seed', () => {
  const small = sampleQuestions(questions, 12);
  expect(sampleQuestions(questions, 30)).toEqual(expect.arrayContaining(small));
  expect(sampleQuestions(questions, 12, 2)).not.toEqual(small);
  expect(sampleQuestions(questions, 100)).toEqual(questions);
});
