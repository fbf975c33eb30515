import type { Modality } from '../core/item.ts';
import css from './evidence-pane.module.css';
import { Icon } from './icons.tsx';
import { strings } from './strings.ts';

/** Stands in for leaves that were held back, and unfolds them. */
export function HeldBackFold(props: {
  count: number;
  modality: Modality;
  isOpen: boolean;
  /** A region of the tree is pointed at that holds some of them. */
  isMarked?: boolean;
  onToggle: () => void;
}) {
  return (
    <button
      type="button"
      className={css.fold}
      aria-expanded={props.isOpen}
      data-marked={props.isMarked}
      onClick={props.onToggle}
    >
      <Icon name="chevron" size={12} />
      {strings.evidence.heldBack(props.count, props.modality)}
    </button>
  );
}
