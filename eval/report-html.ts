import type { Comparison } from './compare.ts';
import type { EvalReport } from './evaluate.ts';
import { FOLLOW_UP_HEAD, type FollowUpRow, followUpCells } from './follow-up-table.ts';
import { percent, plain, signed } from './report-figures.ts';
import type { Run } from './report-markdown.ts';
import { escapeHtml, type PlotSeries, plot } from './report-plot.ts';
import { REPORT_STYLE } from './report-style.ts';
import { scrollTable } from './report-table.ts';
import { comparisonTable, verdict } from './report-verdict.ts';

/** Figures of the tables, by key of the metrics; `tokens` are whole numbers, `share` are per cent. */
const COLUMNS: readonly (readonly [title: string, key: string, kind: 'share' | 'number'])[] = [
  ['cut @ 0.90 recall', 'cutAtRecall.0.9', 'share'],
  ['cut @ 0.95', 'cutAtRecall.0.95', 'share'],
  ['evidence tokens', 'evidenceTokens', 'number'],
  ['token cut', 'tokenCut', 'share'],
  ['gold leaves kept', 'goldLeafRecall', 'share'],
  ['gold fragments kept', 'goldFragmentRecall', 'share'],
  ['answer in context', 'answerInContext', 'share'],
  ['decision accuracy', 'decisionAccuracy', 'share'],
  ['pruned items', 'prunedShare', 'share'],
  ['dropped items', 'droppedItems', 'share'],
  ['recall@k', 'recallAtK', 'share'],
  ['EM', 'em', 'share'],
  ['F1', 'f1', 'share'],
  ['LLM calls', 'llmCalls', 'number'],
  ['prompt tokens', 'promptTokens', 'number'],
  ['latency ms', 'latencyMs', 'number'],
  ['unread replies', 'parseFailures', 'number'],
  ['failed', 'failures', 'share'],
  ['prune ms', 'pruneMs', 'number'],
  ['re-embed ms', 'encodeMs', 'number'],
];
/** What a report page may hold beside its runs. */
export interface ReportExtras {
  /** How the main run was made. */
  readonly command?: string;
  /** The machine it ran on, in words. */
  readonly machine?: string;
  /** Follow-up rounds with an oracle for a critic. */
  readonly followUps?: readonly FollowUpRow[];
}

/**
 * The report as one self-contained page: plots, tables with intervals, ablations. Pure: same reports, same page.
 *
 * @param reports the main one first; the others are further runs, told apart by their setup.
 */
export function htmlReport(reports: readonly EvalReport[], extras: ReportExtras = {}): string {
  const [main, ...others] = reports;
  if (main === undefined) return '';
  const groups = groupBy(main.runs, ({ mode }) => mode);
  const order = ['retrieval', 'pool', 'gold-items'];
  const sections = [...groups]
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([mode, runs]) =>
      modeSection(mode, runs, main.comparisons[mode as keyof EvalReport['comparisons']] ?? []),
    )
    .join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Canopy: evaluation</title><style>${REPORT_STYLE}</style></head>
<body><main><h1>Canopy beside what it is compared with</h1>
<p class="lead">${escapeHtml(verdict(main))}</p>
${setupList(main)}${madeBy(extras)}
${sections}${furtherRuns(main, others)}${followUpSection(extras.followUps ?? [])}${leftOut(main)}
<h2>How to read this</h2>
<p>Figures of a data set are over its questions; “all” is the mean over data sets, each counting the same. Small print holds 95% bootstrap intervals over 10,000 resamples of questions. Intervals that overlap show no difference; the differences from the baseline are paired, question by question. A few hundred questions a set cannot show differences of a point or two, and say nothing about other kinds of documents.</p>
</main></body></html>
`;
}

/** Groups in the order of their first member. */
function groupBy<Value>(values: readonly Value[], keyOf: (value: Value) => string) {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return groups;
}

function madeBy({ command, machine }: ReportExtras): string {
  const made = command === undefined ? '' : `<p>Made by <code>${escapeHtml(command)}</code></p>`;
  return machine === undefined
    ? made
    : `${made}<p class="note">Machine: ${escapeHtml(machine)}</p>`;
}

function setupList(report: EvalReport): string {
  const entries = Object.entries(report.setup).map(([key, value]) => `${key} ${value}`);
  return `<p class="note">Questions: ${escapeHtml(questions(report))}. Setup: <code>${escapeHtml(entries.join(' · '))}</code></p>`;
}

/** The data sets with their numbers of questions, in words. */
function questions({ runs }: EvalReport): string {
  const sets = runs
    .filter(({ dataset }) => dataset !== 'all')
    .map(({ dataset, n }) => `${dataset} (${n})`);
  return [...new Set(sets)].join(', ');
}

const MODE_TITLES: Readonly<Record<string, string>> = {
  pool: 'Each question’s own pool',
  retrieval: 'Retrieved from all items',
  'gold-items': 'Gold items given',
};

function modeSection(
  mode: string,
  runs: readonly Run[],
  comparisons: readonly Comparison[],
): string {
  const sets = [...groupBy(runs, ({ dataset }) => dataset)];
  const all = runs.filter(({ dataset }) => dataset === 'all');
  const title = MODE_TITLES[mode] ?? mode;
  const tables = sets
    .sort(([a], [b]) => Number(b === 'all') - Number(a === 'all'))
    .map(([dataset, rows]) =>
      dataset === 'all'
        ? `<h3>All data sets</h3>${table(rows, `${title}, all data sets`)}`
        : `<details><summary>${escapeHtml(dataset)}: ${rows[0]!.n} questions</summary>${table(rows, `${title}, ${dataset}`)}</details>`,
    );
  return `<h2>${escapeHtml(title)}</h2>${comparisonTable(comparisons)}<div class="plots">
${curves(all, 'goldLeafRecall', 'Gold leaves kept')}${curves(all, 'answerInContext', 'Answer in context')}${curves(all, 'f1', 'F1 of the answer')}
</div>${tables.join('')}${differenceTable(all)}`;
}

function curves(runs: readonly Run[], key: string, yTitle: string): string {
  const families = groupBy(
    runs.filter((run) => (run.metrics.evidenceTokens ?? Number.NaN) >= 0),
    ({ family, system }) => family ?? system,
  );
  const series = [...families].map(
    ([name, own]): PlotSeries => ({
      name,
      points: own.flatMap((run) => {
        const [x, y] = [figure(run, 'evidenceTokens'), figure(run, key)];
        if (x === undefined || y === undefined) return [];
        return [{ x, y, label: `${run.system}: ${percent(y)} at ${Math.round(x)} tokens` }];
      }),
    }),
  );
  return plot({
    title: `${yTitle} against evidence tokens`,
    xTitle: 'evidence tokens a question',
    yTitle,
    series,
  });
}

function figure({ metrics }: Run, key: string): number | undefined {
  const value = key.startsWith('cutAtRecall.')
    ? metrics.cutAtRecall[key.slice('cutAtRecall.'.length)]
    : (metrics as unknown as Readonly<Record<string, number | null>>)[key];
  return value ?? undefined;
}

function table(runs: readonly Run[], caption: string): string {
  const columns = COLUMNS.filter(([, key]) => runs.some((run) => figure(run, key) !== undefined));
  const rows = runs.map((run) => {
    const cells = columns.map(([, key, kind]) => cell(run, key, kind)).join('');
    return `<tr${run.system.startsWith('canopy') ? ' class="ours"' : ''}><th scope="row">${escapeHtml(run.system)}</th>${cells}</tr>`;
  });
  return scrollTable(caption, ['system', ...columns.map(([title]) => title)], rows);
}

function cell(run: Run, key: string, kind: 'share' | 'number'): string {
  const value = figure(run, key);
  if (value === undefined) return '<td>–</td>';
  const write = kind === 'share' ? percent : plain;
  const [low, high] = run.intervals[key] ?? [value, value];
  return `<td>${write(value)}<small>${write(low)} to ${write(high)}</small></td>`;
}

function differenceTable(runs: readonly Run[]): string {
  const keys = ['tokenCut', 'goldLeafRecall', 'answerInContext', 'f1'];
  const rows = runs.flatMap(({ system, differences }) => {
    if (differences === undefined) return [];
    const cells = keys.map((key) => {
      const found = differences[key];
      if (found === undefined) return '<td>–</td>';
      const [low, high] = found.interval;
      return `<td>${signed(found.value)}<small>${signed(low)} to ${signed(high)}</small></td>`;
    });
    return [`<tr><th scope="row">${escapeHtml(system)}</th>${cells.join('')}</tr>`];
  });
  if (rows.length === 0) return '';
  const titles = ['system', 'token cut', 'gold leaves kept', 'answer in context', 'F1'];
  return `<details><summary>Differences from the baseline, paired (points)</summary>${scrollTable('Differences from the baseline', titles, rows)}</details>`;
}

/** Runs with something else than the main one; each table has questions of its own, so tables are not to be compared. */
function furtherRuns(main: EvalReport, others: readonly EvalReport[]): string {
  if (others.length === 0) return '';
  const parts = others.map((report) => {
    const changed = Object.entries(report.setup).filter(
      ([key, value]) => main.setup[key] !== value,
    );
    const title =
      changed.map(([key, value]) => `${key} ${value}`).join(', ') || 'same setup, other questions';
    const runs = report.runs.filter(({ dataset }) => dataset === 'all');
    return `<h3>${escapeHtml(title)}</h3><p class="note">Questions: ${escapeHtml(questions(report))}.</p>${table(runs, `Further run: ${title}`)}`;
  });
  return `<h2>Further runs</h2>${parts.join('')}`;
}

function followUpSection(rows: readonly FollowUpRow[]): string {
  if (rows.length === 0) return '';
  const body = rows.map((row) => {
    const [first, ...cells] = followUpCells(row);
    return `<tr><th scope="row">${escapeHtml(first!)}</th>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`;
  });
  return `<h3>Without iteration, and with returned items refined again</h3><p class="note">The product’s own loop, with an oracle for a critic that asks for the title of the first gold item whose evidence is not all there. Shares of the gold leaves of all gold items; gains are over the column before, paired by question.</p>${scrollTable('Follow-up rounds', FOLLOW_UP_HEAD, body)}`;
}

function leftOut({ problems, failures }: EvalReport): string {
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0
      ? ''
      : `<details><summary>${title}: ${lines.length}</summary><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul></details>`;
  return list('Lines left out', problems) + list('Failed questions', failures);
}
