import { useEffect, useState } from 'react';
import app from './app.module.css';
import { droppedFiles, pastedFiles } from './incoming-files.ts';
import { useServices } from './services.ts';
import { strings } from './strings.ts';

/** Takes files dropped anywhere on the page and files or words pasted outside a field. */
export function DropZone() {
  const { collection, screen } = useServices();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let depth = 0;
    const leave = () => {
      depth = 0;
      setOver(false);
    };
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    window.addEventListener(
      'dragenter',
      (event) => {
        if (!hasFiles(event)) return;
        depth += 1;
        setOver(true);
      },
      { signal },
    );
    window.addEventListener(
      'dragleave',
      () => {
        depth -= 1;
        if (depth <= 0) leave();
      },
      { signal },
    );
    window.addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault(), {
      signal,
    });
    window.addEventListener(
      'drop',
      (event) => {
        if (event.dataTransfer === null || !hasFiles(event)) return;
        event.preventDefault();
        leave();
        void droppedFiles(event.dataTransfer).then(collection.add);
        screen.update((now) => ({ ...now, tab: 'collection' }));
      },
      { signal },
    );
    window.addEventListener(
      'paste',
      (event) => {
        if (event.clipboardData === null || isField(event.target)) return;
        const files = pastedFiles(event.clipboardData);
        if (files.length === 0) return;
        event.preventDefault();
        collection.add(files);
      },
      { signal },
    );
    return () => stop.abort();
  }, [collection, screen]);
  return isOver ? <div className={app.dropping}>{strings.collection.dropNow}</div> : null;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]');
}
