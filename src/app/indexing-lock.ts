/** Held by every tab that indexes; only a sweep wants it for itself. */
const NAME = 'canopy.indexing';

/** Passes the events of an indexing run on, and keeps other tabs from sweeping meanwhile. */
export async function* whileIndexing<T>(
  events: AsyncGenerator<T>,
  locks: LockManager | undefined = navigator.locks,
): AsyncGenerator<T> {
  let letGo = () => {};
  const over = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await new Promise<void>((resolve) => {
    if (!locks) return resolve();
    const hold = () => {
      resolve();
      return over;
    };
    // A page that the browser gives no origin of its own (a sandboxed frame) is refused: nothing there outlives it anyway.
    locks.request(NAME, { mode: 'shared' }, hold).catch(() => resolve());
  });
  try {
    yield* events;
  } finally {
    letGo();
  }
}

/**
 * Runs the sweep if no tab is indexing; without locks, or where they are refused, that cannot be told and nothing is done.
 * Rejects with what the sweep rejects with.
 */
export async function whenNobodyIndexes(
  sweep: () => Promise<void>,
  locks: LockManager | undefined = navigator.locks,
): Promise<void> {
  let failure: unknown;
  const use = (lock: Lock | null) =>
    lock === null
      ? undefined
      : sweep().catch((thrown: unknown) => {
          failure = thrown;
        });
  await locks?.request(NAME, { ifAvailable: true }, use).catch(() => undefined);
  if (failure !== undefined) throw failure;
}
