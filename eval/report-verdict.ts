import { type Comparison, OURS } from './compare.ts';
import type { EvalReport } from './evaluate.ts';
import { percent, signed } from './report-figures.ts';
import { escapeHtml } from './report-plot.ts';
import { scrollTable } from './report-table.ts';

const HELD: Readonly<Record<string, string>> = {
  '0.9': '0.90 of the gold leaves kept',
  '0.95': '0.95 of the gold leaves kept',
  answer: 'as many answers in the context',
};

/**
 * The report's first sentences: how much the default cuts, which rivals it stands clearly above (the whole 95% interval of
 * the paired difference above zero) and, named one by one, where it does not.
 */
export function verdict({ comparisons, setup }: EvalReport): string {
  const mode = comparisons.retrieval?.length ? 'retrieval' : 'pool';
  const found = comparisons[mode] ?? [];
  if (found.length === 0) {
    return 'This run holds no curve of Canopy’s default and of a rival, so it makes no claim.';
  }
  const where =
    mode === 'retrieval'
      ? `Of the ${setup.k} items retrieved for a question`
      : 'Of each question’s own pool';
  const cuts = found
    .filter(({ rival }) => rival === found[0]!.rival)
    .map(({ at, ours }) =>
      at === 'answer'
        ? `${percent(ours)} at its default dial, where the rivals are read at as many answers in the context`
        : `${percent(ours)} with ${HELD[at]}`,
    );
  const missing = found.some(({ at }) => at === 'answer')
    ? ''
    : ' Equal answers were not compared, which takes a run of whole-item.';
  const own = `${where}, Canopy’s default selection (${OURS}) cuts ${cuts.join(', ')}.${missing}`;
  const above = found.filter(({ difference }) => difference.interval[0] > 0);
  const not = found.filter(({ difference }) => difference.interval[0] <= 0);
  const rivals = [...new Set(found.map(({ rival }) => rival))].join(', ');
  if (not.length === 0) {
    return `${own} It stands above every rival that was run (${rivals}) at all of these, each interval of the difference above zero.`;
  }
  const named = not.map((one) => `${namedRival(one)}, ${difference(one)}`).join('; ');
  return `${own} Of ${found.length} comparisons with ${rivals} it stands clearly above in ${above.length}. It does NOT in: ${named}.`;
}

function namedRival({ rival, at, theirs }: Comparison): string {
  return `${rival} with ${HELD[at]} (${percent(theirs)})`;
}

function difference({ difference: { value, interval } }: Comparison): string {
  return `${signed(value)} points [${interval.map(signed).join(', ')}]`;
}

/** All comparisons of a mode as a table. */
export function comparisonTable(found: readonly Comparison[]): string {
  if (found.length === 0) return '';
  const rows = found.map((one) => {
    const cells = [HELD[one.at]!, percent(one.ours), percent(one.theirs), difference(one)];
    return `<tr><th scope="row">${escapeHtml(one.rival)}</th>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`;
  });
  const titles = ['rival', 'held equal', 'Canopy cuts', 'rival cuts', 'difference'];
  return `<h3>Canopy’s default beside its rivals, one thing held equal</h3>${scrollTable('Comparisons', titles, rows)}`;
}
