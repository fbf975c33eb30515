import { proxy } from 'comlink';
import { CanopyError } from '../../core/errors.ts';
import type { Ocr, OcrImage, OcrOptions, OcrResult } from '../../ports/ocr.ts';
import type { OcrService } from './ocr-service.ts';
import { type SpawnedWorker, spawnWorker } from './spawn-worker.ts';

/**
 * Reads pictures in a worker of its own, started with the first one and fed one picture at a time. The engine blocks its
 * thread, so cancelling ends the worker; the next picture gets a new one.
 */
export function createWorkerOcr(createWorker: () => Worker = ocrWorker): Ocr {
  let running: SpawnedWorker<OcrService> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const end = (reason: CanopyError) => {
    running?.end(reason);
    running = undefined;
  };
  const spawn = (): SpawnedWorker<OcrService> => {
    const spawned = spawnWorker<OcrService>(createWorker(), (why) => {
      if (running === spawned) running = undefined;
      return crashed(why);
    });
    return spawned;
  };
  const read = async (
    image: OcrImage,
    { signal, onProgress = () => undefined }: OcrOptions,
  ): Promise<OcrResult> => {
    if (signal?.aborted) throw aborted();
    running ??= spawn();
    const stop = () => end(aborted());
    signal?.addEventListener('abort', stop, { once: true });
    try {
      return await running.call((service) => service.recognise(image, proxy(onProgress)));
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  };

  return {
    recognise(image, options = {}) {
      const reading = turn.then(() => read(image, options));
      turn = reading.catch(() => undefined);
      return reading;
    },
    dispose: async () => end(crashed('it was closed')),
  };
}

function aborted(): CanopyError {
  return new CanopyError('ABORTED', 'Text recognition was cancelled.');
}

function crashed(why: string): CanopyError {
  return new CanopyError('OCR_FAILED', `The text recogniser's worker stopped: ${why}.`, {
    nextStep: 'Add the file again, or a smaller part of it.',
  });
}

// Bundlers find the worker by exactly this expression.
function ocrWorker(): Worker {
  return new Worker(new URL('../../../workers/ocr.worker.ts', import.meta.url), {
    type: 'module',
    name: 'canopy-ocr',
  });
}
