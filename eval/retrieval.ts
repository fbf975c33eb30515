/**
 * What finds items: recall of gold items among the k best by the vector of either encoder, by the product's own score, by BM25
 * and by the last two, fused by rank. Each data set's cached items are one pool.
 *
 *   npx tsx eval/retrieval.ts --data DIR [--split dev] [--model DIR]
 */
import { parseArgs } from 'node:util';
import MiniSearch from 'minisearch';
import { fingerprintKey } from '../src/core/fingerprint.ts';
import type { IndexedItem } from '../src/core/indexed-item.ts';
import { type ItemVector, stackItemVectors, wholeItemVector } from '../src/core/item-vectors.ts';
import { mergeRankings } from '../src/core/merge-rankings.ts';
import { contentBetween, regionPrefix } from '../src/core/region-input.ts';
import { cosines } from '../src/core/similarity.ts';
import { createResampler, meanWithInterval } from './bootstrap.ts';
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
  const { mean, interval } = meanWithInterval(resampler, dataset, recalls);
  return `${mean.toFixed(3)} [${interval.map((end) => end.toFixed(3)).join(', ')}]`;
}

/** Ids by falling cosine with one vector of each item. */
function byVector(items: readonly ItemVector[]) {
  const { itemIds, vectors } = stackItemVectors(items);
  return (query: Float32Array): string[] => {
    const scores = cosines(query, vectors);
    return [...scores.keys()].sort((a, b) => scores[b]! - scores[a]!).map((row) => itemIds[row]!);
  };
}

/** The item by the node encoder: the root of its regions. */
function rootVector({ item, vectors }: IndexedItem): ItemVector {
  const data = vectors.data.slice(0, vectors.dimensions);
  return { itemId: item.id, data, scale: vectors.scales[0]! };
}

function byWords(items: readonly IndexedItem[]) {
  const words = new MiniSearch<{ id: string; text: string }>({ fields: ['text'] });
  words.addAll(
    items.map(({ item, leaves }) => ({
      id: item.id,
      text: `${regionPrefix(item)}\n${contentBetween(item, leaves.starts[0]!, leaves.ends.at(-1)!)}`,
    })),
  );
  return (question: string) => words.search(question).map((hit) => String(hit.id));
}

const SYSTEMS = ['node encoder', 'query encoder', 'both, as shipped', 'BM25', 'shipped and BM25'];
console.log(`| set | questions | items | k | ${SYSTEMS.join(' | ')} |`);
console.log(`|${' --- |'.repeat(SYSTEMS.length + 4)}`);
for (const name of await listDatasets(values.data, values.split)) {
  const dataset = await readDataset(values.data, name, values.split);
  const questions = selectionQuestions(dataset, values.split);
  const cached = await cachedQuestions({ ...dataset, questions }, fingerprint, { cache });
  if (cached.items.size < 2 * DEPTH) continue;
  const items = [...cached.items.values()];
  const [node, query] = [byVector(items.map(rootVector)), byVector(items.map(wholeItemVector))];
  const [shipped, words] = [itemRanking(cached), byWords(items)];
  for (const k of [5, 10]) {
    const recalls = SYSTEMS.map((): number[] => []);
    for (const { id, question, gold } of cached.questions) {
      const vector = cached.queries.get(id)!;
      const [own, lexical] = [shipped(id, DEPTH), words(question).slice(0, DEPTH)];
      const found = [node(vector), query(vector), own, lexical, mergeRankings([own, lexical], k)];
      for (const [system, ids] of found.entries()) {
        const best = ids.slice(0, k);
        const hits = [...gold.keys()].filter((item) => best.includes(item));
        recalls[system]!.push(hits.length / gold.size);
      }
    }
    const cells = recalls.map((shares) => cell(name, shares));
    console.log(`| ${[name, cached.questions.length, items.length, k, ...cells].join(' | ')} |`);
  }
}
