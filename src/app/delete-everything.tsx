import { AlertDialog } from 'radix-ui';
import controls from './controls.module.css';
import css from './dialogs.module.css';
import { useServices } from './services.ts';
import { strings } from './strings.ts';

const words = strings.settings.deleteAll;

/** The way to delete all files and conversations at once, after asking. */
export function DeleteEverything({ onDeleted }: { onDeleted: () => Promise<void> }) {
  const { collection, history } = useServices();
  const deleteAll = async () => {
    await history.clear();
    await collection.clear();
    await onDeleted();
  };
  return (
    <div>
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
