/**
 * Fills the vector cache ahead of evaluation or of training a selection; interrupted, it resumes:
 *
 *   npx tsx eval/encode.ts --data DIR --split dev --dataset hotpotqa=100 --dataset qed [--model DIR] [--frozen]
 *
 * `NAME=N` takes a seeded sample of N questions, all questions of a document together. Of the training split only questions
 * that the encoder was not trained on are taken.
 */
import { parseArgs } from 'node:util';
import { listDatasets, readDataset } from './dataset.ts';
import { indexQuestions } from './index-questions.ts';
import { openNodeEncoder } from './node-encoder.ts';
import { selectionQuestions } from './reserved.ts';
import { sampleQuestions } from './sample-questions.ts';
import { openVectorCache } from './vector-cache.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    split: { type: 'string', default: 'dev' },
    dataset: { type: 'string', multiple: true },
    model: { type: 'string', default: 'public/models/all-minilm-l6-v2' },
    dtype: { type: 'string', default: 'w8' },
    frozen: { type: 'boolean', default: false },
    threads: { type: 'string', default: '1' },
    cache: { type: 'string', default: '.cache/vectors' },
  },
});
const encoder = await openNodeEncoder({
  folder: values.model,
  dtype: values.dtype,
  frozen: values.frozen,
  threads: Number(values.threads),
});
const cache = openVectorCache(values.cache);
for (const choice of values.dataset ?? (await listDatasets(values.data, values.split))) {
  const [name = '', count] = choice.split('=');
  const dataset = await readDataset(values.data, name, values.split);
  const usable = selectionQuestions(dataset, values.split);
  const questions = count === undefined ? usable : sampleQuestions(usable, Number(count));
  const started = Date.now();
  const onProgress = (done: number, total: number) => {
    const rate = (done / (Date.now() - started)) * 1000;
    process.stderr.write(`\r${name}: ${done} of ${total} regions, ${rate.toFixed(0)} a second `);
  };
  await indexQuestions(dataset, questions, encoder, { cache, onProgress });
  const seconds = Math.round((Date.now() - started) / 1000);
  process.stderr.write(`\r${name}: ${questions.length} questions ready after ${seconds} s\n`);
}
await encoder.dispose();
