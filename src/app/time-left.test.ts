import { describe, expect, it } from 'vitest';
import type { CollectionFile, WorkSample } from './collection-state.ts';
import { formatTimeLeft } from './format.ts';
import { noteWork, workLeft, workPace } from './time-left.ts';

const SECOND = 1000;

/** Samples of `regions` regions every `every` milliseconds, `count` times. */
function steady(regions: number, every: number, count: number): readonly WorkSample[] {
  let seen: readonly WorkSample[] = [];
  for (let i = 0; i < count; i++) seen = noteWork(seen, i * every, regions);
  return seen;
}

const row = (name: string, bytes: number, state: CollectionFile['state']): CollectionFile => ({
  ...{ key: name, name, bytes, state },
});
const queued = (name: string, bytes: number) => row(name, bytes, { step: 'queued' });
const embedding = (name: string, bytes: number, done: number, total: number) =>
  row(name, bytes, { step: 'embedding', done, total, from: 0 });
const ready = (name: string, bytes: number, leaves: number) =>
  row(name, bytes, {
    step: 'ready',
    embedded: 0,
    document: {
      ...{ id: name, name, bytes, addedAt: 0, itemIds: [], modalities: ['text'], tokens: 1 },
      ...{ leaves, warnings: [] },
    },
  });

describe('the pace of the work', () => {
  it('is that of the last minute, whatever came before', () => {
    let seen = steady(100, SECOND, 60);
    for (let i = 0; i < 70; i++) seen = noteWork(seen, (60 + i) * SECOND, 2);
    expect(workPace(seen, seen.at(-1)?.at ?? 0)).toBeCloseTo(2, 5);
    expect(seen.length).toBeLessThan(65);
  });

  it('is not told before enough was seen', () => {
    const seen = steady(10, SECOND, 5);
    expect(workPace([], 0)).toBeUndefined();
    expect(workPace(seen, 4 * SECOND)).toBeUndefined();
    expect(workPace(seen, 5 * SECOND)).toBeCloseTo(8, 5);
  });

  it('falls while nothing comes, and is not told in a stall', () => {
    const seen = steady(10, SECOND, 21);
    const paces = [20, 30, 40, 50].map((at) => workPace(seen, at * SECOND) ?? 0);
    expect(paces).toEqual([...paces].sort((a, b) => b - a));
    expect(workPace(seen, 51 * SECOND)).toBeUndefined();
    // What comes after it counts anew: the stall is no measure of the work.
    const after = noteWork(seen, 200 * SECOND, 10);
    expect(after).toHaveLength(1);
  });

  it('counts many tiny files as one stream', () => {
    // Twenty files in a second, three regions each.
    const seen = steady(3, 50, 200);
    expect(seen.length).toBeLessThan(15);
    expect(workPace(seen, seen.at(-1)?.at ?? 0)).toBeCloseTo(60, 0);
  });
});

describe('the work that is left', () => {
  it('falls with every region, down to nothing', () => {
    const left = [0, 100, 399, 756].map((done) => workLeft([embedding('a.csv', 9000, done, 756)]));
    expect(left).toEqual([756, 656, 357, 0]);
  });

  it('knows a huge file at the end by its size', () => {
    const tiny = Array.from({ length: 9 }, (_, i) => ready(`${i}.txt`, 1000, 10));
    expect(workLeft([...tiny, queued('huge.txt', 1_000_000)])).toBeCloseTo(20_000, 5);
  });

  it('says nothing while most of it is of a kind not seen yet', () => {
    const seen = [ready('a.txt', 1000, 10)];
    expect(workLeft([queued('a.txt', 1000)])).toBeUndefined();
    expect(workLeft([...seen, queued('photo.png', 5_000_000)])).toBeUndefined();
    expect(workLeft([...seen, queued('b.txt', 1000), queued('c.md', 500)])).toBeCloseTo(30, 5);
  });

  it('leaves out what is through or refused', () => {
    const refused = row('x.bin', 10, { step: 'failed', error: new Error('no') as never });
    expect(workLeft([ready('a.txt', 1000, 10), refused])).toBe(0);
  });
});

describe('time left in words', () => {
  it.each([
    [3, 'a few seconds left'],
    [12, 'about 20 s left'],
    [57, 'about 1 min left'],
    [102, 'about 2 min left'],
    [387, 'about 6 min left'],
    [1031, 'about 15 min left'],
    [3500, 'about 1 hour left'],
    [9000, 'about 3 hours left'],
    [90_000, 'many hours left'],
  ])('%d s', (seconds, words) => {
    expect(formatTimeLeft(seconds)).toBe(words);
  });
});
