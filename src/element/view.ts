import type { EvidenceForest } from '../core/evidence-forest.ts';
import { findMarks } from '../pipeline/citations.ts';
import { answerParts } from './answer-parts.ts';
import { evidenceItems } from './evidence-items.ts';
import { type CanopyQaLabels, fill } from './labels.ts';
import { makePart } from './make-part.ts';
import { STYLES } from './styles.ts';

/** The element's own document, with what the element changes in it. */
export interface QaView {
  readonly form: HTMLFormElement;
  readonly input: HTMLInputElement;
  readonly stop: HTMLButtonElement;
  label(labels: CanopyQaLabels): void;
  /** Says what is done, and with a bar how far it is; a share of undefined hides the bar. */
  busy(status: string | undefined, share?: number): void;
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

  const label = makePart('label', 'label');
  label.htmlFor = 'question';
  const input = makePart('input', 'input');
  Object.assign(input, { id: 'question', autocomplete: 'off', required: true });
  const ask = makePart('button', 'ask');
  const stop = makePart('button', 'stop');
  Object.assign(stop, { type: 'button', hidden: true });
  const form = makePart('form', 'form', label, input, ask, stop);
  const status = makePart('p', 'status');
  status.setAttribute('role', 'status');
  const progress = makePart('progress', 'progress');
  progress.setAttribute('aria-labelledby', 'status');
  status.id = 'status';
  const error = makePart('p', 'error');
  error.setAttribute('role', 'alert');
  const answer = makePart('div', 'answer');
  answer.setAttribute('aria-live', 'polite');
  const figures = makePart('p', 'figures');
  const summary = makePart('summary', 'evidence-summary');
  const list = makePart('div', 'evidence-list');
  const details = makePart('details', 'evidence', summary, list);
  const empty = slot('empty');
  const parts = [slot('header'), form, status, progress, error, empty, answer, figures, details];
  root.append(makePart('section', 'base', ...parts, slot('footer')));

  const view: QaView = {
    ...{ form, input, stop },
    label(labels) {
      label.textContent = labels.question;
      input.placeholder = labels.placeholder;
      ask.textContent = labels.ask;
      stop.textContent = labels.stop;
      summary.textContent = labels.evidence;
    },
    busy(words, share) {
      const isBusy = words !== undefined;
      stop.hidden = !isBusy;
      ask.hidden = isBusy;
      status.hidden = !isBusy;
      status.textContent = words ?? '';
      progress.hidden = share === undefined;
      progress.value = share ?? 0;
    },
    answer(text) {
      answer.replaceChildren(...answerParts(text, (words) => withMarks(words, details, list)));
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

/** Words of an answer whose marks lead to the evidence; brackets that lead nowhere, such as years, stay as written. */
function withMarks(text: string, details: HTMLDetailsElement, list: HTMLElement) {
  const parts: (string | Node)[] = [];
  let end = 0;
  const isMarker = (marker: number) => list.querySelector(`[data-marker="${marker}"]`) !== null;
  for (const mark of findMarks(text, isMarker)) {
    parts.push(text.slice(end, mark.start));
    for (const marker of mark.pieces) {
      if (typeof marker === 'string') {
        parts.push(marker);
        continue;
      }
      const button = makePart('button', 'mark', `[${marker}]`);
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

function slot(name: string): HTMLSlotElement {
  const element = document.createElement('slot');
  element.name = name;
  return element;
}
