import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { imageSize } from './image-size.ts';

const FILES = '../shared/data/files/images';
const bytes = (...values: number[]) => Uint8Array.from(values);

describe('imageSize', () => {
  it.skipIf(!existsSync(FILES)).each([
    ['typewriter-text.png', 4000, 2864],
    ['scan-text.png', 982, 622],
    // As stored: the camera's orientation turns them by a quarter.
    ['exif-rotated-6.jpg', 1200, 1800],
    ['exif-rotated-8.jpg', 1800, 1200],
    ['map-many-colours.jpg', 640, 682],
    ['transparent.webp', 400, 301],
  ])('reads the header of %s', (name, width, height) => {
    expect(imageSize(readFileSync(`${FILES}/${name}`))).toEqual({ width, height });
  });

  it('reads GIF and BMP headers', () => {
    const gif = bytes(0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x20, 0x03, 0x58, 0x02);
    expect(imageSize(gif)).toEqual({ width: 800, height: 600 });
    const bmp = new Uint8Array(26);
    bmp.set([0x42, 0x4d]);
    new DataView(bmp.buffer).setInt32(18, 20_000, true);
    new DataView(bmp.buffer).setInt32(22, -5, true);
    expect(imageSize(bmp)).toEqual({ width: 20_000, height: 5 });
  });

  it('says nothing of other files and of headers that end too early', () => {
    expect(imageSize(bytes(1, 2, 3))).toBeUndefined();
    expect(imageSize(bytes(0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10))).toBeUndefined();
    expect(imageSize(bytes(0xff, 0xd8, 0xff, 0xda, 0x00, 0x10))).toBeUndefined();
    expect(imageSize(new Uint8Array(0))).toBeUndefined();
  });
});
