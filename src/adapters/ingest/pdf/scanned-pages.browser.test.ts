import { afterAll, describe, expect, it } from 'vitest';
import type { TextItem } from '../../../core/item.ts';
import { createWorkerOcr } from '../../worker/worker-ocr.ts';
import { createFileIngester } from '../ingest-file.ts';
import { realFileInBrowser } from '../real-file.browser.fixture.ts';
import { browserPdfRuntime } from './browser-pdf-runtime.ts';

const ocr = createWorkerOcr();
const ingester = createFileIngester({ pdf: browserPdfRuntime(), ocr });
afterAll(() => ocr.dispose());

describe('a scanned PDF', { timeout: 300_000 }, () => {
  it('is read from its pictures: page, place and words, and said so', async ({ skip }) => {
    const file = await realFileInBrowser('pdf/scanned-page-no-text.pdf');
    if (file === undefined) return skip('the real test files are absent');
    const progress: string[] = [];
    const read = await ingester.ingest(file, {
      onProgress: (done, total) => progress.push(`${done}/${total}`),
    });
    const items = read.items.filter((item): item is TextItem => item.modality === 'text');
    const text = items.map((item) => item.text).join('\n');
    expect(text).toContain(
      'When we was passing by the kitchen I fell over a root and made a noise.',
    );
    // Parted at a line's end in the book.
    expect(text).toContain('likely it was minutes and minutes');
    expect(text).toContain('and next my back, right between my shoulders.');
    for (const { headingPath, provenance } of items) {
      expect(headingPath).toEqual(['Page 1']);
      expect(provenance.page).toBe(1);
      expect(provenance.box!.width).toBeGreaterThan(10);
    }
    expect(read.warnings[0]).toBe(
      'The text of 1 scanned page was recognised from the picture (page 1).',
    );
    expect(read.pagesWithoutText).toBeUndefined();
    expect(progress.at(-1)).toBe('1/1');
  });

  it('in two columns and skewed is straightened and read column by column', async ({ skip }) => {
    const file = await realFileInBrowser('pdf/scanned-skewed-no-text.pdf');
    if (file === undefined) return skip('the real test files are absent');
    const { items } = await ingester.ingest(file);
    const text = items.map((item) => (item.modality === 'text' ? item.text : '')).join('\n');
    expect(text).toContain(
      'To record a sequence, simply press RECORD and PLAY, then play your MIDI',
    );
    expect(text).toContain('then use the CREATE SONG function to');
  });
});
