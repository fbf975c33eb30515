import { Switch } from 'radix-ui';
import controls from './controls.module.css';
import css from './dialogs.module.css';

/** A number within bounds, with one line on what it does. */
export function NumberSetting(props: {
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

/** Something that is on or off, with one line on what it does. */
export function SwitchSetting(props: {
  id: string;
  label: string;
  help: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <div className={css.setting}>
      <label htmlFor={props.id}>{props.label}</label>
      <Switch.Root
        id={props.id}
        className={controls.switch}
        checked={props.isOn}
        aria-describedby={`${props.id}-help`}
        onCheckedChange={props.onChange}
      >
        <Switch.Thumb className={controls.thumb} />
      </Switch.Root>
      <p className={css.help} id={`${props.id}-help`}>
        {props.help}
      </p>
    </div>
  );
}

/** A line of text, with one line on what it is. */
export function TextSetting(props: {
  id: string;
  label: string;
  help: string;
  value: string;
  type?: 'text' | 'url' | 'password';
  placeholder?: string;
  onChange: (value: string) => void;
}) {
  return (
    <div className={css.setting}>
      <label htmlFor={props.id}>{props.label}</label>
      <input
        id={props.id}
        className={controls.input}
        type={props.type ?? 'text'}
        value={props.value}
        placeholder={props.placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${props.id}-help`}
        onChange={(event) => props.onChange(event.target.value.trim())}
      />
      <p className={css.help} id={`${props.id}-help`}>
        {props.help}
      </p>
    </div>
  );
}
