import { Dialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import css from './controls.module.css';
import { Icon } from './icons.tsx';

/** A dialog with a title and a way out; on a phone it rises from below. Closed, it gives the keyboard back to what opened it. */
export function Modal(props: {
  title: ReactNode;
  description?: ReactNode;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
}) {
  // It opens by being rendered and has no trigger of its own, which the library would give the keyboard back to.
  const [opener] = useState(openerNow);
  const giveBack = (event: Event) => {
    if (opener === undefined) return;
    event.preventDefault();
    opener.focus();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => open || props.onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={css.scrim} />
        <Dialog.Content
          className={css.dialog}
          onCloseAutoFocus={giveBack}
          {...(props.wide === true ? { style: { maxWidth: 920, width: 'min(920px, 100vw)' } } : {})}
          {...(props.description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <div className={css.head}>
            <Dialog.Title asChild>
              <h2>{props.title}</h2>
            </Dialog.Title>
            <Dialog.Close className={css.icon} aria-label={props.closeLabel}>
              <Icon name="close" />
            </Dialog.Close>
          </div>
          {props.description !== undefined && (
            <Dialog.Description className={css.visuallyHidden}>
              {props.description}
            </Dialog.Description>
          )}
          {props.children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** What has the keyboard; for an entry of a menu, which goes when it is chosen, the button of the menu. */
function openerNow(): HTMLElement | undefined {
  const active = document.activeElement;
  const button = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const opener = button == null ? active : document.getElementById(button);
  return opener instanceof HTMLElement && opener !== document.body ? opener : undefined;
}

/** A thin bar filled to a share. */
export function ShareBar(props: {
  label: string;
  part: number;
  total: number;
  valueText?: string;
}) {
  const share = props.total > 0 ? Math.min(1, props.part / props.total) : 0;
  return (
    <div
      className={css.bar}
      role="progressbar"
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      {...(props.valueText === undefined ? {} : { 'aria-valuetext': props.valueText })}
    >
      <div className={css.fill} style={{ transform: `scaleX(${share})` }} />
    </div>
  );
}
