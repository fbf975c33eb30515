/**
 * Holds the rules that tell lookup from aggregate questions against gold rows: `npx tsx eval/table-question.ts DATA SPLIT
 * [--wrong N]`, where DATA is a folder of data sets. A question whose gold reaches over several rows of one table must not
 * be called a lookup, since rows that it needs would be pruned; one whose gold is a single row may be, and then saves
 * tokens. (Superlatives have one gold row and still need all rows: the share called lookup is no score to maximise.)
 */
import { ruleTableQuestion } from '../src/pipeline/table-question-rules.ts';
import { readDataset } from './dataset.ts';

const DATASETS = ['tatqa', 'fetaqa', 'hybridqa'];

interface Count {
  single: number;
  singleLookup: number;
  several: number;
  severalLookup: number;
}

const [folder = '../shared/data', split = 'dev'] = process.argv.slice(2);
const shown = process.argv.includes('--wrong') ? Number(process.argv.at(-1)) : 0;
const wrong: string[] = [];
const lines: string[] = [];
for (const name of DATASETS) {
  const { questions, items } = await readDataset(folder, name, split);
  const counts = new Map<string, Count>();
  for (const { question, questionType, gold } of questions) {
    const tables = [...gold].filter(([id]) => items.get(id)?.item.modality === 'table');
    if (tables.length === 0) continue;
    const several = tables.some(([, rows]) => rows.length > 1);
    const { kind } = await ruleTableQuestion.classify(question);
    const count = counts.get(questionType) ?? {
      single: 0,
      singleLookup: 0,
      several: 0,
      severalLookup: 0,
    };
    counts.set(questionType, count);
    if (several) {
      count.several++;
      if (kind === 'lookup') count.severalLookup++;
      if (kind === 'lookup') wrong.push(`${name}: ${question}`);
    } else {
      count.single++;
      if (kind === 'lookup') count.singleLookup++;
    }
  }
  for (const [type, count] of counts) {
    const share = (part: number, whole: number) =>
      whole === 0 ? '–' : `${part} of ${whole} (${((100 * part) / whole).toFixed(1)}%)`;
    lines.push(
      `| ${name} | ${type} | ${share(count.singleLookup, count.single)} | ${share(count.severalLookup, count.several)} |`,
    );
  }
}
console.log(`Split ${split}\n`);
console.log('| data set | type | one gold row: called lookup | several gold rows: called lookup |');
console.log('| --- | --- | --- | --- |');
console.log(lines.join('\n'));
for (const question of wrong.slice(0, shown)) console.log(question);
