import { describe, expect, it } from 'vitest';
import type { EvidenceForest, EvidenceSpan } from '../../core/evidence-forest.ts';
import type { Item } from '../../core/item.ts';
import { createEvidencePictures } from './evidence-pictures.ts';
import { mediabunnySampler } from './mediabunny-sampler.ts';
import { generateVideo } from './video.fixture.ts';

const base = { title: 'A title', headingPath: [], provenance: { source: 'file.webm' } };
const image: Item = {
  ...base,
  id: 'image',
  modality: 'image',
  text: '',
  picture: { fileId: 'picture-file', width: 2000, height: 1000 },
};
const video: Item = {
  ...base,
  id: 'video',
  modality: 'video',
  durationSeconds: 120,
  segments: [],
  fileId: 'video-file',
};
const text: Item = { ...base, id: 'text', modality: 'text', text: 'Words.' };

const span = (start: number, end: number): EvidenceSpan => ({
  firstLeaf: 0,
  endLeaf: 1,
  start,
  end,
  text: '',
});
const forest = ({ id, modality }: Item, ...spans: EvidenceSpan[]): EvidenceForest => ({
  ...base,
  itemId: id,
  modality,
  header: '',
  spans,
  leafCount: 4,
  keptLeaves: 1,
  wholeTokens: 0,
  keptTokens: 0,
});

async function files(): Promise<Map<string, Blob>> {
  const canvas = new OffscreenCanvas(2000, 1000);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#00f';
  context.fillRect(0, 0, 2000, 1000);
  const moving = await generateVideo({
    seconds: 120,
    every: 5,
    width: 64,
    height: 36,
    draw(frame, seconds) {
      frame.fillStyle = `rgb(${2 * seconds} 0 0)`;
      frame.fillRect(0, 0, 64, 36);
    },
  });
  return new Map([
    ['picture-file', await canvas.convertToBlob()],
    ['video-file', moving],
  ]);
}

async function colour(dataUrl: string): Promise<number[]> {
  const bitmap = await createImageBitmap(await (await fetch(dataUrl)).blob());
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  return [...context.getImageData(5, 5, 1, 1).data].slice(0, 3);
}

async function open() {
  const stored = await files();
  const items = new Map([image, video, text].map((item) => [item.id, item]));
  return createEvidencePictures({
    findItems: async (ids) => ids.map((id) => items.get(id)),
    findFile: async (id) => stored.get(id),
    sampler: mediabunnySampler,
  });
}

describe('pictures for the reader', { timeout: 60_000 }, () => {
  it('are the kept ones only, numbered like the spans, bounded, as JPEG', async () => {
    const pictures = await (await open()).picturesOf([
      forest(text, span(0, 6), span(6, 7)),
      forest(image, span(0, 0)),
      forest(video, span(30_000, 60_000), span(90_000, 120_000)),
    ]);
    expect(pictures.map(({ label }) => label)).toEqual([
      '[3]',
      '[4] at 0:30',
      '[4] at 0:40',
      '[4] at 0:50',
      '[5] at 1:30',
      '[5] at 1:40',
      '[5] at 1:50',
    ]);
    expect(pictures[0]).toMatchObject({ width: 768, height: 384 });
    for (const { dataUrl } of pictures) expect(dataUrl).toMatch(/^data:image\/jpeg;base64,/);
    const [, , blue] = await colour(pictures[0]!.dataUrl);
    expect(blue).toBeGreaterThan(240);
    const [red] = await colour(pictures[2]!.dataUrl);
    expect(Math.abs(red! - 80)).toBeLessThan(14);
  });

  it('are never more than 32, shared evenly', async () => {
    const long = { ...video, durationSeconds: 3600 };
    const sampled = await createEvidencePictures({
      findItems: async (ids) => ids.map(() => long),
      findFile: async () => new Blob(),
      sampler: {
        open: async () => ({
          durationSeconds: 3600,
          width: 8,
          height: 8,
          async *frames({ times }) {
            for (const seconds of times) {
              yield { seconds, image: await createImageBitmap(new ImageData(8, 8)) };
            }
          },
          close: () => undefined,
        }),
      },
    }).picturesOf([forest(long, span(0, 1_800_000), span(1_830_000, 3_600_000))]);
    expect(sampled).toHaveLength(32);
    expect(sampled.filter(({ label }) => label.startsWith('[1]'))).toHaveLength(16);
  });

  it('are left out when their file is gone, and none are made for words', async () => {
    const gone = createEvidencePictures({
      findItems: async (ids) => ids.map((id) => (id === 'image' ? image : undefined)),
      findFile: async () => undefined,
      sampler: mediabunnySampler,
    });
    expect(await gone.picturesOf([forest(image, span(0, 0)), forest(video, span(0, 9))])).toEqual(
      [],
    );
    expect(await gone.picturesOf([forest(text, span(0, 6))])).toEqual([]);
  });
});
