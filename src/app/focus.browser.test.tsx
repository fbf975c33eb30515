import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { userEvent } from 'vitest/browser';
import { storedDocument } from '../ports/indexed-item.fixture.ts';
import { AddFiles } from './add-files.tsx';
import { CollectionPane } from './collection-pane.tsx';
import type { CollectionFile, CollectionState } from './collection-state.ts';
import { Modal } from './modal.tsx';
import { type Services, ServicesContext } from './services.ts';
import { createSettings } from './settings-store.ts';
import { createStore } from './store.ts';
import { strings } from './strings.ts';

const file = (name: string): CollectionFile => ({
  ...{ key: name, name, bytes: 9 },
  state: { step: 'ready', document: storedDocument(name, [name]), embedded: 0 },
});

const SAMPLES = ['x.txt', 'y.txt'].map((name) => ({ name, bytes: 9 }));
const sample = ({ name }: { name: string }) => file(name);

/** Shows a part of the page over a collection of these files, which only removes them. */
function show(part: ReactNode, names: readonly string[] = []) {
  const state = createStore<CollectionState>({
    ...{ status: 'open', persistent: true, batch: undefined },
    files: names.map(file),
  });
  const remove = async (key: string) =>
    state.update((now) => ({ ...now, files: now.files.filter((own) => own.key !== key) }));
  const engine = { encoder: createStore({ status: 'idle' }), renewal: createStore(undefined) };
  const services = {
    ...{ engine, collection: { ...state, remove } },
    interrupted: createStore([]),
    screen: createStore({ samplesRemoved: false }),
    settings: createSettings(undefined),
    samples: () => SAMPLES,
    addSamples: async () => state.update((now) => ({ ...now, files: SAMPLES.map(sample) })),
  } as unknown as Services;
  const place = document.body.appendChild(document.createElement('div'));
  place.style.cssText = 'display: flex; flex-direction: column; height: 400px';
  const root = createRoot(place);
  root.render(<ServicesContext value={services}>{part}</ServicesContext>);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
}

/** The name of what has the keyboard. */
const focused = () => {
  const { activeElement: at } = document;
  return at === document.body ? 'body' : (at?.getAttribute('aria-label') ?? at?.textContent);
};
const named = (name: string) => document.querySelector<HTMLElement>(`[aria-label="${name}"]`);

function Host() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-label="Opener" onClick={() => setOpen(true)} />
      {isOpen && (
        <Modal title="Dialog" closeLabel="Close it" onClose={() => setOpen(false)}>
          Words.
        </Modal>
      )}
    </>
  );
}

it.each(['{Escape}', '{Enter}'])('a dialog left by %s gives the keyboard back', async (leave) => {
  show(<Host />);
  await expect.poll(() => named('Opener')).not.toBeNull();
  named('Opener')?.focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe('Close it');
  await userEvent.keyboard(leave);
  await expect.poll(() => named('Close it')).toBeNull();
  await expect.poll(focused).toBe('Opener');
});

it('a dialog opened from a menu gives the keyboard back to the button of the menu', async () => {
  show(<AddFiles />);
  await expect.poll(() => document.querySelector('button')).not.toBeNull();
  document.querySelector('button')?.focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe(strings.collection.chooseFiles);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.poll(() => named(strings.ledger.close)).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => named(strings.ledger.close)).toBeNull();
  await expect.poll(focused).toBe(strings.collection.add);
});

it('a removed file gives the keyboard to the next one, the last to the one before, then to the list', async () => {
  show(<CollectionPane />, ['a', 'b', 'c']);
  const { remove } = strings.collection;
  await expect.poll(() => named(remove('b'))).not.toBeNull();
  named(remove('b'))?.focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe(remove('c'));
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe(remove('a'));
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe(strings.collection.empty);
});

it('the sample files can be put back when they were removed, by the same button', async () => {
  show(<CollectionPane />, ['own', ...SAMPLES.map(({ name }) => name)]);
  const { removeSamples, samplesBack } = strings.collection;
  const button = () =>
    [...document.querySelectorAll('button')].find(({ textContent }) =>
      [removeSamples(2), samplesBack].includes(textContent),
    );
  await expect.poll(() => button()?.textContent).toBe(removeSamples(2));
  button()?.focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe(samplesBack);
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe(removeSamples(2));
});

it('an empty collection offers the sample files that were here once', async () => {
  show(<CollectionPane />);
  await expect.poll(() => document.body.textContent).toContain(strings.collection.addSamples);
});
