import type { CallOptions } from './encoder.ts';

/** One picture out of a video, upright. Whoever receives it closes the image. */
export interface SampledFrame {
  /** Second that was asked for. */
  readonly seconds: number;
  readonly image: ImageBitmap;
}

/** What is asked of a video. */
export interface FrameRequest extends CallOptions {
  /** Seconds from the start, ascending. */
  readonly times: readonly number[];
  /** Longest side of the pictures in pixels; smaller videos are not enlarged. */
  readonly maxSide: number;
}

/** A video that frames can be taken from. */
export interface OpenVideo {
  readonly durationSeconds: number;
  /** Size in pixels as shown, rotation applied. */
  readonly width: number;
  readonly height: number;
  /**
   * One picture per time, made when it is asked for, so that no more than one is held at once; a time outside the video
   * is left out. Throws `ABORTED`, or `FILE_NOT_DECODABLE` when the decoder gives up.
   */
  frames(request: FrameRequest): AsyncGenerator<SampledFrame, void>;
  close(): void;
}

/** A video file; a `Blob` is read piece by piece, so its size does not matter. */
export interface VideoSource {
  readonly name: string;
  readonly blob: Blob;
}

/** Takes pictures out of videos. */
export interface FrameSampler {
  /**
   * Rejects with `ABORTED`, `FILE_MALFORMED` when it is not a video, or `FILE_NOT_DECODABLE` when there is no video track
   * that this browser can decode.
   */
  open(video: VideoSource, options?: CallOptions): Promise<OpenVideo>;
}
