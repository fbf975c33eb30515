import { ALL_FORMATS, BlobSource, CanvasSink, Input, type InputVideoTrack } from 'mediabunny';
import { CanopyError, throwIfAborted } from '../../core/errors.ts';
import type {
  FrameRequest,
  FrameSampler,
  OpenVideo,
  SampledFrame,
  VideoSource,
} from '../../ports/frame-sampler.ts';

/**
 * Takes frames with the browser's own decoder (WebCodecs), in any thread. The file is read piece by piece and decoded
 * only around the seconds that are asked for; one picture is held at a time.
 */
export const mediabunnySampler: FrameSampler = {
  async open(video, { signal } = {}) {
    throwIfAborted(signal);
    const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(video.blob) });
    const stop = () => input.dispose();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const track = await videoTrack(input, video);
      const durationSeconds = await track.computeDuration();
      const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
      return openVideo(video, input, track, { durationSeconds, width, height });
    } catch (thrown) {
      input.dispose();
      throwIfAborted(signal);
      if (thrown instanceof CanopyError) throw thrown;
      throw new CanopyError('FILE_MALFORMED', `“${video.name}” cannot be read as a video.`, {
        nextStep: 'Check that it plays elsewhere; a download may have been cut short.',
        cause: thrown,
      });
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  },
};

async function videoTrack(input: Input, video: VideoSource): Promise<InputVideoTrack> {
  const track = await input.getPrimaryVideoTrack();
  if (track === null && (await input.getTracks()).length === 0) {
    throw new CanopyError('FILE_NOT_DECODABLE', `“${video.name}” is damaged or was cut short.`, {
      nextStep: 'Copy or download the file again, and add the new one.',
    });
  }
  if (track === null) {
    throw new CanopyError('FILE_NOT_DECODABLE', `“${video.name}” holds no video track.`, {
      nextStep: 'For a recording without pictures, add its transcript (.vtt, .srt or .txt).',
    });
  }
  if (typeof VideoDecoder === 'undefined' || !(await track.canDecode())) {
    const codec = (await track.getCodecParameterString()) ?? 'an unknown codec';
    throw new CanopyError(
      'FILE_NOT_DECODABLE',
      `“${video.name}” is encoded as ${codec}, which this browser cannot decode.`,
      { nextStep: 'Convert it to MP4 with H.264, or to WebM, and add it again.' },
    );
  }
  return track;
}

function openVideo(
  video: VideoSource,
  input: Input,
  track: InputVideoTrack,
  size: Pick<OpenVideo, 'durationSeconds' | 'width' | 'height'>,
): OpenVideo {
  return {
    ...size,
    async *frames({ times, maxSide, signal }: FrameRequest): AsyncGenerator<SampledFrame, void> {
      const scale = Math.min(1, maxSide / Math.max(size.width, size.height));
      const sink = new CanvasSink(track, {
        width: Math.max(1, Math.round(size.width * scale)),
        height: Math.max(1, Math.round(size.height * scale)),
        fit: 'fill',
        poolSize: 1,
      });
      const inside = times.filter((time) => time >= 0 && time < size.durationSeconds);
      const first = await track.getFirstTimestamp();
      let next = 0;
      try {
        // A track may begin a little after the file does; its first picture stands for the seconds before.
        const asked = inside.map((time) => Math.max(time, first));
        for await (const found of sink.canvasesAtTimestamps(asked)) {
          throwIfAborted(signal);
          const seconds = inside[next++]!;
          if (found !== null) yield { seconds, image: await createImageBitmap(found.canvas) };
        }
      } catch (thrown) {
        throwIfAborted(signal);
        if (thrown instanceof CanopyError) throw thrown;
        const place = clock(inside[next] ?? 0);
        throw new CanopyError('FILE_NOT_DECODABLE', `“${video.name}” is damaged at ${place}.`, {
          nextStep: 'Check that it plays there; what comes before can still be used.',
          cause: thrown,
        });
      }
    },
    close: () => input.dispose(),
  };
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}
