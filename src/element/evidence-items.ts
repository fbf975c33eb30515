import type { EvidenceForest, EvidenceSpan } from '../core/evidence-forest.ts';
import { makePart } from './make-part.ts';
import { headerRow, tableCell, tableRow } from './table-row.ts';

/**
 * The evidence as the element shows it: each item under its heading and place, texts as lines, rows as a table. Spans are
 * numbered from 1 through all items and carry their number in `data-marker`.
 *
 * @param evidence items with at least one span.
 */
export function evidenceItems(evidence: readonly EvidenceForest[]): HTMLElement[] {
  let marker = 1;
  return evidence.map((forest) => {
    const { title, headingPath, provenance, spans, header } = forest;
    const heading = [title, ...headingPath].filter((part) => part !== '').join(' › ');
    const page = provenance.page === undefined ? '' : `, ${provenance.page}`;
    const numbered = spans.map((span) => ({ span, marker: marker++ }));
    return makePart(
      ...(['article', 'item', makePart('p', 'title', heading)] as const),
      makePart('p', 'place', `${provenance.source}${page}`),
      ...(header === '' ? numbered.map(spanLine) : [rowsTable(heading, header, numbered)]),
    );
  });
}

interface NumberedSpan {
  readonly span: EvidenceSpan;
  readonly marker: number;
}

function spanLine({ span, marker }: NumberedSpan): HTMLElement {
  const line = makePart('p', 'span', `[${marker}] ${span.text.trim()}`);
  line.dataset.marker = String(marker);
  return line;
}

/** Kept rows under the table's own header; a row is as wide as its cells say, or one cell if they do not fit the header. */
function rowsTable(heading: string, header: string, spans: readonly NumberedSpan[]): HTMLElement {
  const lines = header.split('\n');
  const head = headerRow(lines.at(-1)!);
  const columns = head.cells.length;
  head.prepend(tableCell('td', []));
  const bodies = spans.map(({ span, marker }) => {
    const rows = span.text.split('\n').map((line) => tableRow(line, columns));
    const mark = Object.assign(tableCell('td', [`[${marker}]`]), { rowSpan: rows.length });
    rows[0]!.prepend(mark);
    const body = makePart('tbody', 'span', ...rows);
    body.dataset.marker = String(marker);
    return body;
  });
  const caption = lines.length === 1 ? [] : [lines.slice(0, -1).join('\n')];
  const titled = caption.map((text) => makePart('caption', 'table-caption', text));
  const table = makePart('table', 'table', ...titled, makePart('thead', 'table-header', head));
  table.append(...bodies);
  // It scrolls by itself where the page is narrow, with the keyboard, too.
  const box = makePart('div', 'table-box', table);
  box.tabIndex = 0;
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', heading);
  return box;
}
