import { Tabs } from 'radix-ui';
import { lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react';
import css from './app.module.css';
import { CollectionPane } from './collection-pane.tsx';
import { ConversationPane } from './conversation-pane.tsx';
import { DropZone } from './drop-zone.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Icon, type IconName } from './icons.tsx';
import { type Screen, type Services, ServicesContext, useServices } from './services.ts';
import { useStore } from './store.ts';
import { strings } from './strings.ts';
import { TopBar } from './top-bar.tsx';

// Beside the conversation from the start, and yet not needed to ask: it comes a moment after the first paint.
const EvidencePane = lazy(() =>
  import('./evidence-pane.tsx').then((module) => ({ default: module.EvidencePane })),
);
// Dialogs come when they are opened: the first paint does not wait for them.
const HistoryDialog = lazy(() =>
  import('./history-dialog.tsx').then((module) => ({ default: module.HistoryDialog })),
);
const LedgerDialog = lazy(() =>
  import('./ledger-dialog.tsx').then((module) => ({ default: module.LedgerDialog })),
);
const SettingsDialog = lazy(() =>
  import('./settings-dialog.tsx').then((module) => ({ default: module.SettingsDialog })),
);
const SourceDialog = lazy(() =>
  import('./source-dialog.tsx').then((module) => ({ default: module.SourceDialog })),
);

const TAB_ICONS: Record<Screen['tab'], IconName> = {
  collection: 'files',
  conversation: 'ask',
  evidence: 'evidence',
};

const wideQuery = () => window.matchMedia('(min-width: 1000px)');

function useWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = wideQuery();
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => wideQuery().matches,
  );
}

/** The whole page over its services. */
export function App({ services }: { services: Services }) {
  return (
    <ErrorBoundary className="start-failure">
      <ServicesContext value={services}>
        <Frame />
      </ServicesContext>
    </ErrorBoundary>
  );
}

function Frame() {
  const { screen, evidence, settings } = useServices();
  const { tab, dialog } = useStore(screen);
  const { isOpen, source } = useStore(evidence);
  const { theme } = useStore(settings);
  const wide = useWide();
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  const closeDialog = () => screen.update((now) => ({ ...now, dialog: 'none' }));
  const showEvidence = isOpen || !wide;
  return (
    <Tabs.Root
      className={css.app}
      value={tab}
      onValueChange={(next) => screen.update((now) => ({ ...now, tab: asTab(next) }))}
    >
      <TopBar />
      <main className={css.panes} data-evidence={showEvidence ? 'open' : 'closed'}>
        <Pane name="collection" wide={wide} className={css.left}>
          <CollectionPane />
        </Pane>
        <Pane name="conversation" wide={wide}>
          <ConversationPane />
        </Pane>
        {showEvidence && (
          <Pane name="evidence" wide={wide} className={css.right}>
            <Suspense>
              <EvidencePane />
            </Suspense>
          </Pane>
        )}
      </main>
      {!wide && (
        <nav>
          <Tabs.List className={css.tabs} aria-label={strings.tabs.label}>
            {(['collection', 'conversation', 'evidence'] as const).map((name) => (
              <Tabs.Trigger key={name} value={name} className={css.tab}>
                <Icon name={TAB_ICONS[name]} size={20} />
                {strings.tabs[name]}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
        </nav>
      )}
      <DropZone />
      {/* Begun anew with each dialog: one that fails to open must not close the way to the others. */}
      <ErrorBoundary key={source === undefined ? dialog : 'source'} className="start-failure">
        <Suspense>
          {dialog === 'history' && <HistoryDialog onClose={closeDialog} />}
          {dialog === 'ledger' && <LedgerDialog onClose={closeDialog} />}
          {dialog === 'settings' && <SettingsDialog onClose={closeDialog} />}
          {source !== undefined && <SourceDialog place={source} onClose={evidence.closeSource} />}
        </Suspense>
      </ErrorBoundary>
    </Tabs.Root>
  );
}

function asTab(value: string): Screen['tab'] {
  return value === 'collection' || value === 'evidence' ? value : 'conversation';
}

/** One third of the desk, or one tab of the phone: the same content under the role that fits. */
function Pane(props: {
  name: Screen['tab'];
  wide: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  const className = `${css.pane} ${props.className ?? ''}`;
  if (props.wide) {
    return (
      <section className={className} aria-label={strings.tabs[props.name]}>
        <ErrorBoundary>{props.children}</ErrorBoundary>
      </section>
    );
  }
  return (
    <Tabs.Content className={className} value={props.name} forceMount tabIndex={-1}>
      <ErrorBoundary>{props.children}</ErrorBoundary>
    </Tabs.Content>
  );
}
