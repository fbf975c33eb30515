import { CanopyError, throwIfAborted } from '../../../core/errors.ts';
import type { ImageItem } from '../../../core/item.ts';
import type { Ocr } from '../../../ports/ocr.ts';
import type { Draft, Format } from '../format.ts';
import { documentId } from '../identify.ts';
import { imageSize, type PixelSize } from './image-size.ts';
import { recognisedText, uncertainText } from './recognised-text.ts';

/** Largest side and number of pixels that are decoded: what every browser can hold, four bytes a pixel. */
const LARGEST_SIDE = 16_384;
const LARGEST_AREA = 80_000_000;
/** Longest side given to text recognition: an A4 page at about 280 dots per inch. */
const OCR_SIDE = 3200;

/** What reading pictures needs of where it runs. */
export interface ImageRuntime {
  /** Pictures are read for text where this is given. */
  readonly ocr?: Ocr;
}

/** PNG, JPEG, WebP, GIF, BMP and AVIF: one item of one region, with the words found in the picture. */
export function imageFormat({ ocr }: ImageRuntime): Format {
  return {
    name: 'image',
    extensions: ['png', 'jpg', 'jpeg', 'webp', 'gif', 'bmp', 'avif'],
    async read(file, title, pause, onProgress, signal) {
      checkPixels(file.name, imageSize(file.bytes));
      const bitmap = await decode(file.name, file.bytes);
      try {
        checkPixels(file.name, bitmap);
        const item: Draft<ImageItem> = {
          modality: 'image',
          title,
          headingPath: [],
          provenance: { source: file.name },
          text: '',
          picture: {
            fileId: await documentId(file.bytes, pause),
            width: bitmap.width,
            height: bitmap.height,
          },
        };
        if (ocr === undefined) {
          return { items: [item], warnings: [`The words in “${file.name}” were not read.`] };
        }
        const found = await ocr.recognise(await shrink(bitmap), {
          ...(signal === undefined ? {} : { signal }),
          onProgress: (done) => onProgress?.(done, 1),
        });
        throwIfAborted(signal);
        const { text, confidence } = recognisedText(found);
        const warning = uncertainText(`“${file.name}”`, confidence);
        return {
          items: [text === '' ? item : { ...item, text, textConfidence: confidence }],
          warnings: warning === undefined ? [] : [warning],
        };
      } finally {
        bitmap.close();
      }
    },
  };
}

function checkPixels(name: string, size: PixelSize | undefined): void {
  if (size === undefined) return;
  const { width, height } = size;
  if (Math.max(width, height) <= LARGEST_SIDE && width * height <= LARGEST_AREA) return;
  const pixels = `${width.toLocaleString('en')} × ${height.toLocaleString('en')}`;
  throw new CanopyError('FILE_TOO_LARGE', `“${name}” has ${pixels} pixels, which is too many.`, {
    nextStep: `Shrink it to at most ${LARGEST_AREA / 1e6} million pixels, or cut out the part that matters.`,
  });
}

/** Upright, whatever way the camera was held. */
async function decode(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(new Blob([bytes]), { imageOrientation: 'from-image' });
  } catch (cause) {
    throw new CanopyError('FILE_MALFORMED', `“${name}” is damaged or no picture.`, {
      nextStep: 'Open it in an image program, save it again, then add the new file.',
      cause,
    });
  }
}

function shrink(bitmap: ImageBitmap): Promise<ImageBitmap> {
  const scale = Math.min(1, OCR_SIDE / Math.max(bitmap.width, bitmap.height));
  return createImageBitmap(bitmap, {
    resizeWidth: Math.max(1, Math.round(bitmap.width * scale)),
    resizeHeight: Math.max(1, Math.round(bitmap.height * scale)),
    resizeQuality: 'high',
  });
}
