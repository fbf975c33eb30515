import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { CanopyError } from '../src/core/errors.ts';

/** A line of a file, counted from 1. */
export interface NumberedLine {
  readonly line: number;
  readonly text: string;
}

/**
 * The lines of a text file, unpacked where its name ends in `.gz`; blank lines are skipped but counted.
 *
 * @throws CanopyError `FILE_MALFORMED` naming the file and the last good line when it cannot be read or unpacked, `ABORTED`.
 */
export async function* readLines(path: string, signal?: AbortSignal): AsyncGenerator<NumberedLine> {
  const file = createReadStream(path);
  const stream = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  // A pipe does not hand on the errors of its source.
  file.on('error', (error) => stream.destroy(error));
  let line = 0;
  try {
    for await (const text of createInterface({ input: stream, crlfDelay: Infinity })) {
      if (signal?.aborted === true) throw new CanopyError('ABORTED', 'Reading was cancelled.');
      line++;
      if (text.trim() !== '') yield { line, text };
    }
  } catch (cause) {
    if (cause instanceof CanopyError) throw cause;
    throw new CanopyError('FILE_MALFORMED', `${basename(path)} breaks off after line ${line}.`, {
      cause,
      nextStep: 'Fetch the file again.',
    });
  } finally {
    file.destroy();
    stream.destroy();
  }
}
