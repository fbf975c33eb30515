import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './page.css';
import { App } from './app.tsx';
import { createCollection } from './collection.ts';
import { createConversation } from './conversation.ts';
import { createEvidenceView } from './evidence-view.ts';
import { rememberInterrupted, takeInterrupted } from './interrupted-files.ts';
import { keepPage } from './keep-page.ts';
import { openStorage, type PageStorage } from './page-storage.ts';
import { addSamples, addSamplesOnce, knownSamples } from './samples.ts';
import type { Screen, Services } from './services.ts';
import { createSettings } from './settings-store.ts';
import { createFrameBatch, createStore } from './store.ts';
import { strings } from './strings.ts';

async function build(storage: PageStorage | undefined): Promise<Services> {
  // Apart from the entry: the page's code and the engine's come side by side, each within its budget.
  const [{ composeEngine }, { createHistory }] = await Promise.all([
    import('./compose.ts'),
    import('./conversation-history.ts'),
  ]);
  const settings = createSettings(storage);
  const engine = composeEngine({
    baseUrl: import.meta.env.BASE_URL,
    settings: settings.get(),
  });
  const onFrame = createFrameBatch();
  const collection = createCollection(engine, onFrame);
  const conversation = createConversation(engine, settings, onFrame, collection);
  const history = createHistory({
    openStore: engine.conversations,
    items: engine.items,
    conversation,
    tabs: new BroadcastChannel('canopy.conversations'),
    session: openStorage('sessionStorage'),
  });
  const evidence = createEvidenceView(engine, conversation);
  const screen = createStore<Screen>({
    dialog: 'none',
    tab: 'conversation',
    draft: strings.ask.samples[0],
    samplesRemoved: false,
  });
  const followPreview = () => engine.ledger.setPreview(settings.get().previewBeforeSending);
  settings.subscribe(followPreview);
  followPreview();
  const interrupted = createStore<readonly string[]>([]);
  const samples = () => knownSamples(storage);
  return {
    ...{ engine, settings, collection, conversation, history, evidence },
    ...{ screen, interrupted, samples },
    addSamples: () => addSamples(collection, storage, import.meta.env.BASE_URL),
  };
}

async function start(): Promise<void> {
  const storage = openStorage('localStorage');
  const services = await build(storage);
  const root = document.getElementById('page');
  if (root === null) throw new Error(strings.error.page);
  createRoot(root).render(
    <StrictMode>
      <App services={services} />
    </StrictMode>,
  );
  const { collection, engine, history, interrupted, screen } = services;
  const cut = takeInterrupted(storage);
  window.addEventListener('pagehide', () => rememberInterrupted(storage, collection.get().files));
  if (import.meta.env.PROD)
    keepPage(navigator.serviceWorker, engine.encoder, import.meta.env.BASE_URL);
  engine.onOutsideChange(() => void collection.refresh());
  void history.resume().then(() => {
    if (history.get().list.length === 0) return;
    // Whoever has asked before needs no question to begin with.
    const [first] = strings.ask.samples;
    screen.update((now) => (now.draft === first ? { ...now, draft: '' } : now));
  });
  await collection.open();
  interrupted.set(await addSamplesOnce(collection, storage, import.meta.env.BASE_URL, cut));
  // What was read of an interrupted file stays for another try, until that is given up.
  if (interrupted.get().length === 0) await collection.sweep();
}

start().catch((thrown: unknown) => {
  // The page stands; what failed is told where the files are missing.
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const note = document.createElement('p');
  note.setAttribute('role', 'alert');
  note.className = 'start-failure';
  note.textContent = `${strings.collection.samplesFailed(message)} ${strings.error.pageStep}`;
  document.body.append(note);
});
