import controls from './controls.module.css';
import css from './conversation-pane.module.css';
import { Icon } from './icons.tsx';
import { useServices } from './services.ts';
import { useStore } from './store.ts';
import { strings } from './strings.ts';

const words = strings.history;

/** Above the conversation: the way to earlier ones, and to an empty one. */
export function ConversationBar() {
  const { conversation, history, screen } = useServices();
  const { error } = useStore(history);
  const isEmpty = useStore(conversation).length === 0;
  return (
    <>
      <div className={css.bar}>
        <h2>{words.heading}</h2>
        <button
          type="button"
          className={controls.quiet}
          onClick={() => screen.update((now) => ({ ...now, dialog: 'history' }))}
        >
          <Icon name="clock" />
          {words.open}
        </button>
        <button
          type="button"
          className={controls.quiet}
          aria-label={words.startNew}
          title={words.startNew}
          disabled={isEmpty}
          onClick={() => {
            history.startNew();
            screen.update((now) => ({ ...now, tab: 'conversation' }));
          }}
        >
          <Icon name="plus" />
          {words.startNewShort}
        </button>
      </div>
      {error !== undefined && (
        <p className={`${controls.error} ${css.barError}`} role="alert">
          <Icon name="warning" />
          {words.notKept}: {error.message} {error.nextStep}
        </p>
      )}
    </>
  );
}
