/**
 * Evaluates compressors on question sets with gold evidence, without a language model:
 *
 *   npm run eval -- --data DIR [--dataset NAME[=N]]... [--compressor NAME]... [--mode pool|retrieval|gold-items]...
 *
 * `pool` takes each question's own pool, `retrieval` the k best of all items of the chosen questions, `gold-items` the gold
 * items alone. Vectors are cached on disk, so an interrupted run resumes. `--list` prints the compressors' names.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { BRANCHING, RETRIEVED_ITEMS } from '../src/core/defaults.ts';
import { toCanopyError } from '../src/core/errors.ts';
import { createResampler } from './bootstrap.ts';
import { describeProblem, listDatasets, readDataset } from './dataset.ts';
import { indexQuestions } from './index-questions.ts';
import { judgesLeaves, leafSweep } from './leaf-sweep.ts';
import { measureQuestion, sweepQuestion } from './measure-question.ts';
import { openNodeEncoder } from './node-encoder.ts';
import { itemRanking } from './rank-items.ts';
import { markdownTables, type Run } from './report-markdown.ts';
import { sampleQuestions } from './sample-questions.ts';
import { questionScorer, type ScoredQuestion } from './scored-questions.ts';
import { type SetResult, type SetStatistics, setStatistics, summarise } from './summarise.ts';
import { SYSTEM_NAMES, type System, systemsNamed } from './systems.ts';
import { openVectorCache } from './vector-cache.ts';

const MODES = ['pool', 'retrieval', 'gold-items'] as const;
type Mode = (typeof MODES)[number];

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    dataset: { type: 'string', multiple: true },
    split: { type: 'string', default: 'dev' },
    limit: { type: 'string' },
    compressor: { type: 'string', multiple: true },
    mode: { type: 'string', multiple: true, default: ['pool'] },
    k: { type: 'string', default: String(RETRIEVED_ITEMS) },
    branching: { type: 'string', default: String(BRANCHING) },
    model: { type: 'string', default: 'public/models/all-minilm-l6-v2' },
    dtype: { type: 'string', default: 'w8' },
    frozen: { type: 'boolean', default: false },
    threads: { type: 'string', default: '1' },
    cache: { type: 'string', default: '.cache/vectors' },
    seed: { type: 'string', default: '1' },
    strict: { type: 'boolean', default: false },
    json: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

/** Everything measured, by mode and system. */
type Results = Map<string, { mode: Mode; system: System; sets: SetStatistics[] }>;

const resampler = createResampler({ seed: Number(values.seed) });

async function evaluateSet(choice: string, systems: readonly System[], results: Results) {
  const [name = '', count = values.limit] = choice.split('=');
  const dataset = await readDataset(values.data, name, values.split, { strict: values.strict });
  for (const problem of dataset.problems) console.error(`left out: ${describeProblem(problem)}`);
  const usable = dataset.questions.filter(({ goldLevel }) => goldLevel === 'fragment');
  const questions = count === undefined ? usable : sampleQuestions(usable, Number(count));
  if (questions.length === 0) return;
  const indexed = await indexQuestions(dataset, questions, await encoder, {
    cache: openVectorCache(values.cache),
    branching: Number(values.branching),
    onProgress: (done, total) => process.stderr.write(`\r${name}: ${done} of ${total} regions `),
  });
  const score = questionScorer(indexed);
  const rank = itemRanking(indexed);
  for (const mode of values.mode as Mode[]) {
    const scored = questions.map((question) => {
      if (mode === 'pool') return score(question);
      if (mode === 'gold-items') return score(question, [...question.gold.keys()]);
      return score(question, rank(question.id, Number(values.k)));
    });
    for (const system of systems) {
      process.stderr.write(`\r${name}, ${mode}: ${system.name.padEnd(40)}`);
      const key = `${mode} ${system.name}`;
      const result = results.get(key) ?? { mode, system, sets: [] };
      result.sets.push(setStatistics(measureSet(name, scored, system), resampler));
      results.set(key, result);
    }
  }
  process.stderr.write('\n');
}

function measureSet(
  dataset: string,
  questions: readonly ScoredQuestion[],
  system: System,
): SetResult {
  const measures = questions.map((question) => measureQuestion(question, system));
  const { sweep } = system;
  if (sweep === undefined) return { dataset, measures };
  const curves = questions.map((question) =>
    judgesLeaves(sweep.selection)
      ? leafSweep(question, sweep.selection, sweep.positions)
      : sweepQuestion(question, sweep),
  );
  return { dataset, measures, curves };
}

function runsOf(results: Results): Run[] {
  const { split } = values;
  return [...results.values()].flatMap(({ mode, system, sets }) => {
    const { name, options } = system;
    const common = { split, mode, system: name, options };
    return [
      ...sets.map((set) => ({
        dataset: set.dataset,
        ...common,
        ...summarise([set]),
      })),
      { dataset: 'all', ...common, ...summarise(sets) },
    ];
  });
}

async function main(): Promise<void> {
  for (const mode of values.mode) {
    if (!MODES.includes(mode as Mode)) throw new Error(`There is no mode ${mode}.`);
  }
  const systems = (values.compressor ?? SYSTEM_NAMES).flatMap(systemsNamed);
  const results: Results = new Map();
  for (const name of values.dataset ?? (await listDatasets(values.data, values.split))) {
    await evaluateSet(name, systems, results);
  }
  const runs = runsOf(results);
  if (values.json !== undefined) {
    await writeFile(values.json, `${JSON.stringify({ runs }, undefined, 1)}\n`);
  }
  console.log(markdownTables(runs));
}

if (values.list) {
  console.log(`compressors: ${SYSTEM_NAMES.join(', ')}`);
  process.exit();
}
const encoder = openNodeEncoder({
  folder: values.model,
  dtype: values.dtype,
  frozen: values.frozen,
  threads: Number(values.threads),
  branching: Number(values.branching),
});
try {
  await main();
} catch (thrown) {
  const { message, nextStep } = toCanopyError(thrown, 'INVALID_ARGUMENT');
  console.error(`\n${message}${nextStep === undefined ? '' : ` ${nextStep}`}`);
  process.exitCode = 1;
} finally {
  await (await encoder).dispose();
}
