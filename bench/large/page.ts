import { createFileIngester } from '../../src/adapters/ingest/ingest-file.ts';
import { mediabunnySampler } from '../../src/adapters/media/mediabunny-sampler.ts';
import { createRegionPictures } from '../../src/adapters/media/region-pictures.ts';
import { generateVideo } from '../../src/adapters/media/video.fixture.ts';
import { segmentItem } from '../../src/core/segment-item.ts';
import type { FrameSampler } from '../../src/ports/frame-sampler.ts';

/** What reading an hour of film took. */
export interface VideoMeasurement {
  readonly megabytes: number;
  readonly clips: number;
  readonly segments: number;
  /** While it was read: frames looked at, and most of them held at a time. */
  readonly taken: number;
  readonly mostHeld: number;
  /** While an encoder that sees was served, clip by clip: most frames of one request. */
  readonly mostPerClip: number;
  readonly readSeconds: number;
  readonly framesSeconds: number;
  readonly progressCalls: number;
  /** Bytes of script memory, at every tenth of the reading. */
  readonly heap: readonly number[];
}

const SECONDS = 3600;

/** Counts the frames that were handed out and not closed. */
function counted(count: { taken: number; held: number; most: number }): FrameSampler {
  return {
    async open(video, options) {
      const opened = await mediabunnySampler.open(video, options);
      return {
        ...opened,
        async *frames(request) {
          for await (const frame of opened.frames(request)) {
            count.taken += 1;
            count.held += 1;
            count.most = Math.max(count.most, count.held);
            const close = frame.image.close.bind(frame.image);
            frame.image.close = () => {
              count.held -= 1;
              close();
            };
            yield frame;
          }
        },
      };
    },
  };
}

const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);
const heapNow = () =>
  (performance as unknown as { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? 0;

/** Makes an hour of film with captions, reads it, and takes every clip's frames as indexing with an encoder that sees does. */
async function measureVideo(): Promise<VideoMeasurement> {
  const blob = await generateVideo({
    seconds: SECONDS,
    every: 5,
    width: 640,
    height: 360,
    draw(context, seconds) {
      // Shades that change from place to place: no slide, so nothing is recognised.
      for (let x = 0; x < 640; x += 20) {
        context.fillStyle = `hsl(${(x + 7 * seconds) % 360} 50% ${40 + 20 * Math.sin(x + seconds)}%)`;
        context.fillRect(x, 0, 20, 360);
      }
    },
  });
  const cues = Array.from({ length: SECONDS / 10 }, (_, at) => {
    return `${clock(at * 10)} --> ${clock(at * 10 + 9)}\nSentence number ${at} of the lecture.\n`;
  });
  const captions = Uint8Array.from(new TextEncoder().encode(`WEBVTT\n\n${cues.join('\n')}`));
  const count = { taken: 0, held: 0, most: 0 };
  const heap: number[] = [];
  let progressCalls = 0;
  const started = performance.now();
  const ocr = {
    recognise: async () => ({ lines: [] }),
    dispose: async () => undefined,
  };
  const { items } = await createFileIngester({ frames: counted(count), ocr }).ingest(
    {
      name: 'hour.webm',
      bytes: new Uint8Array(0),
      blob,
      companions: [{ name: 'hour.vtt', bytes: captions }],
    },
    {
      onProgress: (done, total) => {
        progressCalls += 1;
        if (done % Math.ceil(total / 10) === 0) heap.push(heapNow());
      },
    },
  );
  const readSeconds = (performance.now() - started) / 1000;
  const item = items[0];
  if (item?.modality !== 'video') throw new Error('The film was not read as a video.');
  const pictures = createRegionPictures({ findFile: async () => blob, sampler: mediabunnySampler });
  const leaves = segmentItem(item);
  let mostPerClip = 0;
  const before = performance.now();
  for (const [leaf, start] of leaves.starts.entries()) {
    const frames = await pictures.picturesOf(item, start, leaves.ends[leaf] ?? start);
    mostPerClip = Math.max(mostPerClip, frames.length);
  }
  pictures.close();
  return {
    megabytes: blob.size / 1e6,
    clips: leaves.starts.length,
    segments: item.segments.length,
    taken: count.taken,
    mostHeld: count.most,
    mostPerClip,
    readSeconds,
    framesSeconds: (performance.now() - before) / 1000,
    progressCalls,
    heap,
  };
}

Object.assign(window, { measureVideo });
