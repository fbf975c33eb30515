/**
 * What keeping tables whole costs where a question needs all rows of some table, and what is lost by keeping only those
 * whole whose best row comes near the best of the pool (`Selection.nearBest`): gold rows that go, and tokens of all found
 * tables that stay. Ten items are retrieved from each data set's cached ones.
 *
 *   npx tsx eval/whole-tables.ts --data DIR [--dataset NAME]... [--split dev]
 */
import { parseArgs } from 'node:util';
import { RETRIEVED_ITEMS } from '../src/core/defaults.ts';
import { fingerprintKey } from '../src/core/fingerprint.ts';
import { calibrated } from '../src/core/selections/calibrated-default.ts';
import { ruleTableQuestion } from '../src/pipeline/table-question-rules.ts';
import { readDataset } from './dataset.ts';
import { cachedQuestions } from './index-questions.ts';
import { keptLeaves } from './metrics.ts';
import { openNodeEncoder } from './node-encoder.ts';
import { itemRanking } from './rank-items.ts';
import { selectionQuestions } from './reserved.ts';
import { questionScorer } from './scored-questions.ts';
import { openVectorCache } from './vector-cache.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    split: { type: 'string', default: 'dev' },
    dataset: { type: 'string', multiple: true, default: ['tatqa', 'fetaqa', 'hybridqa'] },
    model: { type: 'string', default: 'public/models/all-minilm-l6-v2' },
    cache: { type: 'string', default: '.cache/vectors' },
  },
});

/** Counts over all found tables of which the selection keeps something. */
interface Counts {
  tables: number;
  far: number;
  goldRows: number;
  goldRowsGone: number;
  tokens: number;
  tokensKept: number;
}

const encoder = await openNodeEncoder({ folder: values.model });
const fingerprint = fingerprintKey(encoder.fingerprint);
await encoder.dispose();
const cache = openVectorCache(values.cache);
console.log(
  '| data set | questions | tables that are found | kept by rows | gold rows that go | tokens that stay |',
);
console.log('| --- | --- | --- | --- | --- | --- |');
for (const name of values.dataset) {
  const dataset = await readDataset(values.data, name, values.split);
  const questions = selectionQuestions(dataset, values.split);
  const cached = await cachedQuestions({ ...dataset, questions }, fingerprint, { cache });
  const [score, rank] = [questionScorer(cached), itemRanking(cached)];
  const counts = { tables: 0, far: 0, goldRows: 0, goldRowsGone: 0, tokens: 0, tokensKept: 0 };
  let asked = 0;
  for (const question of cached.questions) {
    const { kind } = await ruleTableQuestion.classify(question.question);
    if (kind === 'lookup') continue;
    asked++;
    const { pool, facts } = score(question, rank(question.id, RETRIEVED_ITEMS));
    const selections = calibrated.select(pool, calibrated.dial.initial);
    const near = calibrated.nearBest?.(pool);
    for (const [place, { modality, tree }] of pool.entries()) {
      if (modality !== 'table' || selections[place]!.kept.length === 0) continue;
      const isWhole = near?.[place] ?? true;
      const kept = isWhole ? Int32Array.of(0) : selections[place]!.kept;
      count(counts, facts[place]!, keptLeaves(tree, kept), isWhole);
    }
  }
  const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)}%`;
  const { tables, far, goldRows, goldRowsGone, tokens, tokensKept } = counts;
  console.log(
    `| ${name} | ${asked} | ${tables} | ${share(far, tables)} | ${goldRowsGone} of ${goldRows} | ${share(tokensKept, tokens)} |`,
  );
}

function count(
  counts: Counts,
  { leafTokens, gold }: { readonly leafTokens: Int32Array; readonly gold: Int32Array },
  kept: Uint8Array,
  isWhole: boolean,
): void {
  counts.tables++;
  if (!isWhole) counts.far++;
  for (const [leaf, tokens] of leafTokens.entries()) {
    counts.tokens += tokens;
    if (kept[leaf] === 1) counts.tokensKept += tokens;
  }
  counts.goldRows += gold.length;
  counts.goldRowsGone += gold.filter((leaf) => kept[leaf] !== 1).length;
}
