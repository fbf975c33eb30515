import { describe, expect, it } from 'vitest';
import type { FrameSampler, OpenVideo } from '../../ports/frame-sampler.ts';
import { elementSampler } from './element-sampler.ts';
import { firstSampler } from './first-sampler.ts';
import { mediabunnySampler } from './mediabunny-sampler.ts';
import { generateVideo } from './video.fixture.ts';

/** Colour of the picture at a second: red counts half minutes, green counts tens of seconds. */
const red = (seconds: number) => 8 * Math.floor(seconds / 30);
const green = (seconds: number) => 60 * (Math.floor(seconds / 10) % 3);

const video = generateVideo({
  seconds: 95,
  every: 5,
  width: 160,
  height: 90,
  draw(context, seconds) {
    context.fillStyle = `rgb(${red(seconds)} ${green(seconds)} 128)`;
    context.fillRect(0, 0, 160, 90);
  },
});

function middlePixel(image: ImageBitmap): number[] {
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d')!;
  context.drawImage(image, 0, 0);
  return [...context.getImageData(image.width / 2, image.height / 2, 1, 1).data].slice(0, 3);
}

async function look(open: OpenVideo, times: readonly number[], maxSide = 640) {
  const seen: { seconds: number; size: string; colour: number[] }[] = [];
  for await (const { seconds, image } of open.frames({ times, maxSide })) {
    seen.push({ seconds, size: `${image.width}x${image.height}`, colour: middlePixel(image) });
    image.close();
  }
  return seen;
}

describe.each<[string, FrameSampler]>([
  ['mediabunny', mediabunnySampler],
  ['a video element', elementSampler],
])('frames by %s', (_, sampler) => {
  it('are those of the seconds asked for, shrunk to the side asked for, none from outside', async () => {
    const open = await sampler.open({ name: 'colours.webm', blob: await video });
    // WebM does not say how long the last picture stays.
    expect(open.durationSeconds).toBeGreaterThanOrEqual(90);
    expect(open.durationSeconds).toBeLessThanOrEqual(95);
    expect([open.width, open.height]).toEqual([160, 90]);
    const seen = await look(open, [0, 12, 41, 72, 400], 80);
    expect(seen.map(({ seconds }) => seconds)).toEqual([0, 12, 41, 72]);
    for (const { seconds, size, colour } of seen) {
      expect(size).toBe('80x45');
      expect(Math.abs(colour[0]! - red(seconds))).toBeLessThan(12);
      expect(Math.abs(colour[1]! - green(seconds))).toBeLessThan(12);
    }
    open.close();
  });

  it('refuse what is no video, and stop when told to', async () => {
    const blob = new Blob(['no video at all']);
    await expect(sampler.open({ name: 'x.mp4', blob })).rejects.toMatchObject({
      code: expect.stringMatching(/FILE_MALFORMED|FILE_NOT_DECODABLE/),
      message: expect.stringContaining('x.mp4'),
    });
    const controller = new AbortController();
    const open = await sampler.open({ name: 'colours.webm', blob: await video });
    const frames = open.frames({ times: [0, 50], maxSide: 80, signal: controller.signal });
    (await frames.next()).value?.image.close();
    controller.abort();
    await expect(frames.next()).rejects.toMatchObject({ code: 'ABORTED' });
    open.close();
  });
});

describe('the first sampler that can', () => {
  it('tells the first refusal when none can, and asks the next one otherwise', async () => {
    const both = firstSampler(mediabunnySampler, elementSampler);
    const noVideo = { name: 'x.mp4', blob: new Blob(['nothing']) };
    await expect(both.open(noVideo)).rejects.toMatchObject({ code: 'FILE_MALFORMED' });
    const never: FrameSampler = {
      open: (source) => mediabunnySampler.open({ ...source, blob: new Blob([]) }),
    };
    const open = await firstSampler(never, mediabunnySampler).open({
      name: 'a',
      blob: await video,
    });
    expect(open.width).toBe(160);
    open.close();
  });
});
