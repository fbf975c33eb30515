import { describe, expect, it } from 'vitest';
import { askToPersist, storageRoom } from './storage-room.ts';

describe('the room of the page', () => {
  it('is what the browser says', async () => {
    const storage = {
      estimate: async () => ({ usage: 30, quota: 1000 }),
      persisted: async () => false,
      persist: async () => true,
    };
    expect(await storageRoom(storage)).toEqual({ used: 30, quota: 1000, isPersistent: false });
    expect(await askToPersist(storage)).toBe(true);
  });

  it('is unknown where it says nothing or forbids to ask', async () => {
    const unknown = { used: undefined, quota: undefined, isPersistent: undefined };
    expect(await storageRoom(undefined)).toEqual(unknown);
    const refuse = async () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    expect(await storageRoom({ estimate: refuse, persisted: refuse })).toEqual(unknown);
    expect(await askToPersist({ persist: refuse })).toBe(false);
    expect(await askToPersist({})).toBe(false);
  });
});
