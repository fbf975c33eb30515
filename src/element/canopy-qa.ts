import { CanopyError, throwIfAborted, toCanopyError } from '../core/errors.ts';
import type { EvidenceForest } from '../core/evidence-forest.ts';
import { createCanopy } from '../library/browser-canopy.ts';
import type { Canopy } from '../library/canopy.ts';
import type {
  AnswerCallOptions,
  Compressed,
  Endpoint,
  Indexable,
  IndexProgress,
} from '../library/options.ts';
import type { AnswerEvent, AnswerSummary } from '../pipeline/answer-events.ts';
import type { StoredDocument } from '../ports/region-store.ts';
import type { CanopyQaEventMap, CanopyQaEvents } from './canopy-qa-events.ts';
import { type CanopyQaLabels, defaultLabels } from './labels.ts';
import { createPreparation } from './preparation.ts';
import { ReflectedAttributes } from './reflected-attributes.ts';
import { createSharedEngines, type EngineLoan } from './shared-engines.ts';
import { createView, figuresLine, type QaView } from './view.ts';

const engines = createSharedEngines();

/**
 * `<canopy-qa>`: questions to documents, answered on the page. All elements with the same `assets` share one engine; each
 * searches its own documents only. Nothing is loaded before the first question, or the first focus.
 *
 * Attributes (and properties of the same name): `sources`, addresses of files, parted by spaces; `endpoint` and `model`
 * of a language model, without which answers are quotations; `mode`, `answer` or `compress`; `k`; `rounds`; `dial`;
 * `assets`, the folder that `canopy assets` filled; `theme`, `light` or `dark` where it should not follow the page's
 * `color-scheme`; `labels`, JSON; `name` and `disabled`, as of any form control.
 *
 * In a form its value is the last complete answer, or the evidence as text in the mode `compress`; a form's reset clears
 * it. Before the first answer it submits nothing.
 *
 * Slots: `header`, `empty` (until the first question), `footer`.
 */
export class CanopyQa extends ReflectedAttributes {
  static readonly observedAttributes = ['labels'];
  static readonly formAssociated = true;

  /** Sent to the endpoint as a bearer token. A property only: a page's source is no place for keys. */
  apiKey = '';
  #own: Canopy | undefined;
  #loan: EngineLoan | undefined;
  #view: QaView | undefined;
  #running: AbortController | undefined;
  /** Ends with the element's stay in the page. */
  #stay = new AbortController();
  #labels: Partial<CanopyQaLabels> = {};
  #value = '';
  #isPreparing = false;
  readonly #preparation = createPreparation();
  readonly #internals = this.attachInternals();
  readonly #documents = new Set<string>();
  readonly #indexing = new Map<string, Promise<unknown>>();

  /** An engine of the page's own; its whole collection is searched, and it is not freed with the element. */
  get canopy(): Canopy | undefined {
    return this.#own;
  }

  set canopy(canopy: Canopy | undefined) {
    this.#own = canopy;
  }

  /** What a form submits under `name`; empty until something is answered. */
  get value(): string {
    return this.#value;
  }

  /** The form that the element belongs to. */
  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  get labels(): CanopyQaLabels {
    return { ...defaultLabels, ...this.#labels };
  }

  set labels(labels: Partial<CanopyQaLabels>) {
    this.#labels = labels;
    this.#view?.label(this.labels);
  }

  connectedCallback(): void {
    if (this.#stay.signal.aborted) this.#stay = new AbortController();
    if (this.#view === undefined) this.#build();
    this.#view?.label(this.labels);
  }

  disconnectedCallback(): void {
    this.abort();
    this.#stay.abort();
    this.#indexing.clear();
    this.#loan?.release();
    this.#loan = undefined;
  }

  attributeChangedCallback(name: string, _before: string | null, value: string | null): void {
    if (name !== 'labels' || value === null) return;
    try {
      this.labels = JSON.parse(value) as Partial<CanopyQaLabels>;
    } catch (cause) {
      const message = 'The attribute labels of <canopy-qa> is not JSON.';
      this.#tell('error', new CanopyError('INVALID_ARGUMENT', message, { cause }));
    }
  }

  /** A reset form: as before the first question; what is indexed stays. */
  formResetCallback(): void {
    this.abort();
    this.#setValue('');
    this.#view?.reset();
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#view?.disable(isDisabled);
  }

  override addEventListener<Name extends keyof CanopyQaEventMap>(
    type: Name,
    listener: (this: CanopyQa, event: CanopyQaEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** As of any element, and the types of its own events are known. */
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | ((event: never) => void),
    options?: boolean | AddEventListenerOptions,
  ): void {
    super.addEventListener(type, listener as EventListenerOrEventListenerObject, options);
  }

  /** Indexes files, texts or items; this element searches them from then on. Rejects as `Canopy.index`. */
  async add(input: Indexable | Iterable<Indexable>): Promise<readonly StoredDocument[]> {
    const documents = await this.#engine().index(input, {
      signal: this.#stay.signal,
      onProgress: (progress) => this.#showProgress(progress),
    });
    for (const { id } of documents) this.#documents.add(id);
    return documents;
  }

  /** Answers a question as the form does. Resolves to undefined when it was stopped; rejects as `Canopy.answer`. */
  async ask(question: string): Promise<AnswerSummary | undefined> {
    return this.#run(async (signal) => {
      const options = { ...this.#options(), signal, ...this.#endpoint() };
      return await this.#follow(question, this.#engine().answer(question, options), signal);
    });
  }

  /** Shows and returns the evidence alone; nothing leaves the page. Resolves and rejects as {@link ask}. */
  async compress(query: string): Promise<Compressed | undefined> {
    return this.#run(async (signal) => {
      const { rounds: _, ...options } = this.#options();
      const result = await this.#engine().compress(query, undefined, { ...options, signal });
      throwIfAborted(signal);
      this.#showEvidence(query, result.evidence);
      this.#view?.figures(figuresLine(this.labels, result.tokensBefore, result.tokensAfter));
      this.#setValue(result.text);
      return result;
    });
  }

  /** Stops the question under way. */
  abort(): void {
    this.#running?.abort();
  }

  #build(): void {
    const view = createView(this.attachShadow({ mode: 'open' }));
    this.#view = view;
    view.form.addEventListener('submit', (event) => {
      event.preventDefault();
      const question = view.input.value;
      const work = this.mode === 'compress' ? this.compress(question) : this.ask(question);
      // It is shown, and told as an event.
      work.catch(() => undefined);
    });
    view.stop.addEventListener('click', () => this.abort());
    view.input.addEventListener('focus', () => this.#prepare().catch(() => undefined));
  }

  #engine(): Canopy {
    if (this.#own !== undefined) return this.#own;
    // Nobody would give back an engine that is taken now.
    throwIfAborted(this.#stay.signal);
    const assetsUrl = this.assets === '' ? undefined : new URL(this.assets, document.baseURI).href;
    this.#loan ??= engines.take(
      assetsUrl ?? '',
      (onProgress) =>
        createCanopy({
          encoder: { onProgress },
          ...(assetsUrl === undefined ? {} : { assetsUrl }),
        }),
      (progress) => {
        this.#preparation.loading(progress);
        this.#showPreparation();
      },
    );
    return this.#loan.canopy;
  }

  /** Has every source indexed, each once. */
  async #prepare(): Promise<void> {
    const addresses = this.sources.split(/\s+/).filter((address) => address !== '');
    for (const address of addresses) {
      if (!this.#indexing.has(address)) {
        // Most pages give no sources: what gets them comes with the first.
        const { signal } = this.#stay;
        const work = import('./fetch-source.ts').then(async ({ fetchSource }) => {
          throwIfAborted(signal);
          return this.add(await fetchSource(address, signal));
        });
        this.#indexing.set(address, work);
        // The next question tries again, unless the element came back to the page and does already.
        work.catch(() => {
          if (this.#indexing.get(address) === work) this.#indexing.delete(address);
        });
      }
    }
    await Promise.all(addresses.map((address) => this.#indexing.get(address)));
  }

  /** One question at a time: a new one stops the last. */
  async #run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    this.abort();
    const running = new AbortController();
    this.#running = running;
    const signal = AbortSignal.any([running.signal, this.#stay.signal]);
    this.#setValue('');
    this.#view?.clear();
    this.#isPreparing = true;
    this.#showPreparation();
    try {
      await this.#prepare();
      if (signal.aborted) return undefined;
      await this.#engine().ready({ signal });
      this.#isPreparing = false;
      this.#view?.busy(this.labels.searching);
      return await work(signal);
    } catch (thrown) {
      const error = toCanopyError(thrown, 'INVALID_ARGUMENT');
      if (error.code === 'ABORTED') return undefined;
      if (!signal.aborted) this.#view?.error([error.message, error.nextStep ?? ''].join(' '));
      this.#tell('error', error);
      throw error;
    } finally {
      if (this.#running === running) {
        this.#running = undefined;
        this.#view?.busy(undefined);
      }
    }
  }

  async #follow(
    question: string,
    events: AsyncGenerator<AnswerEvent>,
    signal: AbortSignal,
  ): Promise<AnswerSummary | undefined> {
    let answer = '';
    for await (const event of events) {
      throwIfAborted(signal);
      if (event.type === 'start-over') answer = '';
      if (event.type === 'compressed') {
        this.#showEvidence(
          question,
          event.evidence.map(({ forest }) => forest),
        );
      }
      if (event.type === 'reading') {
        this.#showEvidence(question, event.evidence);
        this.#view?.busy(this.labels.answering);
      }
      if (event.type === 'answer-delta') {
        answer += event.text;
        this.#view?.answer(answer);
      }
      if (event.type !== 'done') continue;
      const { wholeTokens, keptTokens } = event.summary;
      this.#view?.figures(figuresLine(this.labels, wholeTokens, keptTokens));
      this.#setValue(event.summary.answer);
      this.#tell('answer', event.summary);
      return event.summary;
    }
    return undefined;
  }

  #showEvidence(query: string, evidence: readonly EvidenceForest[]): void {
    this.#view?.evidence(evidence, this.labels);
    this.#tell('evidence', { query, evidence });
  }

  #showProgress(progress: IndexProgress): void {
    this.#preparation.indexing(progress);
    this.#showPreparation();
    this.#tell('progress', progress);
  }

  /** Only while a question waits for it. */
  #showPreparation(): void {
    if (this.#running === undefined || !this.#isPreparing) return;
    const { words, share } = this.#preparation.now(this.labels);
    this.#view?.busy(words, share);
  }

  #tell<Name extends keyof CanopyQaEvents>(name: Name, detail: CanopyQaEvents[Name]): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  #setValue(value: string): void {
    this.#value = value;
    this.#internals.setFormValue(value === '' ? null : value);
  }

  #options(): AnswerCallOptions {
    const { k, rounds, dial } = this;
    return {
      ...(k === undefined ? {} : { k }),
      ...(rounds === undefined ? {} : { rounds }),
      ...(dial === undefined ? {} : { dial }),
      ...(this.#own === undefined ? { documents: [...this.#documents] } : {}),
    };
  }

  #endpoint(): { readonly endpoint?: Endpoint } {
    const { endpoint: url, model, apiKey: key } = this;
    if (url === '') return {};
    return { endpoint: { url, model, ...(key === '' ? {} : { key }) } };
  }
}
