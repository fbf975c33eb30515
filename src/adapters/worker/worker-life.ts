/** What a worker offers so that the page hears of its death. */
export interface LivingService {
  /** Takes the lock of this name until the worker ends; resolves to false where the browser has no locks. */
  holdLifeLock(name: string): Promise<boolean>;
}

/** Worker side of {@link LivingService}. */
export function holdLifeLock(name: string): Promise<boolean> {
  // Pages on plain http outside localhost have no locks.
  const { locks } = navigator as { locks?: LockManager };
  if (locks === undefined) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    locks
      .request(name, () => {
        resolve(true);
        return new Promise(() => undefined);
      })
      .catch(reject);
  });
}

/** Page side: resolves when the lock's holder is gone, however it went; a killed worker fires no event. */
export async function whenLockIsFree(name: string, signal: AbortSignal): Promise<void> {
  await navigator.locks.request(name, { signal }, () => undefined);
}
