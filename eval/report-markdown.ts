import type { Difference } from './bootstrap.ts';
import type { Summary } from './summarise.ts';

/** One row of the results: a system on a data set, or on all of them. */
export interface Run extends Summary {
  readonly dataset: string;
  readonly split: string;
  readonly mode: string;
  readonly system: string;
  /** Systems that differ by their dial alone; the system itself where there is no other. */
  readonly family?: string;
  readonly options: Readonly<Record<string, number | string>>;
  /** Less the figures of the baseline on the same questions, with paired 95% intervals. */
  readonly differences?: Readonly<Record<string, Difference>>;
}

const COLUMNS = [
  ['cut @ 0.90', 'cutAtRecall.0.9'],
  ['cut @ 0.95', 'cutAtRecall.0.95'],
  ['token cut', 'tokenCut'],
  ['gold-fragment recall', 'goldFragmentRecall'],
  ['all gold leaves', 'goldLeafRecall'],
  ['answer in context', 'answerInContext'],
  ['decision accuracy', 'decisionAccuracy'],
  ['pruned', 'prunedShare'],
  ['dropped items', 'droppedItems'],
  ['evidence tokens', 'evidenceTokens'],
  ['recall@k', 'recallAtK'],
  ['prune ms', 'pruneMs'],
  ['re-embed ms', 'encodeMs'],
  ['EM', 'em'],
  ['F1', 'f1'],
  ['LLM calls', 'llmCalls'],
  ['prompt tokens', 'promptTokens'],
  ['latency ms', 'latencyMs'],
  ['unread replies', 'parseFailures'],
  ['failed', 'failures'],
] as const;

/** Columns at the front that stand in every table; the others where some system has a figure. */
const ALWAYS = 12;

/** A table per mode and data set, "all" first, with 95% intervals. */
export function markdownTables(runs: readonly Run[]): string {
  const groups = new Map<string, Run[]>();
  for (const run of runs) {
    const title = `${run.dataset}, ${run.split}, ${run.mode} (${run.n} questions)`;
    groups.set(title, [...(groups.get(title) ?? []), run]);
  }
  const order = [...groups].sort(
    ([, [a]], [, [b]]) => Number(b!.dataset === 'all') - Number(a!.dataset === 'all'),
  );
  return order.map(([title, rows]) => `## ${title}\n\n${table(rows)}`).join('\n\n');
}

function table(runs: readonly Run[]): string {
  const said = COLUMNS.filter(
    ([, key], place) => place < ALWAYS || runs.some((run) => cell(run, key) !== '–'),
  );
  const head = ['system', ...said.map(([title]) => title)];
  const rows = runs.map((run) => [run.system, ...said.map(([, key]) => cell(run, key))]);
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function cell({ metrics, intervals }: Run, key: string): string {
  const cuts = metrics.cutAtRecall;
  const value = key.startsWith('cutAtRecall.')
    ? cuts[key.slice('cutAtRecall.'.length)]
    : metrics[key as Exclude<keyof typeof metrics, 'cutAtRecall'>];
  if (value === null || value === undefined) return '–';
  const digits = value >= 10 ? 0 : 3;
  const [low, high] = intervals[key] ?? [value, value];
  return `${value.toFixed(digits)} [${low.toFixed(digits)}, ${high.toFixed(digits)}]`;
}
