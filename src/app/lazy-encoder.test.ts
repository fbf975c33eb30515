import { describe, expect, it } from 'vitest';
import { createHashEncoder } from '../adapters/memory/hash-encoder.ts';
import { createMemoryRegionStore } from '../adapters/memory/memory-region-store.ts';
import { CanopyError } from '../core/errors.ts';
import { type EncoderFingerprint, fingerprintKey } from '../core/fingerprint.ts';
import type { Encoder } from '../ports/encoder.ts';
import { indexedItem, storedDocument } from '../ports/indexed-item.fixture.ts';
import { createLazyEncoder, type LazyEncoderOptions } from './lazy-encoder.ts';

const before: EncoderFingerprint = { ...createHashEncoder().fingerprint, revision: 'before' };

/** Lets promises that are settled come through. */
const tick = () => new Promise((resolve) => setTimeout(resolve));

/** A lazy encoder over a store with one document that another encoder embedded. */
async function setUp(
  loads: (Encoder | Error)[] = [createHashEncoder()],
  more: Partial<Pick<LazyEncoderOptions, 'openSeer' | 'openPrevious'>> = {},
) {
  const store = createMemoryRegionStore();
  await store.putItems([indexedItem('a')]);
  await store.putDocument(storedDocument('one', ['a']));
  const told = {
    outside: () => {},
    changed: (_: EncoderFingerprint) => {},
    renewals: 0,
  };
  const lazy = createLazyEncoder({
    store: Promise.resolve(store),
    load: async (_, onChange) => {
      told.changed = onChange;
      const next = loads.shift();
      if (next instanceof Error || next === undefined) throw next;
      return next;
    },
    describe: ({ device, dtype }) => ({ status: 'ready', device, dtype }),
    onOutsideChange: (listener) => {
      told.outside = listener;
    },
    onRenewed: () => {
      told.renewals += 1;
    },
    ...more,
  });
  return { store, lazy, told };
}

describe('createLazyEncoder', () => {
  it('brings stored items to the encoder once', async () => {
    const { store, lazy, told } = await setUp();
    const encoder = await lazy.renewed();
    expect(await store.missing(['a'], fingerprintKey(encoder.fingerprint))).toEqual([]);
    expect(await lazy.renewed()).toBe(encoder);
    expect(told.renewals).toBe(1);
    expect(lazy.renewal.get()).toBeUndefined();
    expect(lazy.state.get()).toEqual({ status: 'ready', device: 'memory', dtype: 'fp32' });
  });

  it('does so again for what another tab added with another encoder', async () => {
    const { store, lazy, told } = await setUp();
    const { fingerprint } = await lazy.renewed();
    await store.putItems([indexedItem('b')]);
    await store.putDocument(storedDocument('two', ['b']));
    told.outside();
    await lazy.renewed();
    expect(await store.missing(['a', 'b'], fingerprintKey(fingerprint))).toEqual([]);
  });

  it('does so again when the encoder left its device', async () => {
    const base = createHashEncoder();
    let { fingerprint } = base;
    const moving = Object.defineProperty({ ...base }, 'fingerprint', { get: () => fingerprint });
    const { store, lazy, told } = await setUp([moving]);
    await lazy.renewed();
    fingerprint = { ...fingerprint, device: 'wasm' };
    told.changed(fingerprint);
    expect(lazy.state.get()).toMatchObject({ device: 'wasm' });
    await lazy.renewed();
    expect(await store.missing(['a'], fingerprintKey(fingerprint))).toEqual([]);
  });

  it('never embeds twice at once', async () => {
    const base = createHashEncoder();
    let calls = 0;
    const { lazy, told } = await setUp([
      {
        ...base,
        embedRegions: (regions, options) => {
          calls += 1;
          return base.embedRegions(regions, options);
        },
      },
    ]);
    const first = lazy.renewed();
    told.outside();
    await Promise.all([first, lazy.renewed()]);
    expect(calls).toBe(1);
  });

  it('says why it did not load, and tries again', async () => {
    const error = new CanopyError('ENCODER_LOAD_FAILED', 'No file.');
    const { lazy } = await setUp([error, createHashEncoder()]);
    await expect(lazy.renewed()).rejects.toBe(error);
    expect(lazy.state.get()).toEqual({ status: 'failed', error });
    await lazy.renewed();
    expect(lazy.state.get()).toMatchObject({ status: 'ready' });
  });

  it('searches what the encoder before made while all is embedded anew', async () => {
    const base = createHashEncoder();
    // The fixture's items are stored under this very key.
    const previous = { ...base, fingerprint: before };
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const slow: Encoder = {
      ...base,
      embedRegions: async (...call) => {
        await gate;
        return base.embedRegions(...call);
      },
    };
    const { store, lazy } = await setUp([slow], { openPrevious: async () => previous });
    await store.putItems([indexedItem('a', { fingerprint: fingerprintKey(before) })]);
    expect((await lazy.searchable()).encoders).toEqual([slow, previous]);
    go();
    await lazy.renewed();
    expect((await lazy.searchable()).encoders).toEqual([slow]);
  });

  it('lets the encoder before go when all is embedded anew, and loads it again when needed', async () => {
    const base = createHashEncoder();
    let go = () => {};
    let gate = Promise.resolve();
    const hold = () => {
      gate = new Promise((resolve) => {
        go = resolve;
      });
    };
    hold();
    const slow: Encoder = {
      ...base,
      embedRegions: async (...call) => {
        await gate;
        return base.embedRegions(...call);
      },
    };
    const [opened, disposed]: [Encoder[], Encoder[]] = [[], []];
    const openPrevious = async () => {
      const one: Encoder = {
        ...{ ...base, fingerprint: before },
        dispose: async () => {
          disposed.push(one);
          throw new CanopyError('ENCODER_CRASHED', 'It was gone already.');
        },
      };
      opened.push(one);
      return one;
    };
    const { store, lazy, told } = await setUp([slow], { openPrevious });
    const fingerprint = fingerprintKey(before);
    await store.putItems([indexedItem('a', { fingerprint })]);
    const questions = [await lazy.searchable(), await lazy.searchable()];
    expect(questions.map(({ encoders }) => encoders)).toEqual([
      [slow, opened[0]],
      [slow, opened[0]],
    ]);
    questions[0]?.release();
    go();
    await lazy.renewed();
    // The second question still searches with it, and the first is over only once.
    questions[0]?.release();
    expect((await lazy.searchable()).encoders).toEqual([slow]);
    expect([opened.length, disposed.length]).toEqual([1, 0]);
    questions[1]?.release();
    await tick();
    expect(disposed).toEqual([opened[0]]);
    hold();
    await store.putItems([indexedItem('b', { fingerprint })]);
    await store.putDocument(storedDocument('two', ['b']));
    told.outside();
    const later = await lazy.searchable();
    expect(later.encoders).toEqual([slow, opened[1]]);
    later.release();
    await tick();
    expect(disposed).toHaveLength(1);
    // No question comes any more: the end of the renewal alone lets it go.
    go();
    await lazy.renewed();
    await tick();
    expect(disposed).toEqual(opened);
  });

  it('waits where no encoder at hand made what is stored', async () => {
    const { store, lazy } = await setUp();
    const { encoders, failure } = await lazy.searchable();
    expect(encoders).toHaveLength(1);
    expect(failure).toBeUndefined();
    expect(await store.missing(['a'], fingerprintKey(encoders[0].fingerprint))).toEqual([]);
  });

  it('goes on with words when the encoder of pictures fails, and tells it', async () => {
    const down = new CanopyError('CHAT_UNREACHABLE', 'no answer');
    const { lazy } = await setUp(undefined, { openSeer: () => Promise.reject(down) });
    const { encoders, failure } = await lazy.searchable();
    expect(encoders).toHaveLength(1);
    expect(failure).toBe(down);
  });

  it('fails where the only encoder fails', async () => {
    const down = new CanopyError('CHAT_UNREACHABLE', 'no answer');
    const broken = { ...createHashEncoder(), embedRegions: () => Promise.reject(down) };
    const { lazy } = await setUp([broken]);
    await expect(lazy.searchable()).rejects.toBe(down);
  });
});
