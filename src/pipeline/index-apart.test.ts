import { expect, it } from 'vitest';
import { createHashEncoder } from '../adapters/memory/hash-encoder.ts';
import { createMemoryRegionStore } from '../adapters/memory/memory-region-store.ts';
import { CanopyError } from '../core/errors.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import type { Item } from '../core/item.ts';
import type { Encoder } from '../ports/encoder.ts';
import type { Ingester } from '../ports/ingester.ts';
import { indexDocument, reindexStale } from './index-document.ts';

const encoder = createHashEncoder();
const base = createHashEncoder({ dimensions: 64, revision: 'pictures' });
const [words, sight] = [encoder, base].map(({ fingerprint }) => fingerprintKey(fingerprint));
/** Sees nothing, but whatever it embeds lies in a space of its own. */
const seer: Encoder = {
  ...base,
  embedMedia: async (regions) => base.embedRegions(regions),
};
const pictures = { picturesOf: async () => [] };

const about = { title: '', headingPath: [], provenance: { source: 'file' } };
const text: Item = { ...about, id: 'text', modality: 'text', text: 'One. Two.' };
const picture: Item = {
  ...about,
  ...{ id: 'picture', modality: 'image', text: 'Words in a picture.' },
  picture: { fileId: 'f', width: 1, height: 1 },
};
const transcript: Item = {
  ...about,
  ...{ id: 'transcript', modality: 'video', durationSeconds: 9 },
  segments: [{ start: 0, end: 9, text: 'Only words.' }],
};
const all = [picture, text, transcript];

async function setUp(by: { encoder: Encoder; seer?: Encoder }) {
  const store = createMemoryRegionStore();
  for (const item of all) {
    const ingester: Ingester = {
      ingest: async () => ({ id: item.id, items: [item], warnings: [] }),
    };
    const file = { name: item.id, bytes: new Uint8Array(1) };
    for await (const _ of indexDocument(file, { ingester, store, pictures, ...by }));
  }
  const ids = all.map(({ id }) => id);
  const held = async (fingerprint: string | undefined) => {
    const missing = await store.missing(ids, fingerprint!);
    return ids.filter((id) => !missing.includes(id));
  };
  const renew = async (now: { encoder: Encoder; seer?: Encoder }) => {
    const renewed: string[] = [];
    for await (const event of reindexStale({ store, pictures, ...now })) {
      if (event.type === 'indexed') renewed.push(event.document.id);
    }
    return renewed;
  };
  return { held, renew };
}

it('embeds what there is to see in one space and what is read in the other', async () => {
  const { held, renew } = await setUp({ encoder, seer });
  expect(await held(words)).toEqual(['text', 'transcript']);
  expect(await held(sight)).toEqual(['picture']);
  // Nothing is stale, although the transcript is a film to the list of documents.
  expect(await renew({ encoder, seer })).toEqual([]);
});

it('embeds pictures alone when an encoder for them comes, and keeps what was there', async () => {
  const { held, renew } = await setUp({ encoder });
  expect(await renew({ encoder, seer })).toEqual(['picture']);
  expect(await held(sight)).toEqual(['picture']);
  expect(await held(words)).toEqual(['picture', 'text', 'transcript']);
});

it('brings pictures back to the encoder of words when that of pictures goes', async () => {
  const { held, renew } = await setUp({ encoder, seer });
  expect(await renew({ encoder })).toEqual(['picture']);
  expect(await held(words)).toEqual(['picture', 'text', 'transcript']);
});

it('embeds documents of words before an encoder of pictures fails', async () => {
  const down = new CanopyError('CHAT_UNREACHABLE', 'no answer');
  const failing: Encoder = { ...seer, embedMedia: () => Promise.reject(down) };
  const { held, renew } = await setUp({ encoder: createHashEncoder({ revision: 'old' }) });
  await expect(renew({ encoder, seer: failing })).rejects.toBe(down);
  expect(await held(words)).toEqual(['text']);
});
