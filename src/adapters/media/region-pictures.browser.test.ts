import { expect, it } from 'vitest';
import type { Item } from '../../core/item.ts';
import { mediabunnySampler } from './mediabunny-sampler.ts';
import { createRegionPictures } from './region-pictures.ts';
import { generateVideo } from './video.fixture.ts';

const base = { id: 'i', title: '', headingPath: [], provenance: { source: 'a.webm' } };
const video: Item = {
  ...base,
  modality: 'video',
  durationSeconds: 60,
  segments: [],
  fileId: 'video',
};
const image: Item = {
  ...base,
  modality: 'image',
  text: '',
  picture: { fileId: 'image', width: 3000, height: 20 },
};

it('takes the frames of a leaf from a video opened once, and a bounded still', async () => {
  const canvas = new OffscreenCanvas(3000, 20);
  canvas.getContext('2d')!.fillRect(0, 0, 3000, 20);
  const files = new Map([
    ['image', await canvas.convertToBlob()],
    [
      'video',
      await generateVideo({
        seconds: 60,
        every: 5,
        width: 64,
        height: 36,
        draw(context, seconds) {
          context.fillStyle = `rgb(0 ${4 * seconds} 0)`;
          context.fillRect(0, 0, 64, 36);
        },
      }),
    ],
  ]);
  let opened = 0;
  const pictures = createRegionPictures({
    findFile: async (id) => files.get(id),
    sampler: {
      open: (...source) => {
        opened++;
        return mediabunnySampler.open(...source);
      },
    },
  });
  const first = await pictures.picturesOf(video, 0, 30_000);
  const second = await pictures.picturesOf(video, 30_000, 60_000);
  expect(opened).toBe(1);
  expect(second.map(({ width, height }) => [width, height])).toEqual(Array(3).fill([64, 36]));
  const greens = [...first, ...second].map(({ data }) => data[1]!);
  for (const [index, green] of greens.entries()) {
    expect(Math.abs(green - 40 * index)).toBeLessThan(12);
  }
  const [still] = await pictures.picturesOf(image, 0, 0);
  expect([still!.width, still!.height, still!.data.length]).toEqual([1024, 7, 1024 * 7 * 4]);
  expect(await pictures.picturesOf({ ...video, fileId: 'gone' }, 0, 30_000)).toEqual([]);
  pictures.close();
});
