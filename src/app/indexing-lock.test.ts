import { expect, it } from 'vitest';
import { whenNobodyIndexes, whileIndexing } from './indexing-lock.ts';

/** Locks of one browser, as far as shared and exclusive requests of one name go. */
function fakeLocks(): LockManager {
  let held = 0;
  const request = async (_: string, options: LockOptions, use: LockGrantedCallback<unknown>) => {
    if (options.ifAvailable && held > 0) return use(null);
    held++;
    try {
      return await use({ name: 'x', mode: options.mode ?? 'exclusive' });
    } finally {
      held--;
    }
  };
  return { request, query: async () => ({}) } as unknown as LockManager;
}

async function* events() {
  yield 1;
  yield 2;
}

it('sweeps only while no tab indexes, also when one stopped half way', async () => {
  const locks = fakeLocks();
  let sweeps = 0;
  const sweep = () =>
    whenNobodyIndexes(async () => {
      sweeps++;
    }, locks);
  const one = whileIndexing(events(), locks);
  const other = whileIndexing(events(), locks);
  expect([await one.next(), await other.next()].map(({ value }) => value)).toEqual([1, 1]);
  await sweep();
  expect(sweeps).toBe(0);
  await one.return(undefined);
  await sweep();
  expect(sweeps).toBe(0);
  expect([await other.next(), await other.next()].map(({ done }) => done)).toEqual([false, true]);
  await sweep();
  expect(sweeps).toBe(1);
});

it('indexes without locks, and then never sweeps', async () => {
  const seen: number[] = [];
  // A page that is no secure context has none.
  const none = null as unknown as undefined;
  for await (const event of whileIndexing(events(), none)) seen.push(event);
  expect(seen).toEqual([1, 2]);
  let isSwept = false;
  await whenNobodyIndexes(async () => {
    isSwept = true;
  }, none);
  expect(isSwept).toBe(false);
});

it('indexes where locks are refused, and passes on what a sweep fails with', async () => {
  const refusing = {
    request: () => Promise.reject(new DOMException('No origin.', 'SecurityError')),
  } as unknown as LockManager;
  const seen: number[] = [];
  for await (const event of whileIndexing(events(), refusing)) seen.push(event);
  expect(seen).toEqual([1, 2]);
  await whenNobodyIndexes(() => Promise.reject(new Error('never run')), refusing);
  const failing = whenNobodyIndexes(() => Promise.reject(new Error('disk')), fakeLocks());
  await expect(failing).rejects.toThrow('disk');
});
