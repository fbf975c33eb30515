import { CanopyError } from '../../core/errors.ts';

/** Rejects with `ABORTED` once the call is aborted, and lets messages in from time to time. */
export type Pause = () => Promise<void>;

/** Work between two turns of the event loop, in milliseconds. */
const STRETCH = 30;

/** A {@link Pause} for reading the file called `name`. */
export function pauseFor(name: string, signal?: AbortSignal): Pause {
  let resumed = performance.now();
  return async () => {
    if (performance.now() - resumed > STRETCH) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      resumed = performance.now();
    }
    if (signal?.aborted) {
      throw new CanopyError('ABORTED', `Reading “${name}” was cancelled.`, {
        nextStep: 'Add the file again to read it.',
      });
    }
  };
}
