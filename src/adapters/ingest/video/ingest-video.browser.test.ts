import { afterAll, describe, expect, it } from 'vitest';
import type { VideoItem } from '../../../core/item.ts';
import { segmentItem } from '../../../core/segment-item.ts';
import type { FrameSampler } from '../../../ports/frame-sampler.ts';
import { mediabunnySampler } from '../../media/mediabunny-sampler.ts';
import { generateVideo } from '../../media/video.fixture.ts';
import { createWorkerOcr } from '../../worker/worker-ocr.ts';
import { createFileIngester } from '../ingest-file.ts';
import { realFileInBrowser } from '../real-file.browser.fixture.ts';

const ocr = createWorkerOcr();
afterAll(() => ocr.dispose());

/** Counts the pictures that were handed out and not closed. */
function counted(sampler: FrameSampler) {
  const count = { open: 0, most: 0, taken: 0 };
  const frames: FrameSampler = {
    async open(video, options) {
      const opened = await sampler.open(video, options);
      return {
        ...opened,
        async *frames(request) {
          for await (const frame of opened.frames(request)) {
            count.taken++;
            count.most = Math.max(count.most, ++count.open);
            const close = frame.image.close.bind(frame.image);
            frame.image.close = () => {
              count.open--;
              close();
            };
            yield frame;
          }
        },
      };
    },
  };
  return { frames, count };
}

const text = (value: string) => Uint8Array.from(new TextEncoder().encode(value));
const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);
const only = ({ items }: { items: readonly unknown[] }) => {
  expect(items).toHaveLength(1);
  return items[0] as VideoItem;
};

describe('a video', { timeout: 180_000 }, () => {
  it('of an hour gives its captions and its slides, with one picture in memory at a time', async () => {
    const slide = (seconds: number) => `Chapter ${1 + Math.floor(seconds / 900)}`;
    const blob = await generateVideo({
      seconds: 3600,
      every: 10,
      width: 480,
      height: 270,
      draw(context, seconds) {
        context.fillStyle = '#fff';
        context.fillRect(0, 0, 480, 270);
        context.fillStyle = '#000';
        context.font = '48px "Liberation Sans", sans-serif';
        context.fillText(slide(seconds), 60, 120);
      },
    });
    const cues = Array.from({ length: 360 }, (_, i) => {
      return `${clock(i * 10)} --> ${clock(i * 10 + 9)}\nSentence number ${i}.\n`;
    });
    const { frames, count } = counted(mediabunnySampler);
    const progress: number[] = [];
    const read = await createFileIngester({ frames, ocr }).ingest(
      {
        name: 'lecture.webm',
        bytes: new Uint8Array(0),
        blob,
        companions: [{ name: 'lecture.vtt', bytes: text(`WEBVTT\n\n${cues.join('\n')}`) }],
      },
      { onProgress: (done) => progress.push(done) },
    );
    const item = only(read);
    expect(item.fileId).toBe(read.id);
    expect(item.durationSeconds).toBeGreaterThan(3585);
    expect(segmentItem(item).starts.length).toBeGreaterThanOrEqual(119);
    const shown = item.segments.filter((segment) => segment.text.startsWith('On screen: '));
    expect(shown.map(({ start, text: words }) => [start, words])).toEqual([
      [0, 'On screen: Chapter 1.'],
      [900, 'On screen: Chapter 2.'],
      [1800, 'On screen: Chapter 3.'],
      [2700, 'On screen: Chapter 4.'],
    ]);
    // WebM does not say how long the last picture stays, so the last sentence comes after the end.
    expect(item.segments).toHaveLength(359 + 4);
    expect(read.warnings).toEqual([expect.stringContaining('goes on after the end')]);
    expect(count.most).toBe(1);
    expect(count.open).toBe(0);
    expect(count.taken).toBeGreaterThanOrEqual(359);
    expect(progress.length).toBeGreaterThanOrEqual(119);
  });

  it('without captions and writing says so', async () => {
    const blob = await generateVideo({
      seconds: 40,
      every: 5,
      width: 64,
      height: 36,
      draw: (context, seconds) => {
        context.fillStyle = `hsl(${seconds * 9} 50% 50%)`;
        context.fillRect(0, 0, 64, 36);
      },
    });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const read = await createFileIngester({ frames: mediabunnySampler, ocr }).ingest({
      name: 'colours.webm',
      bytes,
    });
    expect(only(read).segments).toEqual([]);
    expect(read.warnings).toEqual([expect.stringContaining('no captions')]);
  });

  it('that holds none, or is cut short, is refused by name', async () => {
    const ingester = createFileIngester({ frames: mediabunnySampler });
    await expect(ingester.ingest({ name: 'a.mp4', bytes: text('none') })).rejects.toMatchObject({
      code: 'FILE_MALFORMED',
      message: expect.stringContaining('a.mp4'),
    });
  });

  // Not every Chromium has H.264. Sizes are as shown: the first one is stored lying on its side.
  it.each([
    ['video/big-buck-bunny-rotated.mp4', 'avc', 1080, 1920, 1.875],
    ['video/frames.webm', 'vp', 1080, 1080, 3.333],
    ['video/with-audio.mp4', 'avc', 320, 240, 13.667],
  ])('%s is read, or refused by its codec', async (path, codec, width, height, seconds) => {
    const file = await realFileInBrowser(path);
    // it.each has no skip of its own; the image tests report absent files.
    if (file === undefined) return;
    const opening = mediabunnySampler.open({ name: file.name, blob: new Blob([file.bytes]) });
    const outcome = await opening.then(
      (video) => ({ video }),
      (error: { code: string; message: string }) => ({ error }),
    );
    if ('error' in outcome) {
      expect(outcome.error.code).toBe('FILE_NOT_DECODABLE');
      expect(outcome.error.message).toContain(codec);
      return;
    }
    const { video } = outcome;
    expect([video.width, video.height]).toEqual([width, height]);
    expect(video.durationSeconds).toBeCloseTo(seconds, 2);
    for await (const { image } of video.frames({ times: [0, 1], maxSide: 200 })) {
      expect(Math.max(image.width, image.height)).toBe(200);
      expect(image.width < image.height).toBe(width < height);
      image.close();
    }
    video.close();
    const read = await createFileIngester({ frames: mediabunnySampler, ocr }).ingest(file);
    expect(only(read).durationSeconds).toBeCloseTo(seconds, 2);
  });
});
