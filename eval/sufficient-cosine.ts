/**
 * Where the critic without a language model draws its line (`SUFFICIENT_COSINE` in src/pipeline/extractive.ts): the share of
 * pools whose best leaf reaches a cosine, as they are and without their gold items.
 *
 *   npx tsx eval/sufficient-cosine.ts --data DIR [--dataset NAME]... [--split dev] [--model DIR]
 */
import { parseArgs } from 'node:util';
import { leafRegions } from '../src/core/region-tree.ts';
import { loadScored } from './load-scored.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    split: { type: 'string', default: 'dev' },
    dataset: { type: 'string', multiple: true, default: ['2wikimultihopqa', 'qed', 'tatqa'] },
    model: { type: 'string', default: 'public/models/all-minilm-l6-v2' },
    cache: { type: 'string', default: '.cache/vectors' },
  },
});
const sets = await loadScored(values);
const questions = values.dataset.flatMap((name) => sets.get(name) ?? []);
const best = { full: [] as number[], emptied: [] as number[] };
for (const { pool, facts } of questions) {
  const leaf = pool.map(({ tree, scores }) =>
    leafRegions(tree).reduce((high, region) => Math.max(high, scores[region]!), -1),
  );
  best.full.push(Math.max(...leaf));
  const others = leaf.filter((_, index) => facts[index]!.gold.length === 0);
  if (others.length > 0) best.emptied.push(Math.max(...others));
}
const share = (numbers: readonly number[], bar: number) =>
  (numbers.filter((number) => number >= bar).length / numbers.length).toFixed(3);
console.log(`${questions.length} questions of ${values.dataset.join(', ')}`);
console.log('| cosine | pools with the evidence | pools without |\n| --- | --- | --- |');
for (let bar = 0.3; bar < 0.8; bar += 0.025) {
  console.log(`| ${bar.toFixed(3)} | ${share(best.full, bar)} | ${share(best.emptied, bar)} |`);
}
