import { useEffect, useState } from 'react';
import { useServices } from './services.ts';

/** Longest side of a frame beside its words, in pixels. */
const SIDE = 240;
const NONE: ReadonlyMap<number, string> = new Map();

/**
 * Small pictures of a video at these seconds, as addresses of this page, one after the other as they are decoded. A video
 * that cannot be decoded gives none: the words stand without.
 */
export function useFrames(
  name: string,
  file: Blob | undefined,
  seconds: readonly number[],
): ReadonlyMap<number, string> {
  const { engine } = useServices();
  const [frames, setFrames] = useState(NONE);
  const wanted = seconds.join();
  useEffect(() => {
    if (file === undefined || wanted === '') return;
    const abort = new AbortController();
    const urls = new Map<number, string>();
    const take = async () => {
      const times = wanted.split(',').map(Number);
      const request = { times, maxSide: SIDE, signal: abort.signal };
      for await (const { seconds: at, image } of engine.frames({ name, blob: file }, request)) {
        const url = await pictureUrl(image);
        if (abort.signal.aborted) return URL.revokeObjectURL(url);
        urls.set(at, url);
        setFrames(new Map(urls));
      }
    };
    take().catch(() => {
      // Without pictures the clips are told by their times and words.
    });
    return () => {
      abort.abort();
      for (const url of urls.values()) URL.revokeObjectURL(url);
      setFrames(NONE);
    };
  }, [engine, name, file, wanted]);
  return frames;
}

async function pictureUrl(image: ImageBitmap): Promise<string> {
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(image);
  return URL.createObjectURL(await canvas.convertToBlob({ type: 'image/jpeg' }));
}
