import type { EvalReport } from './evaluate.ts';
import type { Run } from './report-markdown.ts';
import { escapeHtml, type PlotSeries, plot } from './report-plot.ts';
import { REPORT_STYLE } from './report-style.ts';

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
/** The product's default and what it must stand above. */
const OURS = 'canopy-calibrated';
const RIVALS = ['flat-m', 'recomp-extractive', 'embedding-filter', 'sentence-filter'];

/**
 * The report as one self-contained page: plots, tables with intervals, ablations. Pure: same reports, same page.
 *
 * @param reports the main one first; the others are ablations, told apart by their setup.
 * @param command how the main one was made.
 */
export function htmlReport(reports: readonly EvalReport[], command = ''): string {
  const [main, ...ablations] = reports;
  if (main === undefined) return '';
  const groups = groupBy(main.runs, ({ mode }) => mode);
  const sections = [...groups].map(([mode, runs]) => modeSection(mode, runs)).join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Canopy: evaluation</title><style>${REPORT_STYLE}</style></head>
<body><main><h1>Canopy beside what it is compared with</h1>
<p class="lead">${escapeHtml(verdict(main.runs))}</p>
${setupList(main)}${command === '' ? '' : `<p>Made by <code>${escapeHtml(command)}</code></p>`}
${sections}${ablationSection(main, ablations)}${leftOut(main)}
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

function verdict(runs: readonly Run[]): string {
  const total = runs.filter(({ dataset, mode }) => dataset === 'all' && mode === 'pool');
  const cuts = (family: string, recall: string) =>
    total
      .filter((run) => run.family === family)
      .flatMap(({ metrics }) => metrics.cutAtRecall[recall] ?? [])[0];
  const own = ['0.9', '0.95'].map((recall) => cuts(OURS, recall));
  if (own.every((cut) => cut === undefined)) {
    return 'This run holds no curve of Canopy’s default over question pools, so it makes no claim.';
  }
  const behind = RIVALS.flatMap((family) =>
    ['0.9', '0.95'].flatMap((recall, i) => {
      const cut = cuts(family, recall);
      const ours = own[i];
      return cut === undefined || (ours !== undefined && ours > cut)
        ? []
        : [
            `${family} at ${recall} recall (${percent(cut)} against ${ours === undefined ? 'none' : percent(ours)})`,
          ];
    }),
  );
  const said = `Canopy’s default cuts ${own.map((cut) => (cut === undefined ? 'nothing that counts' : percent(cut))).join(' and ')} of the tokens at 0.90 and 0.95 of the gold leaves kept.`;
  return behind.length === 0
    ? `${said} No compared selection that was run reaches that.`
    : `${said} It does NOT stand above ${behind.join('; ')}.`;
}

function setupList({ setup, runs }: EvalReport): string {
  const sets = runs
    .filter(({ dataset }) => dataset !== 'all')
    .map(({ dataset, n }) => `${dataset} (${n})`);
  const entries = Object.entries(setup).map(([key, value]) => `${key} ${value}`);
  return `<p class="note">Questions: ${escapeHtml([...new Set(sets)].join(', '))}. Setup: <code>${escapeHtml(entries.join(' · '))}</code></p>`;
}

const MODE_TITLES: Readonly<Record<string, string>> = {
  pool: 'Each question’s own pool',
  retrieval: 'Retrieved from all items',
  'gold-items': 'Gold items given',
};

function modeSection(mode: string, runs: readonly Run[]): string {
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
  return `<h2>${escapeHtml(title)}</h2><div class="plots">
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
  const head = columns.map(([title]) => `<th scope="col">${title}</th>`).join('');
  const rows = runs.map((run) => {
    const cells = columns.map(([, key, kind]) => cell(run, key, kind)).join('');
    return `<tr${run.system.startsWith('canopy') ? ' class="ours"' : ''}><th scope="row">${escapeHtml(run.system)}</th>${cells}</tr>`;
  });
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(caption)}"><table><thead><tr><th scope="col">system</th>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
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
  return `<details><summary>Differences from the baseline, paired (points)</summary><div class="scroll" tabindex="0" role="region" aria-label="Differences from the baseline"><table><thead><tr><th scope="col">system</th><th scope="col">token cut</th><th scope="col">gold leaves kept</th><th scope="col">answer in context</th><th scope="col">F1</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></details>`;
}

function ablationSection(main: EvalReport, others: readonly EvalReport[]): string {
  if (others.length === 0) return '';
  const parts = others.map(({ setup, runs }) => {
    const changed = Object.entries(setup).filter(([key, value]) => main.setup[key] !== value);
    const title = changed.map(([key, value]) => `${key} ${value}`).join(', ') || 'same setup';
    return `<h3>${escapeHtml(title)}</h3>${table(
      runs.filter(({ dataset }) => dataset === 'all'),
      `Ablation: ${title}`,
    )}`;
  });
  return `<h2>Ablations</h2>${parts.join('')}`;
}

function leftOut({ problems, failures }: EvalReport): string {
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0
      ? ''
      : `<details><summary>${title}: ${lines.length}</summary><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul></details>`;
  return list('Lines left out', problems) + list('Failed questions', failures);
}

function percent(value: number): string {
  return `${(value * 100).toFixed(1)}%`;
}

function plain(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2);
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value * 100).toFixed(1)}`;
}
