import { CanopyError, throwIfAborted } from '../../core/errors.ts';
import type {
  FrameRequest,
  FrameSampler,
  OpenVideo,
  SampledFrame,
} from '../../ports/frame-sampler.ts';

/** Milliseconds a seek may take; a player that gives up on a damaged stretch says nothing. */
const SEEK_LIMIT_MS = 20_000;
/** Milliseconds to wait for the picture after a seek. */
const PAINT_LIMIT_MS = 300;

/**
 * Takes frames by seeking a video element: for browsers without WebCodecs, and for what only the browser's own player can
 * open. Works on the page only, not in a worker.
 */
export const elementSampler: FrameSampler = {
  async open({ name, blob }, { signal } = {}) {
    throwIfAborted(signal);
    const element = document.createElement('video');
    element.muted = true;
    element.preload = 'auto';
    const url = URL.createObjectURL(blob);
    const close = () => {
      element.removeAttribute('src');
      element.load();
      URL.revokeObjectURL(url);
    };
    try {
      element.src = url;
      await happens(element, 'loadedmetadata', signal);
      if (element.videoWidth === 0) throw new Error('no pictures');
      // Files that do not state their length do so once their end has been sought.
      if (!Number.isFinite(element.duration)) await seek(element, Number.MAX_SAFE_INTEGER, signal);
    } catch (cause) {
      close();
      throwIfAborted(signal);
      throw new CanopyError('FILE_NOT_DECODABLE', `“${name}” cannot be played by this browser.`, {
        nextStep: 'Convert it to MP4 with H.264, or to WebM, and add it again.',
        cause,
      });
    }
    return openVideo(name, element, close);
  },
};

function openVideo(name: string, element: HTMLVideoElement, close: () => void): OpenVideo {
  const { duration: durationSeconds, videoWidth: width, videoHeight: height } = element;
  return {
    durationSeconds,
    width,
    height,
    async *frames({ times, maxSide, signal }: FrameRequest): AsyncGenerator<SampledFrame, void> {
      const scale = Math.min(1, maxSide / Math.max(width, height));
      for (const seconds of times) {
        if (seconds < 0 || seconds >= durationSeconds) continue;
        throwIfAborted(signal);
        try {
          await seek(element, seconds, signal);
        } catch (cause) {
          throwIfAborted(signal);
          throw new CanopyError('FILE_NOT_DECODABLE', `“${name}” is damaged at ${seconds} s.`, {
            nextStep: 'Check that it plays there; what comes before can still be used.',
            cause,
          });
        }
        const image = await createImageBitmap(element, {
          resizeWidth: Math.max(1, Math.round(width * scale)),
          resizeHeight: Math.max(1, Math.round(height * scale)),
          resizeQuality: 'medium',
        });
        yield { seconds, image };
      }
    },
    close,
  };
}

async function seek(element: HTMLVideoElement, seconds: number, signal: AbortSignal | undefined) {
  const sought = happens(element, 'seeked', signal);
  const painted = new Promise<void>((resolve) => {
    element.requestVideoFrameCallback?.(() => resolve());
  });
  element.currentTime = seconds;
  await sought;
  // The picture may come a little after the event; none comes when it is the one that already shows.
  const limit = new Promise<void>((resolve) => setTimeout(resolve, PAINT_LIMIT_MS));
  await Promise.race([painted, limit]);
}

/** Waits for an event of the player; rejects on its error, on abort, or when nothing happens for long. */
function happens(
  element: HTMLVideoElement,
  event: 'loadedmetadata' | 'seeked',
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = new AbortController();
    const settle = (finish: () => void) => {
      done.abort();
      clearTimeout(timer);
      finish();
    };
    const fail = (why: string) => settle(() => reject(new Error(why)));
    const timer = setTimeout(() => fail('the player does not answer'), SEEK_LIMIT_MS);
    const listen = { signal: done.signal };
    element.addEventListener(event, () => settle(resolve), listen);
    element.addEventListener('error', () => fail(element.error?.message ?? 'unknown'), listen);
    signal?.addEventListener('abort', () => fail('aborted'), listen);
  });
}
