import { createContext, use } from 'react';
import type { Collection } from './collection.ts';
import type { Conversation } from './conversation.ts';
import type { History } from './conversation-history.ts';
import type { Engine } from './engine.ts';
import type { EvidenceView } from './evidence-view.ts';
import type { Sample } from './samples.ts';
import type { SettingsStore } from './settings-store.ts';
import type { Writable } from './store.ts';

/** Which dialog is open, and which part a phone shows. */
export interface Screen {
  readonly dialog: 'none' | 'ledger' | 'settings' | 'history';
  readonly tab: 'collection' | 'conversation' | 'evidence';
  /** The question being typed. */
  readonly draft: string;
  /** The sample files were removed on this page, which can be undone. */
  readonly samplesRemoved: boolean;
}

/** Everything a component may reach, handed down once. */
export interface Services {
  readonly engine: Engine;
  readonly collection: Collection;
  readonly conversation: Conversation;
  readonly history: History;
  readonly evidence: EvidenceView;
  readonly settings: SettingsStore;
  readonly screen: Writable<Screen>;
  /** Names of files that the last reload interrupted, until they are dismissed. */
  readonly interrupted: Writable<readonly string[]>;
  /** The sample library as far as it was ever added here. */
  samples(): readonly Sample[];
  /** Adds the sample library again. */
  addSamples(): Promise<void>;
}

/** Carries the {@link Services} down the tree. */
export const ServicesContext = createContext<Services | undefined>(undefined);

/** The page's services; only inside the app's own tree. */
export function useServices(): Services {
  const services = use(ServicesContext);
  if (services === undefined) throw new Error('The page was rendered without its services.');
  return services;
}
