import type { EvidenceForest, EvidenceSpan } from '../core/evidence-forest.ts';
import { makePart } from './make-part.ts';

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
  const columns = lines.at(-1)!.split(' | ');
  const cell = (tag: 'th' | 'td', text: string) => {
    const made = document.createElement(tag);
    made.textContent = text;
    return made;
  };
  const head = document.createElement('tr');
  head.append(cell('td', ''), ...columns.map((column) => cell('th', column)));
  const bodies = spans.map(({ span, marker }) => {
    const rows = span.text.split('\n').map((line) => {
      const row = document.createElement('tr');
      const cells = line.split(' | ').map((text) => cell('td', text));
      if (cells.length === columns.length) row.append(...cells);
      else row.append(Object.assign(cell('td', line), { colSpan: columns.length }));
      return row;
    });
    rows[0]!.prepend(Object.assign(cell('td', `[${marker}]`), { rowSpan: rows.length }));
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
