/**
 * Whether words help to find items: recall of gold items among the k best by vector, by BM25 and by both, fused by rank.
 * Each data set's cached items are one pool.
 *
 *   npx tsx eval/hybrid-retrieval.ts --data DIR [--split dev] [--model DIR]
 */
import { parseArgs } from 'node:util';
import MiniSearch from 'minisearch';
import { fingerprintKey } from '../src/core/fingerprint.ts';
import { mergeRankings } from '../src/core/merge-rankings.ts';
import { contentBetween, regionPrefix } from '../src/core/region-input.ts';
import { createResampler, percentileInterval } from './bootstrap.ts';
import { listDatasets, readDataset } from './dataset.ts';
import { cachedQuestions } from './index-questions.ts';
import { openNodeEncoder } from './node-encoder.ts';
import { itemRanking } from './rank-items.ts';
import { selectionQuestions } from './reserved.ts';
import { openVectorCache } from './vector-cache.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    split: { type: 'string', default: 'dev' },
    model: { type: 'string', default: 'public/models/all-minilm-l6-v2' },
    cache: { type: 'string', default: '.cache/vectors' },
  },
});
/** Places from which rankings are fused. */
const DEPTH = 50;

const encoder = await openNodeEncoder({ folder: values.model });
const fingerprint = fingerprintKey(encoder.fingerprint);
await encoder.dispose();
const cache = openVectorCache(values.cache);
const resampler = createResampler();

function cell(dataset: string, recalls: readonly number[]): string {
  const mean = recalls.reduce((sum, value) => sum + value, 0) / recalls.length;
  const draws = resampler.draws(dataset, recalls.length);
  const means = Float64Array.from({ length: resampler.resamples }, (_, row) =>
    recalls.reduce(
      (sum, value, i) => sum + (value * draws[row * recalls.length + i]!) / recalls.length,
      0,
    ),
  );
  const [low, high] = percentileInterval(means);
  return `${mean.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

console.log(
  '| set | questions | items | k | vector | BM25 | both |\n| --- | --- | --- | --- | --- | --- | --- |',
);
for (const name of await listDatasets(values.data, values.split)) {
  const dataset = await readDataset(values.data, name, values.split);
  const questions = selectionQuestions(dataset, values.split);
  const cached = await cachedQuestions({ ...dataset, questions }, fingerprint, { cache });
  if (cached.items.size < 2 * DEPTH) continue;
  const words = new MiniSearch<{ id: string; text: string }>({ fields: ['text'] });
  words.addAll(
    [...cached.items.values()].map(({ item, leaves }) => ({
      id: item.id,
      text: `${regionPrefix(item)}\n${contentBetween(item, leaves.starts[0]!, leaves.ends.at(-1)!)}`,
    })),
  );
  const rank = itemRanking(cached);
  for (const k of [5, 10]) {
    const recalls = { vector: [] as number[], words: [] as number[], both: [] as number[] };
    for (const { id, question, gold } of cached.questions) {
      const byVector = rank(id, DEPTH);
      const byWords = words
        .search(question)
        .slice(0, DEPTH)
        .map((hit) => String(hit.id));
      const share = (found: readonly string[]) =>
        [...gold.keys()].filter((item) => found.slice(0, k).includes(item)).length / gold.size;
      recalls.vector.push(share(byVector));
      recalls.words.push(share(byWords));
      recalls.both.push(share(mergeRankings([byVector, byWords], k)));
    }
    const cells = [recalls.vector, recalls.words, recalls.both].map((found) => cell(name, found));
    console.log(
      `| ${[name, cached.questions.length, cached.items.size, k, ...cells].join(' | ')} |`,
    );
  }
}
