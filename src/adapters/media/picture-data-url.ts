import type { Picture } from '../../ports/encoder.ts';

/** How far a picture that leaves is compressed. */
const QUALITY = 0.8;

/** Pixels as the JPEG data URL that an embeddings endpoint takes. */
export async function pictureDataUrl({ width, height, data }: Picture): Promise<string> {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')!.putImageData(new ImageData(data, width, height), 0, 0);
  return blobDataUrl(await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY }));
}

/** A blob as a data URL. */
export async function blobDataUrl(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return `data:${blob.type};base64,${btoa(letters)}`;
}
