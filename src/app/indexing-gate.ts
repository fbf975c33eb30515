/** Holds work between two of its steps while it is closed. */
export interface IndexingGate {
  readonly isClosed: boolean;
  close(): void;
  open(): void;
  /** Resolves while the gate is open, when it is opened, and when the signal aborts. */
  passed(signal: AbortSignal): Promise<void>;
}

/** A gate that stands open. */
export function createGate(): IndexingGate {
  let waiting: (() => void)[] | undefined;
  return {
    get isClosed() {
      return waiting !== undefined;
    },
    close: () => {
      waiting ??= [];
    },
    open: () => {
      const released = waiting ?? [];
      waiting = undefined;
      for (const release of released) release();
    },
    passed: (signal) =>
      new Promise((resolve) => {
        if (waiting === undefined || signal.aborted) return resolve();
        waiting.push(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
}
