import { type Remote, wrap } from 'comlink';
import type { CanopyError } from '../../core/errors.ts';
import { unpackResult, type WireResult } from './wire-error.ts';
import { type LivingService, whenLockIsFree } from './worker-life.ts';

/** Said of a worker whose script was not delivered, or not allowed: the browser tells pages no more than that. */
export const NOT_STARTED = 'its script could not be started';

/** What helps then. */
export const NOT_STARTED_STEP =
  'Reload the page; if it happens again, the script is not served, or the page’s policy (CSP) does not allow it under worker-src.';

/** A running worker and its service. */
export interface SpawnedWorker<Service> {
  /**
   * Calls the service and unpacks its answer. Settles whatever happens: when the worker dies or is ended, comlink's own
   * promise would wait for ever.
   */
  call<T>(work: (service: Remote<Service>) => PromiseLike<WireResult<T>>): Promise<T>;
  /** The service for messages that nobody waits for. */
  readonly service: Remote<Service>;
  /** Ends the worker; calls that wait reject with `reason`. */
  end(reason: CanopyError): void;
}

/**
 * Wraps a worker in comlink.
 *
 * @param crashed makes the error that waiting calls get when the worker dies.
 */
export function spawnWorker<Service extends LivingService>(
  worker: Worker,
  crashed: (why: string) => CanopyError,
): SpawnedWorker<Service> {
  const service = wrap<Service>(worker);
  const watch = new AbortController();
  // Not a race against one long promise of death: that would keep every answer until the worker ends.
  const waiting = new Set<(reason: CanopyError) => void>();
  let ended: CanopyError | undefined;

  const end = (reason: CanopyError) => {
    ended ??= reason;
    for (const reject of waiting) reject(ended);
    watch.abort();
    worker.terminate();
  };
  worker.addEventListener('error', (event) => {
    end(crashed(event.message || NOT_STARTED));
  });
  worker.addEventListener('messageerror', () => end(crashed('a message could not be read')));

  const lock = `canopy-worker-${Math.random().toString(36).slice(2)}`;
  const living = service as unknown as Remote<LivingService>;
  living
    .holdLifeLock(lock)
    .then(async (held) => {
      if (!held) return;
      await whenLockIsFree(lock, watch.signal);
      end(crashed('the browser ended it'));
    })
    .catch((error: unknown) => {
      if (!watch.signal.aborted) end(crashed(String(error)));
    });

  return {
    service,
    end,
    call: async <T>(work: (service: Remote<Service>) => PromiseLike<WireResult<T>>) => {
      if (ended !== undefined) throw ended;
      const result = await new Promise<WireResult<T>>((resolve, reject) => {
        waiting.add(reject);
        work(service)
          .then(resolve, reject)
          .then(() => waiting.delete(reject));
      });
      return unpackResult(result);
    },
  };
}
