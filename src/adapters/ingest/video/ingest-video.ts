import { CanopyError, throwIfAborted } from '../../../core/errors.ts';
import { frameTimes } from '../../../core/frame-times.ts';
import type { TranscriptSegment } from '../../../core/item.ts';
import { segmentVideo } from '../../../core/segment/video.ts';
import type { FrameSampler, OpenVideo } from '../../../ports/frame-sampler.ts';
import type { IngestOptions, SourceFile } from '../../../ports/ingester.ts';
import type { Ocr } from '../../../ports/ocr.ts';
import type { Format } from '../format.ts';
import { blobId } from '../identify.ts';
import { recognisedText, uncertainText } from '../image/recognised-text.ts';
import { captionsFormat } from '../ingest-captions.ts';
import type { Pause } from '../pause.ts';
import { hasChanged, looksDrawn, newLines, shownSentence, type Thumbnail } from './screen-text.ts';

/** Longest side of the frames that are searched for writing. */
const FRAME_SIDE = 1280;
const THUMBNAIL_SIDE = 320;

/** What reading videos needs of where it runs. */
export interface VideoRuntime {
  readonly frames: FrameSampler;
  /** Slides and screens are read where this is given. */
  readonly ocr?: Ocr;
}

/**
 * Videos on their time axis: the captions that come with the file, and what slides and screens say, looked at every ten
 * seconds. One frame is held at a time.
 */
export function videoFormat({ frames, ocr }: VideoRuntime): Format {
  return {
    name: 'video',
    extensions: ['mp4', 'm4v', 'mov', 'webm', 'mkv'],
    async read(file, title, pause, onProgress, signal) {
      const blob = file.blob ?? new Blob([file.bytes]);
      const abort = signal === undefined ? {} : { signal };
      const video = await frames.open({ name: file.name, blob }, abort);
      try {
        const { said, warnings } = await readCaptions(file, video.durationSeconds, pause);
        const screen =
          ocr === undefined
            ? { shown: [], confidence: 1 }
            : await readScreens(video, ocr, { onProgress, ...abort });
        const uncertain = uncertainText(`the pictures of “${file.name}”`, screen.confidence);
        if (uncertain !== undefined) warnings.push(uncertain);
        const segments = [...said, ...screen.shown].sort((a, b) => a.start - b.start);
        if (segments.length === 0) warnings.push(silent(file.name));
        return {
          items: [
            {
              modality: 'video',
              title,
              headingPath: [],
              provenance: { source: file.name },
              durationSeconds: video.durationSeconds,
              segments,
              fileId: await blobId(blob, pause),
            },
          ],
          warnings,
        };
      } finally {
        video.close();
      }
    },
  };
}

/** What is said, from the caption file that came along; of several the first counts. */
async function readCaptions(file: SourceFile, durationSeconds: number, pause: Pause) {
  const warnings: string[] = [];
  const [captions, ...more] = (file.companions ?? []).filter(({ name }) => isCaptions(name));
  if (captions === undefined) return { said: [], warnings };
  if (more.length > 0) {
    warnings.push(`Of the caption files of “${file.name}”, “${captions.name}” was taken.`);
  }
  const read = await captionsFormat.read(captions, captions.name, pause);
  const said = read.items.flatMap((item) => (item.modality === 'video' ? item.segments : []));
  const inside = said.filter(({ start }) => start < durationSeconds);
  if (inside.length < said.length) {
    warnings.push(`“${captions.name}” goes on after the end of “${file.name}”; that was left out.`);
  }
  return { said: inside, warnings: [...warnings, ...read.warnings] };
}

/** Whether a file beside a video holds its captions. */
export function isCaptions(name: string): boolean {
  return captionsFormat.extensions.some((extension) =>
    name.toLowerCase().endsWith(`.${extension}`),
  );
}

interface ScreenOptions extends IngestOptions {
  readonly signal?: AbortSignal;
}

/** What slides and screens say, leaf by leaf. */
async function readScreens(video: OpenVideo, ocr: Ocr, { onProgress, signal }: ScreenOptions) {
  const leaves = segmentVideo(video.durationSeconds);
  const shown: TranscriptSegment[] = [];
  const abort = signal === undefined ? {} : { signal };
  let before: Thumbnail | undefined;
  let lines: string[] = [];
  let letters = 0;
  let sure = 0;
  for (const [leaf, start] of leaves.starts.entries()) {
    const end = leaves.ends[leaf]!;
    const times = frameTimes(start, end);
    for await (const frame of video.frames({ times, maxSide: FRAME_SIDE, ...abort })) {
      try {
        const now = thumbnail(frame.image);
        if (!hasChanged(before, now)) continue;
        before = now;
        if (!looksDrawn(now)) {
          lines = [];
          continue;
        }
        const found = await ocr.recognise(frame.image, abort);
        throwIfAborted(signal);
        const { text, confidence } = recognisedText(found);
        letters += text.length;
        sure += text.length * confidence;
        const seen = found.lines.map((line) => line.text);
        const fresh = newLines(lines, seen);
        lines = seen;
        if (fresh.length === 0) continue;
        const until = Math.min(end / 1000, frame.seconds + 10);
        shown.push({ start: frame.seconds, end: until, text: shownSentence(fresh) });
      } finally {
        frame.image.close();
      }
    }
    onProgress?.(leaf + 1, leaves.starts.length);
  }
  return { shown, confidence: letters === 0 ? 1 : sure / letters };
}

function thumbnail(image: ImageBitmap): Thumbnail {
  const scale = Math.min(1, THUMBNAIL_SIDE / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new CanopyError('OCR_FAILED', 'The browser gives no canvas.');
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  // Green alone is close enough to brightness for comparing.
  return {
    width,
    height,
    data: Uint8Array.from({ length: width * height }, (_, i) => data[i * 4 + 1]!),
  };
}

function silent(name: string): string {
  return `“${name}” has no captions and no writing in its pictures; it can be found by its name only. Add its captions (.vtt or .srt with the same name) together with it.`;
}
