/**
 * Writes the report page from result files of `npm run eval -- --json`:
 *
 *   npx tsx eval/report.ts RESULTS.json [FURTHER.json]... --html docs/results/index.html [--command TEXT]
 *     [--machine TEXT] [--follow-ups FILE.json]
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { EvalReport } from './evaluate.ts';
import type { FollowUpRow } from './follow-up-table.ts';
import { htmlReport } from './report-html.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    html: { type: 'string', default: 'docs/results/index.html' },
    command: { type: 'string' },
    machine: { type: 'string' },
    'follow-ups': { type: 'string' },
  },
});
const read = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));
const reports: EvalReport[] = [];
for (const file of positionals) reports.push((await read(file)) as EvalReport);
const { command, machine, 'follow-ups': followUps } = values;
const page = htmlReport(reports, {
  ...(command === undefined ? {} : { command }),
  ...(machine === undefined ? {} : { machine }),
  ...(followUps === undefined
    ? {}
    : { followUps: ((await read(followUps)) as { rows: FollowUpRow[] }).rows }),
});
await writeFile(values.html, page);
