/** Milliseconds without a sign of life after which a request is given up; local models may load for long. */
export const IDLE_TIMEOUT_MS = 120_000;

/** Gives a request up when nothing is heard of it for too long. */
export interface IdleTimer {
  /** Fires when the caller aborts or nothing was heard for too long. */
  readonly signal: AbortSignal;
  /** Something arrived: the wait begins anew. */
  readonly alive: () => void;
  readonly expired: () => boolean;
  /** Ends the timer, and with it whatever still holds its signal. */
  readonly stop: () => void;
}

/** Starts a timer that also follows the caller's signal. */
export function startIdleTimer(milliseconds: number, outer: AbortSignal | undefined): IdleTimer {
  const controller = new AbortController();
  let expired = false;
  const expire = () => {
    expired = true;
    controller.abort();
  };
  let timer = setTimeout(expire, milliseconds);
  const onAbort = () => controller.abort(outer?.reason);
  if (outer?.aborted) onAbort();
  outer?.addEventListener('abort', onAbort);
  return {
    signal: controller.signal,
    alive: () => {
      clearTimeout(timer);
      timer = setTimeout(expire, milliseconds);
    },
    expired: () => expired,
    stop: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', onAbort);
      controller.abort();
    },
  };
}
