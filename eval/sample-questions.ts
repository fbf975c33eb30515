import { seededRandom } from './bootstrap.ts';
import type { DatasetQuestion } from './dataset.ts';

/**
 * A seeded sample of at least `count` questions in which the questions of one pool stay together, so that a sample of long
 * documents needs few of them. A larger sample of the same seed holds every smaller one; the order of the data set is kept.
 */
export function sampleQuestions(
  questions: readonly DatasetQuestion[],
  count: number,
  seed = 1,
): DatasetQuestion[] {
  const groups = new Map<string, DatasetQuestion[]>();
  for (const question of questions) {
    const pool = [...question.itemIds].sort().join('\n');
    groups.set(pool, [...(groups.get(pool) ?? []), question]);
  }
  const random = seededRandom(seed);
  const order = [...groups.values()]
    .map((group) => ({ group, place: random() }))
    .sort((a, b) => a.place - b.place);
  const chosen = new Set<DatasetQuestion>();
  for (const { group } of order) {
    if (chosen.size >= count) break;
    for (const question of group) chosen.add(question);
  }
  return questions.filter((question) => chosen.has(question));
}
