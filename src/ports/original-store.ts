/**
 * Keeps files as they were added, so that a page can be shown, a picture seen and a video played after a reload. It lives
 * on the device like the rest of the collection. Every method rejects with a `STORE_…` code. Ours.
 */
export interface OriginalStore {
  /** The file with this SHA-256; undefined where it was not kept. */
  find(fileId: string): Promise<Blob | undefined>;
  /**
   * Keeps a file, or rejects with `STORE_QUOTA_EXCEEDED` where it would take more than half of the room that is left: the
   * collection itself must still fit in.
   */
  put(fileId: string, file: Blob): Promise<void>;
  remove(fileId: string): Promise<void>;
  clear(): Promise<void>;
}
