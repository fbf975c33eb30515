import { RadioGroup, Switch } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import controls from './controls.module.css';
import css from './dialogs.module.css';
import { strings } from './strings.ts';

/** A control with its label and one line on what it does: a small one beside them, one that holds words between them. */
function Field(props: {
  id: string;
  label: string;
  help: string;
  holdsWords?: boolean;
  /** What is said beside the help for a while. */
  note?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={props.holdsWords === true ? css.field : css.setting}>
      <label htmlFor={props.id}>{props.label}</label>
      {props.children}
      <p className={css.help} id={`${props.id}-help`}>
        {props.help}
        {props.note !== undefined && <strong role="status"> {props.note}</strong>}
      </p>
    </div>
  );
}

/**
 * A number within bounds, with one line on what it does. What is typed stands until the field is left, even what is no
 * such number; only numbers within the bounds are passed on, and the last of them comes back with a word on the bounds.
 */
export function NumberSetting(props: {
  id: string;
  label: string;
  help: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}) {
  const { id, value, min, max } = props;
  const [draft, setDraft] = useState<string>();
  const [isRefused, setRefused] = useState(false);
  const accept = (typed: string) => {
    const next = Number(typed);
    return typed.trim() !== '' && Number.isInteger(next) && next >= min && next <= max;
  };
  const isOdd = draft !== undefined && !accept(draft);
  const settle = () => {
    if (isOdd) setRefused(true);
    setDraft(undefined);
  };
  const { bounds, boundsKept } = strings.settings;
  const note = isOdd ? bounds(min, max) : isRefused ? boundsKept(min, max, value) : undefined;
  return (
    <Field id={id} label={props.label} help={props.help} note={note}>
      <input
        id={id}
        className={controls.input}
        type="number"
        min={min}
        max={max}
        value={draft ?? value}
        aria-invalid={isOdd}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => {
          setDraft(target.value);
          setRefused(false);
          if (accept(target.value)) props.onChange(Number(target.value));
        }}
        onBlur={settle}
        onKeyDown={({ key }) => key === 'Enter' && settle()}
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
  note?: string | undefined;
  onChange: (value: string) => void;
  onBlur?: () => void;
}) {
  return (
    <Field id={props.id} label={props.label} help={props.help} note={props.note} holdsWords>
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
        onBlur={props.onBlur}
      />
    </Field>
  );
}

/** One of several things by name, with one line on the chosen one or on all. */
export function SelectSetting<Id extends string>(props: {
  id: string;
  label: string;
  help: string;
  value: Id;
  choices: readonly { readonly id: Id; readonly name: string }[];
  onChange: (value: Id) => void;
}) {
  const { id, choices, onChange } = props;
  const choose = (wanted: string) => {
    const found = choices.find((choice) => choice.id === wanted);
    if (found !== undefined) onChange(found.id);
  };
  return (
    <Field id={id} label={props.label} help={props.help} holdsWords>
      <select
        id={id}
        className={controls.input}
        value={props.value}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => choose(target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.name}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** One of a few things, each with a line on what it is, and the reason where it cannot be chosen now. */
export function ChoiceSetting<Id extends string>(props: {
  id: string;
  label: string;
  help: string;
  value: Id;
  choices: readonly {
    readonly id: Id;
    readonly name: string;
    readonly help: string;
    readonly disabledBecause?: string;
  }[];
  onChange: (value: Id) => void;
}) {
  const { id, label, help, value, choices, onChange } = props;
  const choose = (wanted: string) => {
    const found = choices.find((choice) => choice.id === wanted);
    if (found !== undefined) onChange(found.id);
  };
  return (
    <div className={css.field}>
      <p className={css.legend} id={`${id}-label`}>
        {label}
      </p>
      <p className={css.help}>{help}</p>
      <RadioGroup.Root
        className={css.choices}
        value={value}
        onValueChange={choose}
        aria-labelledby={`${id}-label`}
      >
        {choices.map((choice) => (
          <div key={choice.id} className={css.choice}>
            <RadioGroup.Item
              id={`${id}-${choice.id}`}
              value={choice.id}
              className={css.option}
              disabled={choice.disabledBecause !== undefined}
              aria-describedby={`${id}-${choice.id}-help`}
            >
              <span className={css.dot} />
              {choice.name}
            </RadioGroup.Item>
            <p className={css.help} id={`${id}-${choice.id}-help`}>
              {choice.help}
              {choice.disabledBecause !== undefined && <em> {choice.disabledBecause}</em>}
            </p>
          </div>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
