import { AlertDialog } from 'radix-ui';
import { useCallback, useEffect, useState } from 'react';
import controls from './controls.module.css';
import css from './dialogs.module.css';
import { formatBytes } from './format.ts';
import { useServices } from './services.ts';
import { strings } from './strings.ts';

const words = strings.settings.deleteAll;

/** How much the page keeps in this browser, and the way to delete all files at once. */
export function DeleteEverything() {
  const { collection, history } = useServices();
  const [usage, setUsage] = useState<number>();
  const measure = useCallback(() => storageUsage().then(setUsage), []);
  useEffect(() => void measure(), [measure]);
  const deleteAll = async () => {
    await history.clear();
    await collection.clear();
    await measure();
  };
  return (
    <div className={css.line}>
      <p className={css.help}>{usage !== undefined && words.usage(formatBytes(usage))}</p>
      <AlertDialog.Root>
        <AlertDialog.Trigger className={controls.button}>{words.open}</AlertDialog.Trigger>
        <AlertDialog.Portal>
          <AlertDialog.Overlay className={controls.scrim} />
          <AlertDialog.Content className={controls.dialog}>
            <div className={controls.head}>
              <AlertDialog.Title asChild>
                <h2>{words.title}</h2>
              </AlertDialog.Title>
            </div>
            <div className={`${controls.body} ${css.form}`}>
              <AlertDialog.Description className={css.help}>{words.help}</AlertDialog.Description>
              <div className={css.line}>
                <AlertDialog.Cancel className={controls.button}>{words.keep}</AlertDialog.Cancel>
                <AlertDialog.Action className={controls.primary} onClick={() => void deleteAll()}>
                  {words.confirm}
                </AlertDialog.Action>
              </div>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </div>
  );
}

/** Bytes that the browser counts for this page; undefined where it does not tell. */
async function storageUsage(): Promise<number | undefined> {
  try {
    return (await navigator.storage.estimate()).usage;
  } catch {
    // Absent or forbidden: the line stays empty.
    return undefined;
  }
}
