import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { toCanopyError } from '../core/errors.ts';
import { AddFiles } from './add-files.tsx';
import { BatchBar } from './batch-bar.tsx';
import css from './collection-pane.module.css';
import { type CollectionFile, collectionTotals } from './collection-state.ts';
import controls from './controls.module.css';
import { FileRow } from './file-row.tsx';
import { Icon } from './icons.tsx';
import { ShareBar } from './modal.tsx';
import { sampleFiles } from './samples.ts';
import { useServices } from './services.ts';
import { useStore } from './store.ts';
import { strings } from './strings.ts';
import { useNow } from './use-now.ts';

const ROW_HEIGHT = 52;
const FILTER_FROM = 12;

/** The person's files: state, size, progress, and the ways to add and remove. */
export function CollectionPane() {
  const { collection, engine } = useServices();
  const state = useStore(collection);
  const encoder = useStore(engine.encoder);
  const [wanted, setWanted] = useState('');
  const filter = useDeferredValue(wanted.trim().toLowerCase());
  const files =
    filter === ''
      ? state.files
      : state.files.filter(({ name }) => name.toLowerCase().includes(filter));
  const totals = collectionTotals(state.files);
  return (
    <>
      <div className={css.head}>
        <h2>{strings.collection.title}</h2>
        <AddFiles />
      </div>
      <div className={css.notes}>
        {state.status === 'open' && !state.persistent && (
          <p className={controls.notice} role="status">
            <Icon name="warning" />
            {strings.collection.memoryOnly}
          </p>
        )}
        {state.error !== undefined && (
          <div className={controls.error} role="alert">
            <Icon name="warning" />
            <p>
              {state.status === 'failed' && `${strings.error.store}: `}
              {state.error.message} {state.error.nextStep}
            </p>
          </div>
        )}
        {encoder.status === 'failed' && (
          <div className={controls.error} role="alert">
            <Icon name="warning" />
            <p>
              {strings.encoder.failed}: {encoder.error.message} {encoder.error.nextStep}
            </p>
          </div>
        )}
        {encoder.status === 'loading' &&
          (encoder.totalBytes === 0 || encoder.loadedBytes < encoder.totalBytes) && (
            <ModelStall key={encoder.loadedBytes} />
          )}
        {state.paused === 'full' && (
          <NoRoom left={(state.batch?.total ?? 0) - (state.batch?.done ?? 0)} />
        )}
        <Interrupted />
      </div>
      {state.files.length >= FILTER_FROM && (
        <div className={css.filter}>
          <input
            className={controls.input}
            type="search"
            value={wanted}
            placeholder={strings.collection.filter}
            aria-label={strings.collection.filter}
            onChange={(event) => setWanted(event.target.value)}
          />
        </div>
      )}
      <FileList files={files} isFiltered={filter !== ''} isOpening={state.status === 'opening'} />
      <div className={css.foot}>
        {state.batch !== undefined && <BatchBar batch={state.batch} />}
        <Renewal />
        {totals.ready + totals.refused > 0 && (
          <p>{strings.collection.total(totals.ready, totals.tokens, totals.refused)}</p>
        )}
        {state.status === 'open' && <Samples files={state.files} />}
        <p>{strings.collection.dropHere}</p>
        {encoder.status === 'ready' && encoder.notice !== undefined && <p>{encoder.notice}</p>}
      </div>
    </>
  );
}

/** Seconds without a byte of the model after which that is told. */
const STALL = 30;

/** That the model has stopped loading; begun anew with every byte. */
function ModelStall() {
  const [since] = useState(Date.now);
  const seconds = Math.round((useNow() - since) / 1000);
  if (seconds < STALL) return null;
  return (
    <p className={controls.notice} role="status">
      <Icon name="warning" />
      {strings.collection.modelStalled}
    </p>
  );
}

/** Adding files came to a halt because the browser's storage is full. */
function NoRoom({ left }: { left: number }) {
  const { collection } = useServices();
  return (
    <div className={controls.error} role="alert">
      <Icon name="warning" />
      <div>
        <p>{strings.collection.full(left)}</p>
        <button type="button" className={controls.link} onClick={collection.resume}>
          {strings.collection.resume}
        </button>
      </div>
    </div>
  );
}

/** Files that a reload cut off: the page cannot open them again by itself. */
function Interrupted() {
  const { collection, interrupted } = useServices();
  const names = useStore(interrupted);
  if (names.length === 0) return null;
  const dismiss = () => {
    interrupted.set([]);
    void collection.sweep();
  };
  return (
    <div className={controls.notice} role="status">
      <Icon name="warning" />
      <div>
        <p title={names.join(', ')}>{strings.collection.interrupted(names.length)}</p>
        <button type="button" className={controls.link} onClick={dismiss}>
          {strings.collection.interruptedDismiss}
        </button>
      </div>
    </div>
  );
}

/** Takes the sample library away, and brings it back: as long as that is a mistake to undo, and where nothing else is. */
function Samples({ files }: { files: readonly CollectionFile[] }) {
  const { collection, samples, addSamples, screen } = useServices();
  // Kept with the page: the pane is built anew when the window becomes wide or narrow.
  const { samplesRemoved: isRemoved } = useStore(screen);
  const [failure, setFailure] = useState<string>();
  const own = sampleFiles(files, samples());
  const isHere = own.length > 1;
  if (!isHere && !isRemoved && (files.length > 0 || samples().length === 0)) return null;
  const removeAll = async () => {
    screen.update((now) => ({ ...now, samplesRemoved: true }));
    for (const { key } of own) await collection.remove(key);
  };
  const bringBack = () => {
    setFailure(undefined);
    addSamples().catch((thrown: unknown) =>
      setFailure(toCanopyError(thrown, 'FILE_MALFORMED').message),
    );
  };
  const label = isRemoved ? strings.collection.samplesBack : strings.collection.addSamples;
  return (
    <p>
      <button
        type="button"
        className={controls.link}
        onClick={() => (isHere ? void removeAll() : bringBack())}
      >
        {isHere ? strings.collection.removeSamples(own.length) : label}
      </button>
      {failure !== undefined && (
        <span role="alert"> {strings.collection.samplesFailed(failure)}</span>
      )}
    </p>
  );
}

function FileList(props: {
  files: readonly CollectionFile[];
  isFiltered: boolean;
  isOpening: boolean;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: props.files.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => props.files[index]?.key ?? index,
    overscan: 6,
  });
  const removedAt = useRef<number>(undefined);
  const count = props.files.length;
  // The button that was pressed has gone with its row; without this the keyboard would be lost.
  useEffect(() => {
    const at = removedAt.current;
    removedAt.current = undefined;
    if (at === undefined || document.activeElement !== document.body) return;
    const row = scroller.current?.querySelector(`[data-index="${Math.min(at, count - 1)}"]`);
    const next = row?.querySelector<HTMLElement>('[data-removes]') ?? scroller.current;
    next?.focus();
  }, [count]);
  const empty = props.isFiltered
    ? strings.collection.noMatch
    : props.isOpening
      ? strings.collection.opening
      : strings.collection.empty;
  return (
    <div className={css.list} ref={scroller} tabIndex={-1}>
      {props.files.length === 0 ? (
        <p className={css.help} style={{ padding: '4px 10px' }}>
          {empty}
        </p>
      ) : (
        <ul
          className={css.rows}
          style={{ height: rows.getTotalSize() }}
          aria-label={strings.collection.title}
        >
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const file = props.files[index];
            return file === undefined ? null : (
              <FileRow
                key={key}
                file={file}
                index={index}
                top={start}
                count={props.files.length}
                measure={rows.measureElement}
                onRemove={() => {
                  removedAt.current = index;
                }}
              />
            );
          })}
        </ul>
      )}
    </div>
  );
}

function Renewal() {
  const { engine } = useServices();
  const renewal = useStore(engine.renewal);
  if (renewal === undefined) return null;
  return (
    <div className={css.batch}>
      <span>{strings.collection.renewing}</span>
      <ShareBar label={strings.collection.renewing} part={renewal.done} total={renewal.total} />
    </div>
  );
}
