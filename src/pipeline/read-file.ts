import type { CallOptions } from '../ports/encoder.ts';
import type { IngestedFile, Ingester, SourceFile } from '../ports/ingester.ts';
import type { IndexEvent } from './index-events.ts';

/**
 * Has a file read, telling how far it is. Of parts that are finished while nobody looks only the last is told. Rejects as
 * {@link Ingester.ingest} does.
 */
export async function* readFile(
  file: SourceFile,
  ingester: Ingester,
  options: CallOptions,
): AsyncGenerator<IndexEvent, IngestedFile> {
  let parts: { readonly done: number; readonly total: number } | undefined;
  let isOver = false;
  let wake = () => {};
  const onProgress = (done: number, total: number) => {
    parts = { done, total };
    wake();
  };
  const end = () => {
    isOver = true;
    wake();
  };
  yield { type: 'reading' };
  const reading = ingester.ingest(file, { ...options, onProgress });
  // A failure is thrown below; if the caller has gone by then, it is theirs no more.
  reading.then(end, end);
  for (;;) {
    if (isOver) return await reading;
    if (parts === undefined) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      continue;
    }
    const told = parts;
    parts = undefined;
    yield { type: 'reading', parts: told };
  }
}
