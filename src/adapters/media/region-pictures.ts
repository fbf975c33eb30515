import { throwIfAborted } from '../../core/errors.ts';
import { frameTimes } from '../../core/frame-times.ts';
import type { Picture } from '../../ports/encoder.ts';
import type { FrameSampler, OpenVideo } from '../../ports/frame-sampler.ts';
import type { RegionPictures } from '../../ports/region-pictures.ts';

/** Longest side of what an encoder sees: it shrinks pictures further itself, frames more than stills. */
const STILL_SIDE = 1024;
const FRAME_SIDE = 512;

/** Where pictures come from. */
export interface RegionPicturesSource {
  /** The file with this SHA-256, as it was added. */
  findFile(fileId: string): Promise<Blob | undefined>;
  readonly sampler: FrameSampler;
}

/** {@link RegionPictures} with the video that was asked for last kept open; `close` lets it go. */
export interface OpenRegionPictures extends RegionPictures {
  close(): void;
}

/** Takes pictures for an encoder out of the files as they were added. */
export function createRegionPictures(source: RegionPicturesSource): OpenRegionPictures {
  let last: { readonly fileId: string; readonly video: OpenVideo } | undefined;
  const close = () => {
    last?.video.close();
    last = undefined;
  };
  const openVideo = async (fileId: string, name: string, options: { signal?: AbortSignal }) => {
    if (last?.fileId === fileId) return last.video;
    close();
    const blob = await source.findFile(fileId);
    if (blob === undefined) return undefined;
    const video = await source.sampler.open({ name, blob }, options);
    last = { fileId, video };
    return video;
  };
  return {
    close,
    async picturesOf(item, start, end, options = {}) {
      throwIfAborted(options.signal);
      if (item.modality === 'image' && item.picture !== undefined) {
        const file = await source.findFile(item.picture.fileId);
        if (file === undefined) return [];
        const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
        return [pixels(image, STILL_SIDE)];
      }
      if (item.modality !== 'video' || item.fileId === undefined) return [];
      const video = await openVideo(item.fileId, item.provenance.source, options);
      const pictures: Picture[] = [];
      const request = { times: frameTimes(start, end), maxSide: FRAME_SIDE, ...options };
      for await (const { image } of video?.frames(request) ?? []) {
        pictures.push(pixels(image, FRAME_SIDE));
      }
      return pictures;
    },
  };
}

/** The picture's pixels, shrunk to a side; the picture itself is closed. */
function pixels(image: ImageBitmap, side: number): Picture {
  const scale = Math.min(1, side / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const context = new OffscreenCanvas(width, height).getContext('2d', {
    willReadFrequently: true,
  })!;
  context.drawImage(image, 0, 0, width, height);
  image.close();
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}
