import { DropdownMenu } from 'radix-ui';
import { type ChangeEvent, useRef, useState } from 'react';
import css from './collection-pane.module.css';
import controls from './controls.module.css';
import { Icon } from './icons.tsx';
import { pastedText, visibleFiles } from './incoming-files.ts';
import { Modal } from './modal.tsx';
import { useServices } from './services.ts';
import { useStore } from './store.ts';
import { strings } from './strings.ts';
import { pasteStays } from './what-leaves.ts';

/** The button that adds files, a folder or pasted words. */
export function AddFiles() {
  const { collection } = useServices();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [isPasting, setPasting] = useState(false);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    collection.add(visibleFiles(event.target.files ?? []));
    event.target.value = '';
  };
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className={controls.button}>
          <Icon name="plus" />
          {strings.collection.add}
        </DropdownMenu.Trigger>
        <DropdownMenu.Content className={css.menu} align="end" sideOffset={4}>
          <DropdownMenu.Item className={css.menuItem} onSelect={() => files.current?.click()}>
            {strings.collection.chooseFiles}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={css.menuItem} onSelect={() => folder.current?.click()}>
            {strings.collection.chooseFolder}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={css.menuItem} onSelect={() => setPasting(true)}>
            {strings.collection.pasteText}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={strings.collection.chooseFiles}
        onChange={take}
      />
      <input
        ref={folder}
        type="file"
        hidden
        aria-label={strings.collection.chooseFolder}
        onChange={take}
        {...{ webkitdirectory: '' }}
      />
      {isPasting && <PasteDialog onClose={() => setPasting(false)} />}
    </>
  );
}

function PasteDialog({ onClose }: { onClose: () => void }) {
  const { collection, settings } = useServices();
  const help = pasteStays(useStore(settings));
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  return (
    <Modal
      title={strings.collection.pasteTitle}
      closeLabel={strings.ledger.close}
      onClose={onClose}
    >
      <form
        className={`${controls.body} ${css.pasteForm}`}
        onSubmit={(event) => {
          event.preventDefault();
          const named = name.trim();
          collection.add([
            pastedText(text, named.includes('.') || named === '' ? named : `${named}.txt`),
          ]);
          onClose();
        }}
      >
        <p className={css.help}>{help}</p>
        <label>
          {strings.collection.pasteBody}
          <textarea
            className={controls.input}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <label>
          {strings.collection.pasteName}
          <input
            className={controls.input}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <div>
          <button type="submit" className={controls.primary} disabled={text.trim() === ''}>
            {strings.collection.pasteAdd}
          </button>
        </div>
      </form>
    </Modal>
  );
}
