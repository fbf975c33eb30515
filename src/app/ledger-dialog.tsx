import { Collapsible, Switch, Tabs } from 'radix-ui';
import type { EgressEntry } from '../ports/ledger.ts';
import { Approval } from './approval-card.tsx';
import controls from './controls.module.css';
import css from './dialogs.module.css';
import { formatTime } from './format.ts';
import { hostOf } from './host-of.ts';
import { Icon } from './icons.tsx';
import { ExactBody, ReadableBody } from './ledger-body.tsx';
import { Modal } from './modal.tsx';
import { useServices } from './services.ts';
import { useStore } from './store.ts';
import { strings } from './strings.ts';
import { requestsCarry } from './what-leaves.ts';

const words = strings.ledger;

/** Everything that left this device, byte for byte. */
export function LedgerDialog({ onClose }: { onClose: () => void }) {
  const { engine, settings } = useServices();
  const entries = useStore(engine.ledger.entries);
  const chosen = useStore(settings);
  const sent = entries.filter(({ state }) => state !== 'waiting' && state !== 'declined');
  const tokens = sent.reduce((sum, entry) => sum + entry.tokens, 0);
  return (
    <Modal wide title={words.title} closeLabel={words.close} onClose={onClose}>
      <div className={css.top}>
        <p>{requestsCarry(chosen)}</p>
        <div className={css.line}>
          <p>
            <strong>{sent.length === 0 ? words.nothing : words.total(sent.length, tokens)}</strong>
          </p>
          {entries.length > 0 && (
            <button
              type="button"
              className={controls.button}
              onClick={() => download(engine.ledger.exportJson())}
            >
              <Icon name="download" />
              {words.exportJson}
            </button>
          )}
        </div>
        <HeldBack />
        <Earlier />
        <div className={css.switchRow}>
          <Switch.Root
            id="preview"
            className={controls.switch}
            checked={chosen.previewBeforeSending}
            onCheckedChange={(on) => settings.change({ previewBeforeSending: on })}
          >
            <Switch.Thumb className={controls.thumb} />
          </Switch.Root>
          <label htmlFor="preview">
            {words.preview} <span>{words.previewHelp}</span>
          </label>
        </div>
      </div>
      <div className={css.entries}>
        {entries
          .toReversed()
          .map((entry) =>
            entry.state === 'waiting' ? (
              <Approval key={entry.id} entry={entry} />
            ) : (
              <Entry key={entry.id} entry={entry} />
            ),
          )}
      </div>
    </Modal>
  );
}

/** What the questions asked of an endpoint found, and how much of it stayed here. */
function HeldBack() {
  const { conversation } = useServices();
  const turns = useStore(conversation).filter(({ host, summary }) => host && summary);
  const found = turns.reduce((sum, { summary }) => sum + (summary?.wholeTokens ?? 0), 0);
  const kept = turns.reduce((sum, { summary }) => sum + (summary?.keptTokens ?? 0), 0);
  return found === 0 ? null : <p>{words.heldBack(found - kept, found)}</p>;
}

/** Answers of before the page was opened, whose requests this list does not have. */
function Earlier() {
  const { conversation } = useServices();
  const isAny = useStore(conversation).some(
    ({ host, askedAt }) => host !== undefined && askedAt < performance.timeOrigin,
  );
  return isAny ? <p>{words.earlier}</p> : null;
}

function Entry({ entry }: { entry: EgressEntry }) {
  return (
    <Collapsible.Root className={css.entry}>
      <Collapsible.Trigger className={css.entryHead}>
        <span className={css.time}>{formatTime(entry.time)}</span>
        <span className={css.purpose}>
          {words.purpose[entry.purpose]}
          <small>{hostOf(entry.url)}</small>
        </span>
        <span className={css.tokens}>{words.tokens(entry.tokens)}</span>
        <span className={css.state} data-state={entry.state}>
          {entry.status ?? ''} {words.state[entry.state]}
        </span>
      </Collapsible.Trigger>
      <Collapsible.Content className={css.detail}>
        <code>
          {entry.body === '' ? 'GET' : 'POST'} {entry.url}
        </code>
        {entry.error !== undefined && <p className={controls.error}>{entry.error}</p>}
        {entry.usage !== undefined && (
          <p>{strings.answer.usage(entry.usage.promptTokens, entry.usage.completionTokens)}</p>
        )}
        <Body entry={entry} />
      </Collapsible.Content>
    </Collapsible.Root>
  );
}

function Body({ entry: { body } }: { entry: EgressEntry }) {
  return (
    <Tabs.Root defaultValue="read">
      <Tabs.List className={css.viewTabs} aria-label={words.body}>
        <Tabs.Trigger className={controls.quiet} value="read">
          {words.readable}
        </Tabs.Trigger>
        <Tabs.Trigger className={controls.quiet} value="exact">
          {words.body}
        </Tabs.Trigger>
        <button
          type="button"
          className={controls.quiet}
          style={{ marginLeft: 'auto' }}
          onClick={() => void navigator.clipboard.writeText(body)}
        >
          <Icon name="copy" />
          {words.copy}
        </button>
      </Tabs.List>
      <Tabs.Content value="read">
        <ReadableBody body={body} />
      </Tabs.Content>
      <Tabs.Content value="exact">
        <ExactBody body={body} />
      </Tabs.Content>
    </Tabs.Root>
  );
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'canopy-ledger.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
