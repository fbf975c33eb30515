import { fingerprintKey } from '../src/core/fingerprint.ts';
import { listDatasets, readDataset } from './dataset.ts';
import { cachedQuestions } from './index-questions.ts';
import { openNodeEncoder } from './node-encoder.ts';
import { selectionQuestions } from './reserved.ts';
import { questionScorer, type ScoredQuestion } from './scored-questions.ts';
import { openVectorCache } from './vector-cache.ts';

/** Which questions to load. */
export interface LoadOptions {
  readonly data: string;
  readonly split: string;
  readonly model: string;
  readonly cache: string;
}

/** The questions with known gold fragments of all data sets whose vectors are cached, scored, by data set. */
export async function loadScored(options: LoadOptions): Promise<Map<string, ScoredQuestion[]>> {
  const { data, split } = options;
  const encoder = await openNodeEncoder({ folder: options.model });
  const fingerprint = fingerprintKey(encoder.fingerprint);
  await encoder.dispose();
  const cache = openVectorCache(options.cache);
  const sets = new Map<string, ScoredQuestion[]>();
  for (const name of await listDatasets(data, split)) {
    const dataset = await readDataset(data, name, split);
    const usable = selectionQuestions(dataset, split);
    const cached = await cachedQuestions({ ...dataset, questions: usable }, fingerprint, { cache });
    if (cached.questions.length > 0) {
      const score = questionScorer(cached);
      sets.set(
        name,
        cached.questions.map((question) => score(question)),
      );
    }
  }
  return sets;
}
