import { useDeferredValue, useState } from 'react';
import controls from './controls.module.css';
import type { ConversationSummary } from './conversation-history.ts';
import { formatMoment } from './format.ts';
import css from './history-dialog.module.css';
import { Icon } from './icons.tsx';
import { Modal } from './modal.tsx';
import { useServices } from './services.ts';
import { useStore } from './store.ts';
import { strings } from './strings.ts';

const words = strings.history;
const FIND_FROM = 8;

/** Every conversation kept in this browser, to open again or to delete. */
export function HistoryDialog({ onClose }: { onClose: () => void }) {
  const { collection, history } = useServices();
  const { list, error } = useStore(history);
  const { persistent } = useStore(collection);
  const [wanted, setWanted] = useState('');
  const find = useDeferredValue(wanted.trim().toLowerCase());
  const shown = list.filter(({ title }) => title.toLowerCase().includes(find));
  return (
    <Modal title={words.title} closeLabel={words.close} onClose={onClose}>
      <div className={`${controls.body} ${css.body}`}>
        <p className={css.help}>{persistent ? words.help : words.helpMemory}</p>
        {error !== undefined && (
          <p className={controls.error} role="alert">
            <Icon name="warning" />
            {words.notKept}: {error.message} {error.nextStep}
          </p>
        )}
        {list.length >= FIND_FROM && (
          <input
            className={controls.input}
            type="search"
            value={wanted}
            placeholder={words.find}
            aria-label={words.find}
            onChange={(event) => setWanted(event.target.value)}
          />
        )}
        {shown.length === 0 ? (
          <p className={css.help}>{list.length === 0 ? words.none : words.noMatch}</p>
        ) : (
          <ul className={css.list} aria-label={words.title}>
            {shown.map((summary) => (
              <Line key={summary.id} summary={summary} onClose={onClose} />
            ))}
          </ul>
        )}
      </div>
    </Modal>
  );
}

function Line({ summary, onClose }: { summary: ConversationSummary; onClose: () => void }) {
  const { history } = useServices();
  const { current } = useStore(history);
  const [isAsked, setAsked] = useState(false);
  const { id, title, questions, lastAskedAt } = summary;
  const isShown = id === current;
  return (
    <li className={css.line} data-shown={isShown}>
      <button
        type="button"
        className={css.open}
        aria-current={isShown}
        onClick={() => {
          if (!isShown) void history.open(id);
          onClose();
        }}
      >
        <span className={css.title} dir="auto">
          {title}
        </span>
        <span className={css.facts}>
          {words.facts(questions, formatMoment(lastAskedAt))}
          {isShown && ` · ${words.shown}`}
        </span>
      </button>
      {isAsked ? (
        <>
          <button type="button" className={controls.button} onClick={() => setAsked(false)}>
            {words.keep}
          </button>
          <button
            type="button"
            className={controls.primary}
            // The button that was pressed has gone; without this the keyboard would be lost.
            ref={(button) => button?.focus()}
            onClick={() => void history.remove(id)}
          >
            {words.removeNow}
          </button>
        </>
      ) : (
        <button
          type="button"
          className={controls.icon}
          aria-label={words.remove(title)}
          title={words.remove(title)}
          onClick={() => setAsked(true)}
        >
          <Icon name="bin" />
        </button>
      )}
    </li>
  );
}
