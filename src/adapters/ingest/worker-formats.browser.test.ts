import { afterAll, describe, expect, it } from 'vitest';
import { createWorkerIngester } from '../worker/worker-ingester.ts';
import { createFileIngester } from './ingest-file.ts';
import { makeDocx, makeXlsx, paragraph, sheetRow } from './office/office.fixture.ts';
import { column, makePdf } from './pdf/pdf.fixture.ts';

const ingester = createWorkerIngester();
afterAll(() => ingester.dispose());

const text = (words: string) => new TextEncoder().encode(words);

describe('formats in the ingest worker', { timeout: 60_000 }, () => {
  it('reads a PDF through pdf.js’s own worker, Japanese by the character maps served here', async () => {
    const pages = [
      { texts: column(['Owls hunt at night.'], 72, 700) },
      { texts: [{ text: '82A082A282A482A682A8', x: 72, y: 700, font: 'japanese' as const }] },
    ];
    const seen: number[][] = [];
    const { items, warnings } = await ingester.ingest(
      { name: 'owls.pdf', bytes: makePdf(pages) },
      { onProgress: (done, total) => seen.push([done, total]) },
    );
    expect(warnings).toEqual([]);
    expect(items).toMatchObject([
      { modality: 'text', text: 'Owls hunt at night.\n\nあいうえお', provenance: { page: 1 } },
    ]);
    expect(seen).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  it('reads several PDFs at a time and stops one of them', async () => {
    const bytes = () =>
      makePdf(Array.from({ length: 30 }, (_, at) => ({ texts: column([`Owl ${at}.`], 72, 700) })));
    const controller = new AbortController();
    const [kept, stopped] = await Promise.allSettled([
      ingester.ingest({ name: 'a.pdf', bytes: bytes() }),
      ingester.ingest(
        { name: 'b.pdf', bytes: bytes() },
        { signal: controller.signal, onProgress: () => controller.abort() },
      ),
    ]);
    expect(kept).toMatchObject({ status: 'fulfilled', value: { warnings: [] } });
    expect(stopped).toMatchObject({ status: 'rejected', reason: { code: 'ABORTED' } });
  });

  it('says so when pdf.js’s worker cannot be started, instead of waiting', async () => {
    const lost = createFileIngester({
      pdf: {
        createWorker: () => new Worker('/no-such-worker.mjs', { type: 'module' }),
        cMapUrl: '/pdfjs/cmaps/',
        standardFontDataUrl: '/pdfjs/standard_fonts/',
      },
    });
    const reading = lost.ingest({ name: 'a.pdf', bytes: makePdf([{ texts: [] }]) });
    await expect(reading).rejects.toMatchObject({
      code: 'FILE_READER_CRASHED',
      message: expect.stringContaining('“a.pdf”'),
    });
  });

  it('names the error of a file that is no PDF', async () => {
    const reading = ingester.ingest({ name: 'no.pdf', bytes: text('no') });
    await expect(reading).rejects.toMatchObject({ code: 'FILE_MALFORMED' });
  });

  it('reads Word, Excel, HTML, captions, JSON and mail', async () => {
    const sheet = sheetRow(1, { A: 'Owl', B: 'cm' }) + sheetRow(2, { A: 'Barn owl', B: 34 });
    const files = {
      'a.docx': makeDocx(paragraph('Owls', 'Heading1') + paragraph('They hunt.')),
      'a.xlsx': makeXlsx({ Birds: { data: sheet } }),
      'a.html': text('<h1>Owls</h1><p>They hunt &eacute; mice.</p>'),
      'a.vtt': text('WEBVTT\n\n00:01.000 --> 00:02.000\nHoot.\n'),
      'a.json': text('[{"owl":"Barn owl","cm":34},{"owl":"Eagle owl","cm":66}]'),
      'a.eml': text('From: a@example.org\nSubject: Owls\n\nThey hunt.\n'),
    };
    const read = await Promise.all(
      Object.entries(files).map(([name, bytes]) => ingester.ingest({ name, bytes })),
    );
    expect(read.map(({ items }) => items[0])).toMatchObject([
      { title: 'Owls', text: 'They hunt.' },
      { rows: [['Barn owl', '34']], provenance: { cellRange: 'A2:B2' } },
      { title: 'Owls', text: 'They hunt é mice.' },
      { segments: [{ start: 1, end: 2, text: 'Hoot.' }] },
      { columns: ['owl', 'cm'] },
      { title: 'Owls', text: 'From: a@example.org\nSubject: Owls\n\nThey hunt.' },
    ]);
  });
});
