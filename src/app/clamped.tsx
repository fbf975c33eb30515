import { useState } from 'react';
import css from './clamped.module.css';
import controls from './controls.module.css';
import { strings } from './strings.ts';

/** Characters that fill about six lines of the conversation. */
const LONG = 400;

/** Text of the person's own, of any length: what is longer than about six lines is folded until all of it is asked for. */
export function Clamped(props: { as: 'h2' | 'p'; text: string; className?: string | undefined }) {
  const { as: Tag, text, className } = props;
  const [isOpen, setOpen] = useState(false);
  if (text.length <= LONG) {
    return (
      <Tag className={className} dir="auto">
        {text}
      </Tag>
    );
  }
  return (
    <>
      <Tag
        className={isOpen ? className : [className, css.clamped].filter(Boolean).join(' ')}
        dir="auto"
      >
        {text}
      </Tag>
      <button
        type="button"
        className={`${controls.link} ${css.toggle}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? strings.showLess : strings.showAll}
      </button>
    </>
  );
}
