import { afterEach, describe, expect, it, vi } from 'vitest';
import manifest from '../../custom-elements.json' with { type: 'json' };
import { createHashEncoder } from '../adapters/memory/hash-encoder.ts';
import { CanopyError } from '../core/errors.ts';
import { createCanopy } from '../library/browser-canopy.ts';
import { selections } from '../library/selections.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import { CanopyQa, type CanopyQaEvents } from './define.ts';
import { STYLES } from './styles.ts';

const PENGUINS = {
  title: 'Penguins',
  source: 'zoo.txt',
  text: 'The king penguin lays one egg in summer. Tickets cost nine pounds. The shop sells <b>maps</b>.',
};
const QUESTION = 'When does the king penguin lay its egg?';

/** A model that answers when it is let. */
function modelWith(answer: Promise<string>): ChatModel {
  return {
    name: 'model',
    async *stream(_request, { signal } = {}) {
      const stopped = new Promise<never>((_, reject) => {
        const stop = () => reject(new CanopyError('ABORTED', 'Stopped.'));
        signal?.addEventListener('abort', stop);
      });
      yield await Promise.race([answer, stopped]);
      return undefined;
    },
  };
}

function place(endpoint?: ChatModel): CanopyQa {
  const element = document.createElement('canopy-qa');
  element.canopy = createCanopy({
    ...{ encoder: createHashEncoder(), store: 'memory', selection: 'flat-m', dial: 1, rounds: 1 },
    ...(endpoint === undefined ? {} : { endpoint }),
  });
  document.body.append(element);
  return element;
}

const part = (element: CanopyQa, name: string) =>
  element.shadowRoot!.querySelector<HTMLElement>(`[part='${name}']`)!;

function heard<Name extends keyof CanopyQaEvents>(element: CanopyQa, name: Name) {
  const details: CanopyQaEvents[Name][] = [];
  element.addEventListener(name as string, (event) => {
    details.push((event as CustomEvent<CanopyQaEvents[Name]>).detail);
  });
  return details;
}

afterEach(() => document.body.replaceChildren());

describe('<canopy-qa>', () => {
  it('answers, shows marked evidence as text, and tells both', async () => {
    const element = place(modelWith(Promise.resolve('In summer [1].')));
    await element.add(PENGUINS);
    const [answers, evidence] = [heard(element, 'answer'), heard(element, 'evidence')];
    const summary = await element.ask(QUESTION);
    expect(summary?.answer).toBe('In summer [1].');
    expect(answers).toEqual([summary]);
    expect(evidence.at(-1)?.evidence[0]?.spans[0]?.text).toBe(PENGUINS.text.slice(0, 40));
    expect(part(element, 'answer').textContent).toBe('In summer [1].');
    expect(part(element, 'span').textContent).toBe('[1] The king penguin lays one egg in summer.');
    expect(part(element, 'figures').textContent).toMatch(/^\d+ → \d+ tokens$/);
    part(element, 'mark').click();
    expect((part(element, 'evidence') as HTMLDetailsElement).open).toBe(true);
    expect(part(element, 'span').className).toBe('cited');
  });

  it('keeps years in brackets as they are written', async () => {
    const answer = 'Seen [2019-2021] and [1914-1945] in summer [1, 1837-1901].';
    const element = place(modelWith(Promise.resolve(answer)));
    await element.add(PENGUINS);
    await element.ask(QUESTION);
    expect(part(element, 'answer').textContent).toBe(
      'Seen [2019-2021] and [1914-1945] in summer [1][1837-1901].',
    );
  });

  it('never takes a document’s words for markup', async () => {
    const element = place();
    await element.add({ title: '<i>T</i>', text: 'Maps are <img src=x onerror=alert(1)> sold.' });
    await element.compress('maps');
    expect(part(element, 'span').textContent).toContain('<img src=x onerror=alert(1)>');
    expect(element.shadowRoot!.querySelector('img, i')).toBeNull();
  });

  it('shows kept rows as a table under its header, each run of rows with its mark', async () => {
    const quoted = 'It stands here.\n\nMetal | Melts at\nTin | 232 [1]\n\nSo | it is.\n\nYes.';
    const element = place(modelWith(Promise.resolve(quoted)));
    const metals = 'Metal,Melts at\nCopper,1085\nTin,232\nIron,1538\n';
    await element.add(new File([metals], 'metals.csv'));
    await element.ask('When does tin melt?');
    const [answer, table] =
      element.shadowRoot!.querySelectorAll<HTMLTableElement>("[part='table']");
    const cells = ({ cells }: HTMLTableRowElement) => [...cells].map((cell) => cell.textContent);
    expect([...answer!.rows].map(cells)).toEqual([
      ['Metal', 'Melts at'],
      ['Tin', '232 [1]'],
    ]);
    const words = [...part(element, 'answer').childNodes].filter((node) => !node.contains(answer!));
    expect(words.map((node) => node.textContent).join('')).toBe(
      'It stands here.So | it is.\n\nYes.',
    );
    expect([...table!.rows].map(cells)).toEqual([
      ['', 'Metal', 'Melts at'],
      ['[1]', 'Copper', '1085'],
      ['Tin', '232'],
      ['Iron', '1538'],
    ]);
    expect(table!.rows[1]!.cells[0]!.rowSpan).toBe(3);
    part(element, 'mark').click();
    expect(table!.tBodies[0]!.className).toBe('cited');
  });

  it('has the colours of the page, whatever the system prefers, unless its theme says otherwise', () => {
    const element = place();
    const paper = () => getComputedStyle(part(element, 'base')).backgroundColor;
    const [light, dark] = ['rgb(255, 255, 255)', 'rgb(30, 30, 30)'];
    const page = document.documentElement.style;
    expect(paper()).toBe(light);
    element.theme = 'dark';
    expect(paper()).toBe(dark);
    element.theme = 'auto';
    page.colorScheme = 'dark';
    expect(paper()).toBe(dark);
    element.theme = 'light';
    expect(paper()).toBe(light);
    page.colorScheme = '';
  });

  it('shows how far it is while a question waits for its documents', async () => {
    const element = place();
    const canopy = element.canopy!;
    const steps: [string, number, boolean][] = [];
    const look = () => {
      const bar = part(element, 'progress') as HTMLProgressElement;
      steps.push([part(element, 'status').textContent, bar.value, bar.hidden === true]);
    };
    element.canopy = {
      ...canopy,
      async index(_file, options) {
        look();
        for (const done of [0, 3, 4]) {
          options?.onProgress?.({ name: 'zoo.txt', event: { type: 'embedding', done, total: 4 } });
          look();
        }
        return canopy.index(PENGUINS, { signal: options!.signal! });
      },
    };
    element.sources = '/zoo.txt';
    const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(PENGUINS.text));
    try {
      await element.compress(QUESTION);
    } finally {
      fetched.mockRestore();
    }
    expect(steps).toEqual([
      ['Getting ready…', 0, true],
      ['Reading zoo.txt: 0 of 4 regions', 0, false],
      ['Reading zoo.txt: 3 of 4 regions', 0.75, false],
      ['Getting ready…', 0, true],
    ]);
    expect(part(element, 'progress').hidden).toBe(true);
  });

  it('shows evidence alone in compress mode, from the form', async () => {
    const element = place();
    element.mode = 'compress';
    await element.add(PENGUINS);
    const evidence = heard(element, 'evidence');
    const input = part(element, 'input') as HTMLInputElement;
    input.value = QUESTION;
    part(element, 'ask').click();
    await expect.poll(() => evidence.length).toBe(1);
    expect(part(element, 'answer').hidden).toBe(true);
    expect(part(element, 'evidence').hidden).toBe(false);
  });

  it('is stopped by its button, and by leaving the page mid-answer', async () => {
    const element = place(modelWith(new Promise(() => undefined)));
    await element.add(PENGUINS);
    const errors = heard(element, 'error');
    const stopped = element.ask(QUESTION);
    await expect.poll(() => part(element, 'stop').hidden).toBe(false);
    part(element, 'stop').click();
    expect(await stopped).toBeUndefined();
    expect(part(element, 'ask').hidden).toBe(false);
    const left = element.ask(QUESTION);
    await expect.poll(() => part(element, 'status').textContent).toBe('Answering…');
    element.remove();
    expect(await left).toBeUndefined();
    expect(errors).toEqual([]);
    document.body.append(element);
    expect((await element.compress(QUESTION))?.evidence).toHaveLength(1);
  });

  it('takes the next question while further documents are indexed', async () => {
    const element = place(modelWith(Promise.resolve('In summer [1].')));
    await element.add(PENGUINS);
    await element.ask(QUESTION);
    const progress = heard(element, 'progress');
    await element.add({ title: 'Copper', text: 'Copper melts at 1085 degrees.' });
    expect(progress.map(({ event }) => event.type)).toContain('embedding');
    expect([part(element, 'ask').hidden, part(element, 'stop').hidden]).toEqual([false, true]);
  });

  it('paints nothing of a question that was stopped, even if its engine goes on', async () => {
    const element = place(modelWith(Promise.resolve('In summer [1].')));
    await element.add(PENGUINS);
    const canopy = element.canopy!;
    const late = async () => {
      element.abort();
      return await canopy.compress(QUESTION, [PENGUINS]);
    };
    const goesOn = () => {
      element.abort();
      return canopy.answer(QUESTION);
    };
    element.canopy = { ...canopy, compress: late, answer: goesOn };
    const evidence = heard(element, 'evidence');
    expect(await element.compress(QUESTION)).toBeUndefined();
    expect(await element.ask(QUESTION)).toBeUndefined();
    expect([evidence, element.value]).toEqual([[], '']);
    expect(part(element, 'ask').hidden).toBe(false);
  });

  it('fetches a source once for each stay in the page', async () => {
    const element = place();
    const canopy = element.canopy!;
    element.canopy = { ...canopy, index: (_file, options) => canopy.index(PENGUINS, options) };
    element.sources = '/zoo.txt';
    const aborted = (signal: AbortSignal) =>
      new Promise<Response>((_, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    const fetched = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementationOnce((_, options) => aborted(options!.signal!))
      .mockImplementation(async () => new Response(PENGUINS.text));
    try {
      const left = element.compress(QUESTION);
      await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(1));
      element.remove();
      document.body.append(element);
      await element.compress(QUESTION);
      await element.compress(QUESTION);
      expect(await left).toBeUndefined();
      expect(fetched).toHaveBeenCalledTimes(2);
    } finally {
      fetched.mockRestore();
    }
  });

  it('fetches nothing for a stay that was over before it began to', async () => {
    const element = place();
    const canopy = element.canopy!;
    element.canopy = { ...canopy, index: (_file, options) => canopy.index(PENGUINS, options) };
    element.sources = '/birds.txt';
    const fetched = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => new Response(PENGUINS.text));
    try {
      const left = element.compress(QUESTION);
      element.remove();
      document.body.append(element);
      await element.compress(QUESTION);
      expect(await left).toBeUndefined();
      expect(fetched).toHaveBeenCalledTimes(1);
    } finally {
      fetched.mockRestore();
    }
  });

  it('says what failed, and names it in the event', async () => {
    const element = place();
    const errors = heard(element, 'error');
    element.sources = '/no-such-file.txt';
    await expect(element.ask(QUESTION)).rejects.toMatchObject({ code: 'FILE_MALFORMED' });
    expect(errors.map(({ code }) => code)).toEqual(['FILE_MALFORMED']);
    expect(part(element, 'error').textContent).toContain('no-such-file.txt answers 404');
  });

  it('takes its words from labels, as a property and as an attribute', () => {
    const element = place();
    element.setAttribute('labels', '{"ask":"Fragen"}');
    expect(part(element, 'ask').textContent).toBe('Fragen');
    expect(element.labels.stop).toBe('Stop');
    const errors = heard(element, 'error');
    element.setAttribute('labels', 'Fragen');
    expect(errors.map(({ code }) => code)).toEqual(['INVALID_ARGUMENT']);
  });

  it('is a form’s control: its value is the last answer, or the evidence, until the form is reset', async () => {
    const element = place(modelWith(Promise.resolve('In summer [1].')));
    const form = document.createElement('form');
    document.body.append(form);
    form.append(element);
    element.name = 'answer';
    await element.add(PENGUINS);
    const submitted = () => new FormData(form).getAll('answer');
    expect([submitted(), element.form]).toEqual([[], form]);
    await element.ask(QUESTION);
    expect(submitted()).toEqual(['In summer [1].']);
    const compressed = await element.compress(QUESTION);
    expect(compressed?.text).toContain('[1] The king penguin lays one egg in summer.');
    expect(submitted()).toEqual([compressed?.text]);
    form.reset();
    expect([submitted(), element.value]).toEqual([[], '']);
    expect(part(element, 'evidence').hidden).toBe(true);
    expect(element.shadowRoot!.querySelector<HTMLElement>('slot[name=empty]')!.hidden).toBe(false);
    element.toggleAttribute('disabled', true);
    expect((part(element, 'input') as HTMLInputElement).disabled).toBe(true);
    element.toggleAttribute('disabled', false);
    expect((part(element, 'ask') as HTMLButtonElement).disabled).toBe(false);
  });

  it('takes no engine once it has left the page', async () => {
    const element = document.createElement('canopy-qa');
    document.body.append(element);
    element.remove();
    await expect(element.add(PENGUINS)).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await element.ask(QUESTION)).toBeUndefined();
  });

  it('is described by its manifest', () => {
    const { attributes, members, cssParts, cssProperties, slots } =
      manifest.modules[0]!.declarations[0]!;
    for (const { name } of members)
      expect(name in CanopyQa.prototype || name in place()).toBe(true);
    const dial = attributes.find(({ name }) => name === 'dial');
    expect(dial?.default).toBe(String(selections.calibrated.dial.initial));
    const element = place();
    const values: Record<string, string> = {
      ...{ mode: 'compress', k: '4', rounds: '2', dial: '1', theme: 'dark' },
    };
    for (const { name, fieldName } of attributes) {
      if (name === 'labels') continue;
      element.setAttribute(name, values[name] ?? 'x');
      const value: unknown = Reflect.get(element, fieldName);
      expect(String(value)).toBe(values[name] ?? 'x');
    }
    for (const { name } of cssProperties) expect(STYLES).toContain(`${name}:`);
    const made = [...element.shadowRoot!.querySelectorAll('slot')].map(({ name }) => name);
    expect(made.sort()).toEqual(slots.map(({ name }) => name).sort());
    const parts = [...element.shadowRoot!.querySelectorAll('[part]')];
    const known = new Set(cssParts.map(({ name }) => name));
    for (const found of parts) expect(known.has(found.getAttribute('part')!)).toBe(true);
  });
});
