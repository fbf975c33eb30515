import css from './collection-pane.module.css';
import type { BatchProgress, CollectionFile } from './collection-state.ts';
import controls from './controls.module.css';
import { ShareBar } from './modal.tsx';
import { useServices } from './services.ts';
import { useStore } from './store.ts';
import { strings } from './strings.ts';
import { workLeft, workPace } from './time-left.ts';
import { useNow } from './use-now.ts';

/** How far all files are that were added: which is in work, and the time left as far as it can be told. */
export function BatchBar({ batch }: { batch: BatchProgress }) {
  const { collection } = useServices();
  const { files, paused } = useStore(collection);
  const isPaused = paused !== undefined;
  const current = files.find(({ state }) => state.step === 'reading' || state.step === 'embedding');
  const label = isPaused
    ? strings.collection.paused(batch.total - batch.done)
    : strings.collection.batch(batch.done, batch.total);
  return (
    <div className={css.batch}>
      <div className={css.batchLine}>
        <span>{label}</span>
        <span className={css.batchActions}>
          <button
            type="button"
            className={controls.link}
            onClick={isPaused ? collection.resume : collection.pause}
          >
            {isPaused ? strings.collection.resume : strings.collection.pause}
          </button>
          <button type="button" className={controls.link} onClick={collection.cancelAll}>
            {strings.collection.cancelAll}
          </button>
        </span>
      </div>
      <ShareBar
        label={strings.collection.batchProgress}
        part={batch.done + partDone(current)}
        total={batch.total}
        valueText={label}
      />
      {current !== undefined && (
        <span className={css.inWork} title={current.name} dir="auto">
          {current.name}
        </span>
      )}
      <TimeLeft />
    </div>
  );
}

/** The time that the files under way still take; nothing while it cannot be told. */
export function TimeLeft() {
  const { collection } = useServices();
  const { batch, files, paused } = useStore(collection);
  const pace = workPace(batch?.seen ?? [], useNow());
  const left = workLeft(files);
  if (paused !== undefined || pace === undefined || left === undefined) return null;
  return <span>{strings.collection.timeLeft(left / pace)}</span>;
}

/** Share of the file in work that is done. */
function partDone(file: CollectionFile | undefined): number {
  return file?.state.step === 'embedding' ? file.state.done / Math.max(1, file.state.total) : 0;
}
