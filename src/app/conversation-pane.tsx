import { useEffect, useRef } from 'react';
import { AnswerView } from './answer-view.tsx';
import controls from './controls.module.css';
import { ConversationBar } from './conversation-bar.tsx';
import css from './conversation-pane.module.css';
import { Icon } from './icons.tsx';
import { sampleFiles } from './samples.ts';
import { useServices } from './services.ts';
import { useStore } from './store.ts';
import { strings } from './strings.ts';
import { filesStay, questionLeaves } from './what-leaves.ts';

/** The conversation and the box to ask in. */
export function ConversationPane() {
  const { conversation, screen } = useServices();
  const { draft } = useStore(screen);
  const setDraft = (next: string) => screen.update((now) => ({ ...now, draft: next }));
  const turns = useStore(conversation);
  const end = useRef<HTMLDivElement>(null);
  const lastId = turns.at(-1)?.id;
  // A new question comes into view; a reader of an older answer is not moved while it streams.
  useEffect(() => {
    if (lastId !== undefined) end.current?.scrollIntoView({ block: 'start' });
  }, [lastId]);
  const ask = (text: string) => {
    if (text.trim() === '') return;
    setDraft('');
    void conversation.ask(text);
  };
  return (
    <>
      <ConversationBar />
      <div className={css.scroll}>
        <div className={css.column}>
          {turns.length === 0 && <Intro onPick={setDraft} />}
          {turns.map((turn) => (
            <div key={turn.id} {...(turn.id === lastId ? { ref: end, className: css.newest } : {})}>
              <AnswerView turn={turn} />
            </div>
          ))}
        </div>
      </div>
      <Composer question={draft} onChange={setDraft} onAsk={ask} />
    </>
  );
}

function Intro({ onPick }: { onPick: (question: string) => void }) {
  const { collection, samples, settings } = useServices();
  const { files, status } = useStore(collection);
  const chosen = useStore(settings);
  // Before the first files are there the samples are on their way.
  const isOpening = status === 'opening';
  const hasSamples = isOpening || sampleFiles(files, samples()).length > 0;
  const invitation = hasSamples
    ? strings.ask.introTry
    : files.length > 0
      ? strings.ask.introOwn
      : strings.ask.introEmpty;
  return (
    <div className={css.intro}>
      <h2>{strings.ask.introTitle}</h2>
      <p>
        {strings.ask.intro} {filesStay(chosen)}
      </p>
      <p>{invitation}</p>
      {hasSamples && (
        <div className={css.samples}>
          {strings.ask.samples.map((sample) => (
            <button
              key={sample}
              type="button"
              className={css.sample}
              onClick={() => onPick(sample)}
            >
              <Icon name="chevron" size={14} />
              {sample}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function Composer(props: {
  question: string;
  onChange: (question: string) => void;
  onAsk: (question: string) => void;
}) {
  const { conversation, settings, collection } = useServices();
  const chosen = useStore(settings);
  const isRunning = useStore(conversation).some(({ state }) => state === 'running');
  const isIndexing = useStore(collection).batch !== undefined;
  const canAsk = props.question.trim() !== '';
  return (
    <form
      className={css.composer}
      onSubmit={(event) => {
        event.preventDefault();
        props.onAsk(props.question);
      }}
    >
      <div className={css.box}>
        <textarea
          rows={1}
          dir="auto"
          value={props.question}
          aria-label={strings.ask.label}
          placeholder={strings.ask.placeholder}
          onChange={(event) => props.onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            props.onAsk(props.question);
          }}
        />
        {isRunning && !canAsk ? (
          <button type="button" className={controls.button} onClick={conversation.stop}>
            <Icon name="stop" />
            {strings.ask.stop}
          </button>
        ) : (
          <button type="submit" className={controls.primary} disabled={!canAsk}>
            <Icon name="up" />
            {strings.ask.send}
          </button>
        )}
      </div>
      <p className={css.promise}>
        <span>{questionLeaves(chosen)}</span>
        <span>{isIndexing ? strings.ask.waitFiles : strings.ask.hint}</span>
      </p>
    </form>
  );
}
