import { useEffect, useState } from 'react';
import { useServices } from './services.ts';

/** A file of the collection as it was added, on its way, gone, or at hand under an address of this page. */
export type Original =
  | { readonly status: 'loading' }
  | { readonly status: 'gone' }
  | { readonly status: 'here'; readonly file: Blob; readonly url: string };

/** The file with this SHA-256; its address is given back when the component goes. */
export function useOriginal(fileId: string | undefined): Original {
  const { engine } = useServices();
  const [original, setOriginal] = useState<Original>({ status: 'loading' });
  useEffect(() => {
    if (fileId === undefined) {
      setOriginal({ status: 'gone' });
      return;
    }
    let url: string | undefined;
    let isOver = false;
    setOriginal({ status: 'loading' });
    engine.original(fileId).then(
      (file) => {
        if (isOver) return;
        if (file !== undefined) url = URL.createObjectURL(file);
        setOriginal(
          file === undefined || url === undefined
            ? { status: 'gone' }
            : { status: 'here', file, url },
        );
      },
      // A storage that fails has the file no more than one that never got it.
      () => isOver || setOriginal({ status: 'gone' }),
    );
    return () => {
      isOver = true;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [engine, fileId]);
  return original;
}
