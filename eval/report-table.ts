import { escapeHtml } from './report-plot.ts';

/**
 * A table that scrolls by itself where the page is narrow, with the keyboard, too.
 *
 * @param label what it is, for whoever does not see it.
 * @param rows each as a whole `<tr>`.
 */
export function scrollTable(
  label: string,
  titles: readonly string[],
  rows: readonly string[],
): string {
  const head = titles.map((title) => `<th scope="col">${escapeHtml(title)}</th>`).join('');
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(label)}"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}
