import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { createMemoryConversationStore } from '../adapters/memory/memory-conversation-store.ts';
import { calibrated } from '../core/selections/calibrated-default.ts';
import { parentRelative } from '../core/selections/parent-relative.ts';
import { poolRelative } from '../core/selections/pool-relative.ts';
import { openTab, settle } from './conversation-history.fixture.ts';
import { EvidencePane } from './evidence-pane.tsx';
import { createEvidenceView } from './evidence-view.ts';
import { type Services, ServicesContext } from './services.ts';
import { createSettings } from './settings-store.ts';
import { WaySettings } from './way-settings.tsx';

const dials = {
  calibrated: calibrated.dial,
  'pool-relative': poolRelative.dial,
  'parent-relative': parentRelative.dial,
};

function show(part: ReactNode, services: Partial<Record<keyof Services, unknown>>) {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(<ServicesContext value={services as Services}>{part}</ServicesContext>);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
}

const spoken = () => document.querySelector('[role=slider]')?.getAttribute('aria-valuetext');

it('the dial of the evidence is spoken as what it keeps', async () => {
  const tab = openTab({ store: createMemoryConversationStore() });
  await tab.conversation.ask('What is kept?');
  await settle();
  const engine = { dials, items: async () => [], reselect: (evidence: unknown) => evidence };
  const evidence = createEvidenceView(engine, tab.conversation);
  evidence.show(tab.conversation.get()[0]?.id);
  show(<EvidencePane />, { ...tab, engine, evidence });
  await expect.poll(spoken).toMatch(/^\d+ of \d+ tokens kept$/);
});

it('the dial of the settings is spoken as a place between less and more', async () => {
  const settings = createSettings(undefined);
  show(<WaySettings />, { settings, engine: { dials } });
  const { min, max } = dials.calibrated;
  await expect.poll(spoken).toMatch(/^\d+% of the way from keep less to keep more$/);
  settings.change({ dials: { calibrated: max } });
  await expect.poll(spoken).toBe('keeps most');
  settings.change({ dials: { calibrated: min } });
  await expect.poll(spoken).toBe('keeps least');
});
