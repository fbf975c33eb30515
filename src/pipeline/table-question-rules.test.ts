import { expect, it } from 'vitest';
import { ruleTableQuestion } from './table-question-rules.ts';

it.each([
  ['aggregate', 'How many cities have more than 100,000 inhabitants?'],
  ['aggregate', 'How many cities are in Moravia?'],
  ['aggregate', 'Which city has the largest population?'],
  ['aggregate', 'List all stations on line C.'],
  ['aggregate', 'What is the average rent in Brno?'],
  ['aggregate', 'Which teams have won against Sparta?'],
  ['aggregate', 'What was the third most visited museum?'],
  ['aggregate', 'Is Brno bigger than Ostrava?'],
  ['aggregate', 'what about the money'],
  ['aggregate', 'Kolik obyvatel má Brno?'],
  ['lookup', 'What is the population of Brno?'],
  ['lookup', 'How many inhabitants does Brno have?'],
  ['lookup', 'When was the Petřín tower opened?'],
  ['lookup', 'What was the revenue in 2019?'],
  ['lookup', 'How high is Mount Sněžka?'],
])('says %s for “%s”', async (kind, question) => {
  const classified = await ruleTableQuestion.classify(question);
  expect(classified.kind).toBe(kind);
  expect(classified.reason).toMatch(/\w/);
  expect(classified.cost.calls).toBe(0);
});
