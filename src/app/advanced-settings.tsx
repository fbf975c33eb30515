import { Slider } from 'radix-ui';
import controls from './controls.module.css';
import css from './dialogs.module.css';
import { RemoteEncoderForm } from './remote-encoder-form.tsx';
import { useServices } from './services.ts';
import { NumberSetting, SwitchSetting } from './setting-fields.tsx';
import { LIMITS } from './settings.ts';
import { useStore } from './store.ts';
import { strings } from './strings.ts';

const words = strings.settings;

/** How hard to look, each setting with one line on what it does. */
export function AdvancedSettings() {
  const { engine, settings } = useServices();
  const { k, rounds, margin, branching, device, sendsPictures, routes } = useStore(settings);
  const { min, max, step, initial } = engine.dial;
  return (
    <div className={css.advanced}>
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
      <div className={css.setting}>
        <label htmlFor="margin">{words.margin}</label>
        <Slider.Root
          id="margin"
          className={controls.slider}
          min={min}
          max={max}
          step={step}
          value={[margin ?? initial]}
          onValueChange={([value]) => value !== undefined && settings.change({ margin: value })}
        >
          <Slider.Track className={controls.track}>
            <Slider.Range className={controls.range} />
          </Slider.Track>
          <Slider.Thumb className={controls.knob} aria-label={words.margin} />
        </Slider.Root>
        <p className={css.help}>{words.marginHelp}</p>
      </div>
      <NumberSetting
        id="branching"
        label={words.branching}
        help={words.branchingHelp}
        value={branching}
        {...LIMITS.branching}
        onChange={(next) => settings.change({ branching: next })}
      />
      <div className={css.setting}>
        <label htmlFor="device">{words.device}</label>
        <select
          id="device"
          className={controls.input}
          value={device}
          aria-describedby="device-help"
          onChange={({ target }) => settings.change({ device: target.value as typeof device })}
        >
          {Object.entries(words.devices).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <p className={css.help} id="device-help">
          {words.deviceHelp}
        </p>
      </div>
      <SwitchSetting
        id="sends-pictures"
        label={words.sendsPictures}
        help={words.sendsPicturesHelp}
        isOn={sendsPictures}
        onChange={(on) => settings.change({ sendsPictures: on })}
      />
      <SwitchSetting
        id="routes"
        label={words.routes}
        help={words.routesHelp}
        isOn={routes}
        onChange={(on) => settings.change({ routes: on })}
      />
      <RemoteEncoderForm />
    </div>
  );
}
