import type { OcrImage } from '../../ports/ocr.ts';

/** Brightness of each pixel, row after row: 0 black, 255 white. */
export interface GrayPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** A picture in shades of gray; what is transparent becomes white, as paper is. */
export function grayPicture(image: OcrImage): GrayPicture {
  const { width, height } = image;
  const rgba = 'data' in image ? image.data : pixels(image);
  const data = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < data.length; pixel++, at += 4) {
    // Luma of BT.601, in parts of 256.
    const luma = (rgba[at]! * 77 + rgba[at + 1]! * 150 + rgba[at + 2]! * 29) >> 8;
    const alpha = rgba[at + 3]!;
    data[pixel] = alpha === 255 ? luma : (luma * alpha + 255 * (255 - alpha)) / 255;
  }
  return { width, height, data };
}

function pixels(image: ImageBitmap): Uint8ClampedArray {
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height).data;
}

/** The picture as a PGM file, the plainest format there is. */
export function pgmFile({ width, height, data }: GrayPicture): Uint8Array<ArrayBuffer> {
  const header = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(header.length + data.length);
  file.set(header);
  file.set(data, header.length);
  return file;
}
