import { Collapsible, RadioGroup, Switch } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { toCanopyError } from '../core/errors.ts';
import { AdvancedSettings } from './advanced-settings.tsx';
import { ApprovalCard } from './approval-card.tsx';
import controls from './controls.module.css';
import css from './dialogs.module.css';
import type { ConnectionReport } from './engine.ts';
import { Icon } from './icons.tsx';
import { Modal } from './modal.tsx';
import { isEndpoint, PRESETS, type Preset } from './presets.ts';
import { PriceFields } from './price-fields.tsx';
import { useServices } from './services.ts';
import { endpointHost } from './settings.ts';
import { StorageMeter } from './storage-meter.tsx';
import { useStore } from './store.ts';
import { strings } from './strings.ts';

const words = strings.settings;

/** Who answers, with which key, and how hard to look. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { engine, settings } = useServices();
  const { preset, saveKey } = useStore(settings);
  const offered = PRESETS.filter(({ id }) => id !== 'browser' || engine.hasBrowserModel);
  const choose = (id: string) => {
    const next = PRESETS.find((candidate) => candidate.id === id);
    if (next !== undefined) settings.choose(next.id);
  };
  const chosen = PRESETS.find(({ id }) => id === preset);
  const close = () => {
    // Escape closes without the address field being left.
    settings.addressGiven();
    onClose();
  };
  return (
    <Modal title={words.title} closeLabel={words.close} onClose={close}>
      <div className={`${controls.body} ${css.form}`}>
        <div>
          <p className={css.legend} id="who-answers">
            {words.reader}
          </p>
          <p className={css.help}>{words.readerHelp}</p>
          <RadioGroup.Root
            className={css.presets}
            value={preset}
            onValueChange={choose}
            aria-labelledby="who-answers"
          >
            {offered.map(({ id, name }) => (
              <RadioGroup.Item key={id} value={id} className={css.preset}>
                <span className={css.dot} />
                {name}
              </RadioGroup.Item>
            ))}
          </RadioGroup.Root>
        </div>
        {preset === 'browser' && <p className={css.help}>{words.browserModelHelp}</p>}
        {chosen !== undefined && isEndpoint(chosen.id) && (
          <Endpoint key={chosen.id} preset={chosen} />
        )}
        <Collapsible.Root>
          <Collapsible.Trigger className={controls.button}>{words.advanced}</Collapsible.Trigger>
          <Collapsible.Content>
            <AdvancedSettings />
          </Collapsible.Content>
        </Collapsible.Root>
        <p className={css.help}>{words.savedHere(saveKey)}</p>
        <StorageMeter />
        <a
          className={controls.link}
          href={`${import.meta.env.BASE_URL}docs/index.html`}
          target="_blank"
          rel="noreferrer"
        >
          {words.documents}
        </a>
      </div>
    </Modal>
  );
}

function Endpoint({ preset }: { preset: Preset }) {
  const { settings } = useServices();
  const chosen = useStore(settings);
  const { url, model, apiKey, saveKey } = chosen;
  const left = apiKey === '' ? settings.keys.reader.leftBehind() : undefined;
  return (
    <>
      <div className={css.two}>
        <div className={css.field}>
          <label htmlFor="url">{words.url}</label>
          <input
            id="url"
            className={controls.input}
            type="url"
            inputMode="url"
            value={url}
            placeholder="https://…/v1"
            onChange={(event) => settings.change({ url: event.target.value.trim() })}
            onBlur={settings.addressGiven}
          />
          <p className={css.help}>{words.urlHelp}</p>
        </div>
        <div className={css.field}>
          <label htmlFor="model">{words.model}</label>
          <input
            id="model"
            className={controls.input}
            value={model}
            placeholder={preset.modelHint}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => settings.change({ model: event.target.value.trim() })}
          />
        </div>
      </div>
      <div className={css.field}>
        <label htmlFor="key">{words.key}</label>
        <input
          id="key"
          className={controls.input}
          type="password"
          value={apiKey}
          autoComplete="off"
          aria-describedby="key-left"
          onChange={(event) => settings.change({ apiKey: event.target.value.trim() })}
        />
        <p className={css.help} id="key-left" role="status">
          {left !== undefined && words.keyLeft(left, endpointHost(chosen) ?? '')}
        </p>
        <div className={css.switchRow}>
          <Switch.Root
            id="save-key"
            className={controls.switch}
            checked={saveKey}
            onCheckedChange={(on) => settings.change({ saveKey: on })}
          >
            <Switch.Thumb className={controls.thumb} />
          </Switch.Root>
          <label htmlFor="save-key" className={css.help}>
            {words.saveKey}. {words.saveKeyHelp(saveKey)}
          </label>
        </div>
      </div>
      <PriceFields />
      <ConnectionTest />
    </>
  );
}

function ConnectionTest() {
  const { engine, settings } = useServices();
  const [report, setReport] = useState<ConnectionReport | 'running'>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async () => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setReport('running');
    try {
      const found = await engine.test(settings.get(), abort);
      if (!abort.signal.aborted) setReport(found);
    } catch (thrown) {
      if (abort.signal.aborted) return;
      const { message, nextStep } = toCanopyError(thrown, 'CHAT_UNREACHABLE');
      setReport({ ok: false, message, ...(nextStep === undefined ? {} : { nextStep }) });
    }
  };
  return (
    <div className={css.field}>
      <div>
        <button
          type="button"
          className={controls.button}
          disabled={report === 'running'}
          onClick={() => void run()}
        >
          {report === 'running' ? words.testing : words.test}
        </button>
      </div>
      {report === 'running' && <ApprovalCard />}
      {report !== undefined && report !== 'running' && (
        <div className={css.report} data-ok={report.ok} role="status">
          <Icon name={report.ok ? 'check' : 'warning'} />
          <p>
            {report.message} {report.nextStep}
          </p>
        </div>
      )}
    </div>
  );
}
