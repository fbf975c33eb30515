import { columnCount, isQuotedTable } from '../core/table-text.ts';
import { makePart } from './make-part.ts';
import { headerRow, tableRow } from './table-row.ts';

/**
 * An answer as the element shows it. A paragraph whose lines are all rows, the first one naming the columns, is how tables
 * are quoted and becomes a table; everything else stays as written.
 *
 * @param inline words with their marks.
 */
export function answerParts(
  text: string,
  inline: (words: string) => readonly (string | Node)[],
): (string | Node)[] {
  let isAfterWords = false;
  return text.split(/\n[^\S\n]*\n/).flatMap((paragraph): (string | Node)[] => {
    const lines = paragraph.trim().split('\n');
    const [header, ...rows] = lines;
    const isTable = isQuotedTable(lines);
    const gap = isAfterWords && !isTable ? ['\n\n'] : [];
    isAfterWords = !isTable;
    return isTable ? [quotedTable(header!, rows, inline)] : [...gap, ...inline(paragraph)];
  });
}

function quotedTable(
  header: string,
  rows: readonly string[],
  inline: (words: string) => readonly (string | Node)[],
): HTMLElement {
  const columns = columnCount(header);
  const head = document.createElement('thead');
  head.append(headerRow(header));
  const body = document.createElement('tbody');
  body.append(...rows.map((row) => tableRow(row, columns, inline)));
  const box = makePart('div', 'table-box', makePart('table', 'table', head, body));
  box.tabIndex = 0;
  return box;
}
