/** Width and height in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The size that a picture's header states, before any of it is decoded: PNG, JPEG, GIF, WebP and BMP. Undefined for other
 * formats and for headers that make no sense. The camera's orientation is not applied.
 */
export function imageSize(bytes: Uint8Array): PixelSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = (text: string, at = 0) =>
    bytes.length >= at + text.length &&
    [...text].every((letter, i) => bytes[at + i] === letter.charCodeAt(0));
  try {
    if (starts('\u0089PNG') && starts('IHDR', 12)) {
      return { width: view.getUint32(16), height: view.getUint32(20) };
    }
    if (starts('\u00ff\u00d8')) return jpegSize(view);
    if (starts('GIF8')) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    if (starts('RIFF') && starts('WEBP', 8)) return webpSize(view, (text) => starts(text, 12));
    if (starts('BM')) {
      return { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) };
    }
  } catch (error) {
    // The file ends inside its header.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

/** Goes from segment to segment until the one that starts the frame. */
function jpegSize(view: DataView): PixelSize | undefined {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Fill bytes, and markers without a length.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (isFrameStart(marker)) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    } else if (marker === 0xd9 || marker === 0xda) return undefined;
    else at += 2 + view.getUint16(at + 2);
  }
}

function isFrameStart(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function webpSize(view: DataView, isKind: (text: string) => boolean): PixelSize | undefined {
  if (isKind('VP8X')) {
    const of = (at: number) => 1 + view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
    return { width: of(24), height: of(27) };
  }
  if (isKind('VP8L')) {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
  }
  if (isKind('VP8 ')) {
    return {
      width: view.getUint16(26, true) & 0x3fff,
      height: view.getUint16(28, true) & 0x3fff,
    };
  }
  return undefined;
}
