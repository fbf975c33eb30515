import { expect, it } from 'vitest';
import type { Item } from '../core/item.ts';
import { cosines } from '../core/similarity.ts';
import type { Encoder, MediaRegion } from '../ports/encoder.ts';
import type { RegionPictures } from '../ports/region-pictures.ts';
import { embedItems, planItem } from './embed-items.ts';

const base = { title: 'T', headingPath: [], provenance: { source: 'file' } };
const video: Item = {
  ...base,
  id: 'video',
  modality: 'video',
  durationSeconds: 90,
  segments: [{ start: 31, end: 33, text: 'hello' }],
  fileId: 'f',
};
const text: Item = { ...base, id: 'text', modality: 'text', text: 'One. Two.' };

/** Leaf i of a video points along axis i, any text along axis 3. */
function fakes(changeAfter = Number.POSITIVE_INFINITY) {
  const seen: MediaRegion[] = [];
  let device: 'wasm' | 'webgpu' = 'webgpu';
  const unit = (axis: number) => Float32Array.from([0, 1, 2, 3], (i) => (i === axis ? 1 : 0));
  const encoder: Encoder = {
    get fingerprint() {
      return {
        ...{ model: 'm', revision: '1', dtype: 'd', pooling: 'p', prefix: '', window: 100 },
        ...{ device, treeVersion: 1, branching: 2 },
      };
    },
    window: 100,
    embedQuery: async () => unit(0),
    countTokens: async (texts) => new Int32Array(texts.length).fill(2),
    embedRegions: async (regions) => ({
      rows: regions.length,
      dimensions: 4,
      data: Float32Array.from(regions.flatMap(() => [...unit(3)])),
    }),
    embedMedia: async ([region]) => {
      seen.push(region!);
      if (seen.length > changeAfter) device = 'wasm';
      return { rows: 1, dimensions: 4, data: unit(region!.pictures[0]!.width) };
    },
    dispose: async () => undefined,
  };
  const pictures: RegionPictures = {
    picturesOf: async (_, start) => [
      { width: start / 30_000, height: 1, data: new Uint8ClampedArray(0) },
    ],
  };
  return { encoder, pictures, seen };
}

async function embed(
  items: readonly Item[],
  { encoder, pictures }: Partial<ReturnType<typeof fakes>>,
) {
  const planned = items.map((item) => planItem(item)!);
  const done = [];
  for await (const event of embedItems(planned, encoder!, { pictures })) {
    if (event.type === 'items') done.push(...event.items);
  }
  return done;
}

it('looks at a video leaf by leaf and composes what is larger; words go their own way', async () => {
  const { encoder, pictures, seen } = fakes();
  const [first, second] = await embed([text, video], { encoder, pictures });
  expect([first!.item.id, second!.item.id]).toEqual(['video', 'text']);
  expect(seen.map(({ content, moving }) => [content, moving])).toEqual([
    ['', true],
    ['hello', true],
    ['', true],
  ]);
  // Regions breadth-first: whole, [0-1], [2], [0], [1]. Each clip weighs the same.
  const along = (axis: number) =>
    [
      ...cosines(
        Float32Array.from([0, 1, 2, 3], (i) => (i === axis ? 1 : 0)),
        first!.vectors,
      ),
    ].map((score) => Math.round(score * 100) / 100);
  expect(along(0)).toEqual([0.58, 0.71, 0, 1, 0]);
  expect(along(1)).toEqual([0.58, 0.71, 0, 0, 1]);
  expect(along(2)).toEqual([0.58, 0, 1, 0, 0]);
});

it('reads the words of a video where nothing can be seen', async () => {
  const { encoder, seen } = fakes();
  const [only] = await embed([video], { encoder });
  expect(seen).toEqual([]);
  expect(only!.vectors.data[3]).toBe(127);
});

it('gives up an item when the encoder changes under it', async () => {
  const { encoder, pictures } = fakes(1);
  expect(await embed([video, text], { encoder, pictures })).toEqual([]);
});
