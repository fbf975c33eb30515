import { Switch } from 'radix-ui';
import type { ReactNode } from 'react';
import controls from './controls.module.css';
import css from './dialogs.module.css';

/** A control under its label, with one line on what it does. */
function Field(props: { id: string; label: string; help: string; children: ReactNode }) {
  return (
    <div className={css.setting}>
      <label htmlFor={props.id}>{props.label}</label>
      {props.children}
      <p className={css.help} id={`${props.id}-help`}>
        {props.help}
      </p>
    </div>
  );
}

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
    <Field id={props.id} label={props.label} help={props.help}>
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
    </Field>
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
    <Field id={props.id} label={props.label} help={props.help}>
      <Switch.Root
        id={props.id}
        className={controls.switch}
        checked={props.isOn}
        aria-describedby={`${props.id}-help`}
        onCheckedChange={props.onChange}
      >
        <Switch.Thumb className={controls.thumb} />
      </Switch.Root>
    </Field>
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
    <Field id={props.id} label={props.label} help={props.help}>
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
    </Field>
  );
}
