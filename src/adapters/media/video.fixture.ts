import { BufferTarget, CanvasSource, Output, WebMOutputFormat } from 'mediabunny';

/** What a generated video shows. */
export interface GeneratedVideo {
  readonly seconds: number;
  /** Seconds between two pictures. */
  readonly every: number;
  readonly width: number;
  readonly height: number;
  /** Draws the picture for a second. */
  draw(context: OffscreenCanvasRenderingContext2D, seconds: number): void;
}

/** Encodes a video in this browser: VP8 in WebM, one picture every few seconds, so that an hour takes a second or two. */
export async function generateVideo({ seconds, every, width, height, draw }: GeneratedVideo) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new CanvasSource(canvas, { codec: 'vp8', bitrate: 200_000, keyFrameInterval: 10 });
  output.addVideoTrack(source);
  await output.start();
  for (let at = 0; at < seconds; at += every) {
    draw(context, at);
    await source.add(at, Math.min(every, seconds - at));
  }
  await output.finalize();
  return new Blob([target.buffer!], { type: 'video/webm' });
}
