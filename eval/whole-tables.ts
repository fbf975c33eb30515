/**
 * What keeping tables whole costs where the question needs all rows of some table: of the tables that the default selection
 * keeps nothing of, how many hold gold after all, and how many tokens go with the others.
 *
 *   npx tsx eval/whole-tables.ts --data DIR [--dataset NAME]... [--split dev]
 */
import { parseArgs } from 'node:util';
import { calibrated } from '../src/core/selections/calibrated-default.ts';
import { ruleTableQuestion } from '../src/pipeline/table-question.ts';
import { loadScored } from './load-scored.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    split: { type: 'string', default: 'dev' },
    dataset: { type: 'string', multiple: true, default: ['tatqa', 'fetaqa', 'hybridqa'] },
    model: { type: 'string', default: 'public/models/all-minilm-l6-v2' },
    cache: { type: 'string', default: '.cache/vectors' },
  },
});
const sets = await loadScored(values);
console.log('| data set | tables with gold that would go | tables without gold that would go |');
console.log('| --- | --- | --- |');
for (const name of values.dataset) {
  const counts = { gold: 0, goldGone: 0, other: 0, otherGone: 0 };
  for (const { question, pool, facts } of sets.get(name) ?? []) {
    const { kind } = await ruleTableQuestion.classify(question.question);
    if (kind === 'lookup') continue;
    const selections = calibrated.select(pool, calibrated.dial.initial);
    for (const [index, { modality }] of pool.entries()) {
      if (modality !== 'table') continue;
      const isGold = facts[index]!.gold.length > 0;
      const isGone = selections[index]!.kept.length === 0;
      counts[isGold ? 'gold' : 'other']++;
      if (isGone) counts[isGold ? 'goldGone' : 'otherGone']++;
    }
  }
  const share = (part: number, whole: number) =>
    whole === 0 ? '–' : `${part} of ${whole} (${((100 * part) / whole).toFixed(1)}%)`;
  console.log(
    `| ${name} | ${share(counts.goldGone, counts.gold)} | ${share(counts.otherGone, counts.other)} |`,
  );
}
