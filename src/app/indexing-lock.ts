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
  await new Promise<void>((resolve, reject) => {
    if (!locks) return resolve();
    const hold = () => {
      resolve();
      return over;
    };
    locks.request(NAME, { mode: 'shared' }, hold).catch(reject);
  });
  try {
    yield* events;
  } finally {
    letGo();
  }
}

/** Runs the sweep if no tab is indexing; without locks that cannot be told, and nothing is done. */
export async function whenNobodyIndexes(
  sweep: () => Promise<void>,
  locks: LockManager | undefined = navigator.locks,
): Promise<void> {
  await locks?.request(NAME, { ifAvailable: true }, (lock) =>
    lock === null ? undefined : sweep(),
  );
}
