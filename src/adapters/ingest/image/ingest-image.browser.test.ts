import { afterAll, describe, expect, it } from 'vitest';
import type { ImageItem } from '../../../core/item.ts';
import type { SourceFile } from '../../../ports/ingester.ts';
import { createWorkerOcr } from '../../worker/worker-ocr.ts';
import { createFileIngester } from '../ingest-file.ts';
import { realFileInBrowser } from '../real-file.browser.fixture.ts';

const ocr = createWorkerOcr();
const ingester = createFileIngester({ images: true, ocr });
afterAll(() => ocr.dispose());

async function png(width: number, height: number, text: string, name = 'drawn.png') {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#000';
  context.font = '28px "Liberation Sans", sans-serif';
  context.fillText(text, 20, height / 2);
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
  return { name, bytes } satisfies SourceFile;
}

/** Only the header of a PNG that claims to be this large. */
function claimed(width: number, height: number): SourceFile {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return { name: 'huge.png', bytes };
}

const only = ({ items }: { items: readonly unknown[] }): ImageItem => {
  expect(items).toHaveLength(1);
  return items[0] as ImageItem;
};

describe('a picture', { timeout: 120_000 }, () => {
  it('is one item with its size, its file and the words in it', async () => {
    const file = await png(640, 160, 'Invoice 4711 of 3 May 2024');
    const read = await ingester.ingest(file);
    const item = only(read);
    expect(item).toMatchObject({
      modality: 'image',
      title: 'drawn',
      text: 'Invoice 4711 of 3 May 2024',
      picture: { fileId: read.id, width: 640, height: 160 },
      provenance: { source: 'drawn.png' },
    });
    expect(item.textConfidence).toBeGreaterThan(0.8);
    expect(read.warnings).toEqual([]);
  });

  it('without words is told apart from another one', async () => {
    const [a, b] = [
      await ingester.ingest(await png(50, 50, '')),
      await ingester.ingest(await png(60, 50, '')),
    ];
    expect(only(a).text).toBe('');
    expect(only(a).id).not.toBe(only(b).id);
  });

  it('of 20,000 pixels is refused before it is decoded, and a damaged one is named', async () => {
    await expect(ingester.ingest(claimed(20_000, 20_000))).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: expect.stringContaining('20,000 × 20,000'),
    });
    await expect(ingester.ingest(claimed(10, 10))).rejects.toMatchObject({
      code: 'FILE_MALFORMED',
      message: expect.stringContaining('huge.png'),
    });
  });

  it('is shown upright, whatever way the camera was held', async ({ skip }) => {
    const file = await realFileInBrowser('images/exif-rotated-6.jpg');
    if (file === undefined) return skip('the real test files are absent');
    // Stored as 1200 × 1800, to be turned by a quarter.
    expect(only(await ingester.ingest(file)).picture).toMatchObject({ width: 1800, height: 1200 });
  });

  it('of a typed page gives its words', async ({ skip }) => {
    const file = await realFileInBrowser('images/typewriter-text.png');
    if (file === undefined) return skip('the real test files are absent');
    const { text, textConfidence } = only(await ingester.ingest(file));
    expect(text).toContain('laurier, kruidnagel, kerrie, zout');
    expect(text).toContain('De helft van');
    expect(textConfidence).toBeGreaterThan(0.6);
  });
});
