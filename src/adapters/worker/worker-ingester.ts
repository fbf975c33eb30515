import { proxy, transfer } from 'comlink';
import { CanopyError } from '../../core/errors.ts';
import type { Ingester, SourceFile } from '../../ports/ingester.ts';
import { abortable } from './abortable.ts';
import type { IngestService } from './ingest-service.ts';
import { NOT_STARTED, NOT_STARTED_STEP, type SpawnedWorker, spawnWorker } from './spawn-worker.ts';

/** An ingester with its thread. */
export interface WorkerIngester extends Ingester {
  /** Ends the worker; files that are being read reject with `FILE_READER_CRASHED`. A later call starts a new one. */
  dispose(): void;
}

/** How long a worker may take to let go of a cancelled file; parsers that do not look up are ended with it. */
const LET_GO_MS = 2000;

/**
 * Reads files in a worker of its own, started with the first file. The bytes move there: the caller's array is empty
 * afterwards. When the worker dies (most likely of a file too large for the device), the files it was reading reject with
 * `FILE_READER_CRASHED` and the next one gets a new worker. So does the next after a cancelled file whose parser does not
 * let go of it within two seconds.
 */
export function createWorkerIngester(createWorker: () => Worker = ingestWorker): WorkerIngester {
  let running: SpawnedWorker<IngestService> | undefined;
  let calls = 0;
  /** While cancelled files may hold the worker: the next file waits for that to end. */
  let held: Promise<unknown> | undefined;

  const spawn = (): SpawnedWorker<IngestService> => {
    const spawned = spawnWorker<IngestService>(createWorker(), (why) => {
      if (running === spawned) running = undefined;
      return crashed(why);
    });
    return spawned;
  };

  const letGo = async (spawned: SpawnedWorker<IngestService>, reading: Promise<unknown>) => {
    const settled = reading.then(
      () => true,
      () => true,
    );
    const late = new Promise<false>((resolve) => setTimeout(resolve, LET_GO_MS, false));
    if (await Promise.race([settled, late])) return;
    spawned.end(crashed('a cancelled file held it'));
    if (running === spawned) running = undefined;
  };

  return {
    ingest: async (file, { signal, onProgress } = {}) => {
      if (signal?.aborted) throw cancelled(file);
      if (held !== undefined) await abortable(held, signal, () => cancelled(file));
      running ??= spawn();
      const spawned = running;
      const id = calls++;
      const progress = onProgress === undefined ? undefined : proxy(onProgress);
      const reading = spawned.call((worker) => worker.ingest(id, moved(file), progress));
      const cancel = () => {
        void spawned.service.cancel(id);
        held = Promise.all([held, letGo(spawned, reading)]);
      };
      return abortable(reading, signal, () => cancelled(file), cancel);
    },
    dispose: () => {
      running?.end(crashed('it was closed'));
      running = undefined;
    },
  };
}

/** The file with its bytes handed over rather than copied; a view of a larger buffer takes its own part only. */
function moved(file: SourceFile): SourceFile {
  const { bytes } = file;
  const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
  return transfer({ ...file, bytes: own }, [own.buffer]);
}

function cancelled({ name }: SourceFile): CanopyError {
  return new CanopyError('ABORTED', `Reading “${name}” was cancelled.`, {
    nextStep: 'Add the file again to read it.',
  });
}

function crashed(why: string): CanopyError {
  return new CanopyError('FILE_READER_CRASHED', `The file reader's worker stopped: ${why}.`, {
    nextStep:
      why === NOT_STARTED ? NOT_STARTED_STEP : 'Add the file again, or a smaller part of it.',
  });
}

// Bundlers find the worker by exactly this expression.
function ingestWorker(): Worker {
  return new Worker(new URL('../../../workers/ingest.worker.ts', import.meta.url), {
    type: 'module',
    name: 'canopy-ingest',
  });
}
