/** What the browser says of the room that this page has. */
export interface StorageRoom {
  /** Bytes in use, and bytes it may use; undefined where the browser does not say. */
  readonly used: number | undefined;
  readonly quota: number | undefined;
  /** Whether the browser promised not to clear it by itself when the disk fills up; undefined where it cannot promise. */
  readonly isPersistent: boolean | undefined;
}

/** The part of `navigator.storage` that is asked; browsers lack some of it on plain http and in private windows. */
export type StorageAsked = Partial<Pick<StorageManager, 'estimate' | 'persisted' | 'persist'>>;

/** Asks the browser; whatever it refuses to say stays undefined. */
export async function storageRoom(storage: StorageAsked | undefined): Promise<StorageRoom> {
  const [estimate, isPersistent] = await Promise.all([
    said(() => storage?.estimate?.()),
    said(() => storage?.persisted?.()),
  ]);
  return { used: estimate?.usage, quota: estimate?.quota, isPersistent };
}

/** Asks the browser to keep the page's data; false where it declines or cannot. */
export async function askToPersist(storage: StorageAsked | undefined): Promise<boolean> {
  return (await said(() => storage?.persist?.())) ?? false;
}

async function said<T>(ask: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await ask();
  } catch {
    // Forbidden to ask: the same as not being told.
    return undefined;
  }
}
