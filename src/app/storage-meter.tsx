import { useCallback, useEffect, useState } from 'react';
import controls from './controls.module.css';
import { DeleteEverything } from './delete-everything.tsx';
import css from './dialogs.module.css';
import { formatBytes, formatShare } from './format.ts';
import { ShareBar } from './modal.tsx';
import { useServices } from './services.ts';
import { askToPersist, type StorageRoom, storageRoom } from './storage-room.ts';
import { useStore } from './store.ts';
import { strings } from './strings.ts';

const words = strings.settings.storage;

/** How much of this browser's room the page has taken, whether it is safe there, and how to give it back. */
export function StorageMeter() {
  const { collection } = useServices();
  const { persistent } = useStore(collection);
  const [room, setRoom] = useState<StorageRoom>();
  const [wasRefused, setRefused] = useState(false);
  const measure = useCallback(() => storageRoom(navigator.storage).then(setRoom), []);
  useEffect(() => void measure(), [measure]);
  const persist = async () => {
    setRefused(!(await askToPersist(navigator.storage)));
    await measure();
  };
  const { used, quota, isPersistent } = room ?? {};
  const line =
    used === undefined
      ? words.unknown
      : quota === undefined
        ? words.used(formatBytes(used))
        : words.usedOf(formatBytes(used), formatBytes(quota), formatShare(used, quota));
  return (
    <div className={css.group}>
      <p className={css.legend}>{words.title}</p>
      <p className={css.help}>{line}</p>
      {used !== undefined && quota !== undefined && (
        <ShareBar label={words.title} part={used} total={quota} valueText={line} />
      )}
      {persistent && isPersistent !== undefined && (
        <div className={css.line}>
          <p className={css.help} role="status">
            {isPersistent ? words.isSafe : wasRefused ? words.refused : words.mayBeCleared}
          </p>
          {!isPersistent && (
            <button type="button" className={controls.button} onClick={() => void persist()}>
              {words.persist}
            </button>
          )}
        </div>
      )}
      <DeleteEverything onDeleted={measure} />
    </div>
  );
}
