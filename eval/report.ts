/**
 * Writes the report page from result files of `npm run eval -- --json`:
 *
 *   npx tsx eval/report.ts RESULTS.json [ABLATION.json]... --html docs/results/index.html [--command TEXT]
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { EvalReport } from './evaluate.ts';
import { htmlReport } from './report-html.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    html: { type: 'string', default: 'docs/results/index.html' },
    command: { type: 'string', default: '' },
  },
});
const reports: EvalReport[] = [];
for (const file of positionals)
  reports.push(JSON.parse(await readFile(file, 'utf8')) as EvalReport);
await writeFile(values.html, htmlReport(reports, values.command));
