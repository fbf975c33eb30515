import type { EvidenceForest } from '../core/evidence-forest.ts';
import { findMarks } from '../pipeline/citations.ts';
import { type CanopyQaLabels, fill } from './labels.ts';
import { STYLES } from './styles.ts';

/** The element's own document, with what the element changes in it. */
export interface QaView {
  readonly form: HTMLFormElement;
  readonly input: HTMLInputElement;
  readonly stop: HTMLButtonElement;
  label(labels: CanopyQaLabels): void;
  busy(status: string | undefined): void;
  answer(text: string): void;
  evidence(evidence: readonly EvidenceForest[], labels: CanopyQaLabels): void;
  figures(text: string): void;
  error(text: string): void;
  /** Takes away what the last question left. */
  clear(): void;
  /** As it stood before the first question. */
  reset(): void;
  disable(isDisabled: boolean): void;
}

/** Builds the shadow tree. Words of documents are set as text, never as markup. */
export function createView(root: ShadowRoot): QaView {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  root.adoptedStyleSheets = [sheet];

  const label = make('label', 'label');
  label.htmlFor = 'question';
  const input = make('input', 'input');
  Object.assign(input, { id: 'question', autocomplete: 'off', required: true });
  const ask = make('button', 'ask');
  const stop = make('button', 'stop');
  Object.assign(stop, { type: 'button', hidden: true });
  const form = make('form', 'form', label, input, ask, stop);
  const status = make('p', 'status');
  status.setAttribute('role', 'status');
  const error = make('p', 'error');
  error.setAttribute('role', 'alert');
  const answer = make('div', 'answer');
  answer.setAttribute('aria-live', 'polite');
  const figures = make('p', 'figures');
  const summary = make('summary', 'evidence-summary');
  const list = make('div', 'evidence-list');
  const details = make('details', 'evidence', summary, list);
  const empty = slot('empty');
  const parts = [slot('header'), form, status, error, empty, answer, figures, details];
  root.append(make('section', 'base', ...parts, slot('footer')));

  const view: QaView = {
    ...{ form, input, stop },
    label(labels) {
      label.textContent = labels.question;
      input.placeholder = labels.placeholder;
      ask.textContent = labels.ask;
      stop.textContent = labels.stop;
      summary.textContent = labels.evidence;
    },
    busy(words) {
      const isBusy = words !== undefined;
      stop.hidden = !isBusy;
      ask.hidden = isBusy;
      status.hidden = !isBusy;
      status.textContent = words ?? '';
    },
    answer(text) {
      answer.replaceChildren(...answerParts(text, details, list));
      answer.hidden = text === '';
    },
    evidence(evidence, labels) {
      const kept = evidence.filter(({ spans }) => spans.length > 0);
      details.hidden = false;
      list.replaceChildren(...evidenceItems(kept));
      if (kept.length === 0) list.textContent = labels.nothing;
    },
    figures(text) {
      figures.textContent = text;
      figures.hidden = text === '';
    },
    error(text) {
      error.textContent = text;
      error.hidden = text === '';
    },
    clear() {
      empty.hidden = true;
      details.hidden = true;
      view.answer('');
      view.figures('');
      view.error('');
    },
    reset() {
      input.value = '';
      view.clear();
      empty.hidden = false;
    },
    disable(isDisabled) {
      input.disabled = isDisabled;
      ask.disabled = isDisabled;
    },
  };
  view.reset();
  view.busy(undefined);
  return view;
}

/** The line of figures under an answer. */
export function figuresLine(labels: CanopyQaLabels, before: number, after: number): string {
  const number = new Intl.NumberFormat();
  return fill(labels.figures, { before: number.format(before), after: number.format(after) });
}

/** An answer whose marks lead to the evidence. */
function answerParts(text: string, details: HTMLDetailsElement, list: HTMLElement) {
  const parts: (string | Node)[] = [];
  let end = 0;
  for (const mark of findMarks(text)) {
    parts.push(text.slice(end, mark.start));
    for (const marker of mark.markers) {
      const button = make('button', 'mark', `[${marker}]`);
      button.type = 'button';
      button.addEventListener('click', () => {
        details.open = true;
        for (const span of list.querySelectorAll('[part=span]')) {
          const isCited = span.getAttribute('data-marker') === String(marker);
          span.classList.toggle('cited', isCited);
          if (isCited) span.scrollIntoView({ block: 'nearest' });
        }
      });
      parts.push(button);
    }
    end = mark.end;
  }
  return [...parts, text.slice(end)];
}

function evidenceItems(evidence: readonly EvidenceForest[]): HTMLElement[] {
  let marker = 1;
  return evidence.map(({ title, headingPath, provenance, header, spans }) => {
    const heading = [title, ...headingPath].filter((part) => part !== '').join(' › ');
    const page = provenance.page === undefined ? '' : `, ${provenance.page}`;
    const lines = spans.map(({ text }) => {
      const line = make('p', 'span', `[${marker}] ${text.trim()}`);
      line.dataset.marker = String(marker++);
      return line;
    });
    return make(
      ...(['article', 'item', make('p', 'title', heading)] as const),
      make('p', 'place', `${provenance.source}${page}`),
      ...(header === '' ? [] : [make('p', 'table-header', header)]),
      ...lines,
    );
  });
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  part: string,
  ...children: (string | Node)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.setAttribute('part', part);
  element.append(...children);
  return element;
}

function slot(name: string): HTMLSlotElement {
  const element = document.createElement('slot');
  element.name = name;
  return element;
}
