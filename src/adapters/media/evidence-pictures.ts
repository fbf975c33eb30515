import { throwIfAborted } from '../../core/errors.ts';
import { frameTimes } from '../../core/frame-times.ts';
import type { Item } from '../../core/item.ts';
import { type MarkedSpan, markSpans } from '../../core/render-evidence.ts';
import type { MessagePicture } from '../../ports/chat-model.ts';
import type { CallOptions } from '../../ports/encoder.ts';
import type { EvidencePictures } from '../../ports/evidence-pictures.ts';
import type { FrameSampler } from '../../ports/frame-sampler.ts';
import { blobDataUrl } from './picture-data-url.ts';

/** Longest side of what leaves, and how far it is compressed. */
const SIDE = 768;
const QUALITY = 0.7;
/** Most pictures of one answer; shared evenly by the kept stretches of video. */
const MOST_PICTURES = 32;

/** Where pictures come from. */
export interface EvidencePicturesSource {
  /** The items by id, as the store holds them. */
  findItems(ids: readonly string[]): Promise<readonly (Item | undefined)[]>;
  /** The file with this SHA-256, as it was added. */
  findFile(fileId: string): Promise<Blob | undefined>;
  readonly sampler: FrameSampler;
}

/** Makes bounded JPEGs of the kept pictures and stretches of video, one at a time. */
export function createEvidencePictures(source: EvidencePicturesSource): EvidencePictures {
  return {
    async picturesOf(evidence, options = {}) {
      const seen = markSpans(evidence).filter(
        ({ forest }) => forest.modality === 'image' || forest.modality === 'video',
      );
      if (seen.length === 0) return [];
      const items = await source.findItems(seen.map(({ forest }) => forest.itemId));
      const each = Math.max(1, Math.floor(MOST_PICTURES / seen.length));
      const pictures: MessagePicture[] = [];
      for (const [index, place] of seen.slice(0, MOST_PICTURES).entries()) {
        throwIfAborted(options.signal);
        const item = items[index];
        if (item?.modality === 'image') pictures.push(...(await still(source, item, place)));
        if (item?.modality === 'video') {
          pictures.push(...(await frames(source, item, place, each, options)));
        }
      }
      return pictures;
    },
  };
}

async function still(
  { findFile }: EvidencePicturesSource,
  { picture }: Extract<Item, { modality: 'image' }>,
  { marker }: MarkedSpan,
): Promise<MessagePicture[]> {
  const file = picture && (await findFile(picture.fileId));
  if (file === undefined) return [];
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    return [await jpeg(image, `[${marker}]`)];
  } finally {
    image.close();
  }
}

async function frames(
  { findFile, sampler }: EvidencePicturesSource,
  item: Extract<Item, { modality: 'video' }>,
  { marker, forest, span }: MarkedSpan,
  most: number,
  options: CallOptions,
): Promise<MessagePicture[]> {
  const file = item.fileId === undefined ? undefined : await findFile(item.fileId);
  if (file === undefined) return [];
  const { start, end } = forest.spans[span]!;
  const video = await sampler.open({ name: item.provenance.source, blob: file }, options);
  try {
    const pictures: MessagePicture[] = [];
    const times = frameTimes(start, end, most);
    for await (const { seconds, image } of video.frames({ times, maxSide: SIDE, ...options })) {
      pictures.push(await jpeg(image, `[${marker}] at ${clock(seconds)}`));
      image.close();
    }
    return pictures;
  } finally {
    video.close();
  }
}

async function jpeg(image: ImageBitmap, label: string): Promise<MessagePicture> {
  const scale = Math.min(1, SIDE / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  // JPEG knows no transparency: what shows through is paper, not black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  return { label, dataUrl: await blobDataUrl(blob), width, height };
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}
