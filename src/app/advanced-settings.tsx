import css from './dialogs.module.css';
import { RemoteEncoderForm } from './remote-encoder-form.tsx';
import { useServices } from './services.ts';
import { NumberSetting, SelectSetting, SwitchSetting } from './setting-fields.tsx';
import { LIMITS } from './settings.ts';
import { useStore } from './store.ts';
import { strings } from './strings.ts';
import { WaySettings } from './way-settings.tsx';

const words = strings.settings;
const DEVICES = ['auto', 'webgpu', 'wasm'] as const;

/** How hard to look, each setting with one line on what it does. */
export function AdvancedSettings() {
  const { settings } = useServices();
  const { k, rounds, branching, device, sendsPictures } = useStore(settings);
  return (
    <div className={css.advanced}>
      <WaySettings />
      <NumberSetting
        id="k"
        label={words.k}
        help={words.kHelp}
        value={k}
        {...LIMITS.k}
        onChange={(next) => settings.change({ k: next })}
      />
      <NumberSetting
        id="rounds"
        label={words.rounds}
        help={words.roundsHelp}
        value={rounds}
        {...LIMITS.rounds}
        onChange={(next) => settings.change({ rounds: next })}
      />
      <NumberSetting
        id="branching"
        label={words.branching}
        help={words.branchingHelp}
        value={branching}
        {...LIMITS.branching}
        onChange={(next) => settings.change({ branching: next })}
      />
      <SelectSetting
        id="device"
        label={words.device}
        help={words.deviceHelp}
        value={device}
        choices={DEVICES.map((id) => ({ id, name: words.devices[id] }))}
        onChange={(next) => settings.change({ device: next })}
      />
      <SwitchSetting
        id="sends-pictures"
        label={words.sendsPictures}
        help={words.sendsPicturesHelp}
        isOn={sendsPictures}
        onChange={(on) => settings.change({ sendsPictures: on })}
      />
      <RemoteEncoderForm />
    </div>
  );
}
