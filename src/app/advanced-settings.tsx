import { Slider } from 'radix-ui';
import controls from './controls.module.css';
import css from './dialogs.module.css';
import { useServices } from './services.ts';
import { LIMITS } from './settings.ts';
import { useStore } from './store.ts';
import { strings } from './strings.ts';

const words = strings.settings;

/** How hard to look, each setting with one line on what it does. */
export function AdvancedSettings() {
  const { engine, settings } = useServices();
  const { k, rounds, margin, branching, device } = useStore(settings);
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
    </div>
  );
}

function NumberSetting(props: {
  id: string;
  label: string;
  help: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}) {
  return (
    <div className={css.setting}>
      <label htmlFor={props.id}>{props.label}</label>
      <input
        id={props.id}
        className={controls.input}
        type="number"
        min={props.min}
        max={props.max}
        value={props.value}
        aria-describedby={`${props.id}-help`}
        onChange={(event) => {
          const next = event.target.valueAsNumber;
          if (Number.isInteger(next) && next >= props.min && next <= props.max)
            props.onChange(next);
        }}
      />
      <p className={css.help} id={`${props.id}-help`}>
        {props.help}
      </p>
    </div>
  );
}
