import css from './collection-pane.module.css';
import { type CollectionFile, isUnderWay, isWordless, mainModality } from './collection-state.ts';
import controls from './controls.module.css';
import { formatBytes } from './format.ts';
import { Icon } from './icons.tsx';
import { ShareBar } from './modal.tsx';
import { MODALITY_ICONS } from './provenance-words.ts';
import { useServices } from './services.ts';
import { useStore } from './store.ts';
import { strings } from './strings.ts';
import { workPace } from './time-left.ts';
import { useNow } from './use-now.ts';

/** One file of the collection, absolutely placed by the virtual list. */
export function FileRow(props: {
  file: CollectionFile;
  index: number;
  top: number;
  count: number;
  measure: (element: Element | null) => void;
  /** Called before the file of this row is removed. */
  onRemove?: () => void;
}) {
  const { collection, evidence } = useServices();
  const { file } = props;
  const { state } = file;
  const document = state.step === 'ready' ? state.document : undefined;
  const main = document === undefined ? 'text' : mainModality(document);
  const kind = state.step === 'failed' ? strings.collection.failed : strings.collection.kind[main];
  const openDocument = () => {
    const itemId = document?.itemIds[0];
    if (itemId !== undefined) evidence.openSource({ itemId, start: 0, end: 0 });
  };
  return (
    <li
      ref={props.measure}
      data-index={props.index}
      className={css.row}
      data-step={state.step}
      aria-setsize={props.count}
      aria-posinset={props.index + 1}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      <span className={css.kind} title={kind}>
        <Icon name={state.step === 'failed' ? 'warning' : MODALITY_ICONS[main]} />
      </span>
      {document === undefined ? (
        <span className={css.name} title={file.name} dir="auto">
          {file.name}
        </span>
      ) : (
        <button
          type="button"
          className={css.name}
          title={file.name}
          dir="auto"
          onClick={openDocument}
        >
          {file.name}
        </button>
      )}
      <span className={css.actions}>
        {state.step === 'failed' && (
          <button
            type="button"
            className={controls.icon}
            aria-label={`${strings.collection.retry}: ${file.name}`}
            title={strings.collection.retry}
            onClick={() => collection.retry(file.key)}
          >
            <Icon name="half" size={14} />
          </button>
        )}
        <RemoveButton file={file} onRemove={props.onRemove} />
      </span>
      <span />
      <div style={{ gridColumn: '2 / -1' }}>
        <Facts file={file} />
      </div>
    </li>
  );
}

function RemoveButton(props: { file: CollectionFile; onRemove: (() => void) | undefined }) {
  const { collection } = useServices();
  const { file } = props;
  const label = isUnderWay(file)
    ? strings.collection.cancel(file.name)
    : strings.collection.remove(file.name);
  return (
    <button
      type="button"
      className={controls.icon}
      aria-label={label}
      title={label}
      data-removes
      onClick={() => {
        props.onRemove?.();
        void collection.remove(file.key);
      }}
    >
      <Icon name="close" size={14} />
    </button>
  );
}

/** How far a file's regions are embedded, how fast that goes, and how long it still takes. */
function Preparing({ name, done, total }: { name: string; done: number; total: number }) {
  const { collection } = useServices();
  const { batch, paused } = useStore(collection);
  const pace = workPace(batch?.seen ?? [], useNow());
  return (
    <>
      <ShareBar label={strings.collection.progressOf(name)} part={done} total={total} />
      <p className={`${css.facts} ${css.preparing}`}>
        <span>{strings.collection.embedding(done, total)}</span>
        {pace !== undefined && paused === undefined && done < total && (
          <>
            <span>{strings.collection.pace(pace)}</span>
            <span>{strings.collection.timeLeft((total - done) / pace)}</span>
          </>
        )}
      </p>
    </>
  );
}

function Facts({ file: { name, bytes, state } }: { file: CollectionFile }) {
  const { engine, settings } = useServices();
  const encoder = useStore(engine.encoder);
  const isSeen = useStore(settings).remoteEncoder.isOn;
  if (state.step === 'failed') {
    return (
      <p className={css.failure} role="alert">
        {state.error.message} {state.error.nextStep}
      </p>
    );
  }
  if (state.step === 'embedding') return <Preparing name={name} {...state} />;
  if (state.step === 'ready') {
    const { document } = state;
    return (
      <>
        <p
          className={css.facts}
          title={strings.collection.leaves(document.leaves, document.modalities)}
        >
          <span>{formatBytes(bytes)}</span>
          <span>{strings.collection.ready(document.tokens)}</span>
        </p>
        {isWordless(document) && !isSeen && (
          <p className={css.help}>{strings.collection.noWriting}</p>
        )}
        {document.warnings.map((warning) => (
          <p key={warning} className={css.help}>
            {warning}
          </p>
        ))}
      </>
    );
  }
  const parts = state.step === 'reading' ? state.parts : undefined;
  return (
    <p className={css.facts}>
      <span>{formatBytes(bytes)}</span>
      <span>
        {parts !== undefined && parts.total > 1
          ? strings.collection.readingParts(name, parts.done, parts.total)
          : strings.collection[
              state.step === 'reading' && encoder.status === 'loading' ? 'waitingModel' : state.step
            ]}
      </span>
    </p>
  );
}
