import { proxy, type Remote } from 'comlink';
import { CanopyError } from '../../core/errors.ts';
import type { EncoderLoadProgress } from '../../ports/encoder-loader.ts';
import { abortable } from './abortable.ts';
import type { EncoderDescription, EncoderService, EncoderWireOptions } from './encoder-service.ts';
import { NOT_STARTED, NOT_STARTED_STEP, spawnWorker } from './spawn-worker.ts';
import type { WireResult } from './wire-error.ts';

/** One loaded encoder in one worker, until that worker ends. */
export interface EncoderSeat extends EncoderDescription {
  readonly device: EncoderWireOptions['device'];
  /** Rejects with `ABORTED` at once when aborted, with `ENCODER_CRASHED` when the worker dies. */
  call<T>(
    signal: AbortSignal | undefined,
    work: (service: Remote<EncoderService>, call: number) => PromiseLike<WireResult<T>>,
  ): Promise<T>;
  end(reason: CanopyError): void;
}

/** Starts a worker and loads the encoder in it; a worker whose load fails is ended. */
export async function startSeat(
  worker: Worker,
  options: EncoderWireOptions,
  onProgress: (progress: EncoderLoadProgress) => void,
  signal?: AbortSignal,
): Promise<EncoderSeat> {
  const spawned = spawnWorker<EncoderService>(worker, crashed);
  const loading = spawned.call((service) => service.load(options, proxy(onProgress)));
  const description = await whileWanted(loading, signal).catch((error: unknown) => {
    spawned.end(crashed('loading failed'));
    throw error;
  });
  let calls = 0;
  return {
    ...description,
    device: options.device,
    end: spawned.end,
    call: (stop, work) => {
      const call = calls++;
      const answer = spawned.call((service) => work(service, call));
      return whileWanted(answer, stop, () => void spawned.service.cancel(call));
    },
  };
}

/** Waits for an answer of the encoder; rejects with `ABORTED` as soon as the signal says so, after telling `onAbort`. */
export function whileWanted<T>(
  answer: Promise<T>,
  signal: AbortSignal | undefined,
  onAbort?: () => void,
): Promise<T> {
  return abortable(
    answer,
    signal,
    () => new CanopyError('ABORTED', 'Encoding was stopped.'),
    onAbort,
  );
}

function crashed(why: string): CanopyError {
  return new CanopyError('ENCODER_CRASHED', `The encoder's worker stopped: ${why}.`, {
    nextStep:
      why === NOT_STARTED ? NOT_STARTED_STEP : 'Try again; if it happens again, reload the page.',
  });
}
