import type { CanopyError } from '../../core/errors.ts';

/**
 * Waits for a worker's answer unless the signal fires first: then rejects with `stopped()` at once, after telling
 * `onAbort`. The answer that still comes is let go of.
 */
export function abortable<T>(
  answer: Promise<T>,
  signal: AbortSignal | undefined,
  stopped: () => CanopyError,
  onAbort?: () => void,
): Promise<T> {
  if (signal === undefined) return answer;
  return new Promise((resolve, reject) => {
    const stop = () => {
      onAbort?.();
      reject(stopped());
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
