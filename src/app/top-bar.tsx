import app from './app.module.css';
import controls from './controls.module.css';
import { Icon, type IconName } from './icons.tsx';
import { ShareBar } from './modal.tsx';
import { useServices } from './services.ts';
import type { Settings } from './settings.ts';
import { useStore } from './store.ts';
import { strings } from './strings.ts';

const THEMES: Record<Settings['theme'], { next: Settings['theme']; icon: IconName }> = {
  system: { next: 'light', icon: 'half' },
  light: { next: 'dark', icon: 'sun' },
  dark: { next: 'system', icon: 'moon' },
};

/** Name, encoder, ledger lock and settings. */
export function TopBar() {
  const { evidence, screen, settings } = useServices();
  const { isOpen } = useStore(evidence);
  const { theme } = useStore(settings);
  return (
    <header className={app.top}>
      <h1 className={app.brand}>
        <Mark />
        {strings.name}
      </h1>
      <EncoderBadge />
      <LedgerButton />
      <button
        type="button"
        className={controls.icon}
        aria-label={strings.top.theme[theme]}
        title={strings.top.theme[theme]}
        onClick={() => settings.change({ theme: THEMES[theme].next })}
      >
        <Icon name={THEMES[theme].icon} />
      </button>
      <button
        type="button"
        className={controls.icon}
        aria-label={strings.top.settings}
        title={strings.top.settings}
        onClick={() => screen.update((now) => ({ ...now, dialog: 'settings' }))}
      >
        <Icon name="gear" />
      </button>
      <button
        type="button"
        className={`${controls.icon} ${app.desk}`}
        aria-label={isOpen ? strings.evidence.close : strings.top.evidence}
        title={isOpen ? strings.evidence.close : strings.top.evidence}
        aria-pressed={isOpen}
        onClick={() => {
          const { turnId } = evidence.get();
          if (isOpen) evidence.close();
          else evidence.show(turnId);
        }}
      >
        <Icon name="panel" />
      </button>
    </header>
  );
}

/** A crown of leaves over a trunk, one branch cut. */
function Mark() {
  return (
    <svg aria-hidden="true" width="22" height="22" viewBox="0 0 22 22" fill="currentColor">
      <rect x="2" y="3" width="18" height="3.4" rx="1.7" />
      <rect x="2" y="9" width="9" height="3.4" rx="1.7" opacity="0.75" />
      <rect x="14" y="9" width="6" height="3.4" rx="1.7" opacity="0.25" />
      <rect x="2" y="15" width="4.5" height="3.4" rx="1.7" opacity="0.25" />
      <rect x="8.5" y="15" width="5" height="3.4" rx="1.7" />
    </svg>
  );
}

function EncoderBadge() {
  const { engine } = useServices();
  const state = useStore(engine.encoder);
  if (state.status === 'loading') {
    const label = strings.encoder.loading(state.loadedBytes, state.totalBytes);
    return (
      <span className={app.badge} title={label}>
        <span className={app.badgeText}>{label}</span>
        <span className={app.badgeBar}>
          <ShareBar label={label} part={state.loadedBytes} total={state.totalBytes} />
        </span>
      </span>
    );
  }
  if (state.status === 'ready') {
    const { device, dtype, notice = '' } = state;
    const title = [strings.encoder.readyTitle(device, dtype), notice].filter(Boolean).join('. ');
    return (
      <span className={app.badge} title={title}>
        <span className={app.badgeWords}>{device}</span>
      </span>
    );
  }
  return (
    <span className={app.badge}>{state.status === 'failed' ? strings.encoder.failed : ''}</span>
  );
}

function LedgerButton() {
  const { engine, screen } = useServices();
  const entries = useStore(engine.ledger.entries);
  const waiting = entries.filter(({ state }) => state === 'waiting').length;
  const left = entries.filter(({ state }) => state !== 'waiting' && state !== 'declined').length;
  const label = waiting > 0 ? strings.top.waiting(waiting) : strings.top.ledger(left);
  return (
    <button
      type="button"
      className={`${controls.quiet} ${app.ledger}`}
      data-waiting={waiting > 0}
      aria-label={label}
      title={label}
      onClick={() => screen.update((now) => ({ ...now, dialog: 'ledger' }))}
    >
      <Icon name="lock" />
      {waiting > 0 ? waiting : left}
    </button>
  );
}
