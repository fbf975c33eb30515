import { describe, expect, it } from 'vitest';
import type { CanopyError } from '../../../core/errors.ts';
import type { IngestOptions } from '../../../ports/ingester.ts';
import { createFileIngester } from '../ingest-file.ts';
import { sourceFile, tables, texts } from '../source-file.fixture.ts';
import { nodePdfRuntime } from './node-pdf-runtime.ts';
import { column, makePdf, type PdfPage } from './pdf.fixture.ts';

const ingester = createFileIngester({ pdf: nodePdfRuntime() });

function read(pages: readonly PdfPage[], options?: IngestOptions) {
  return ingester.ingest(sourceFile('made.pdf', makePdf(pages)), options);
}

function refused(bytes: Uint8Array): Promise<CanopyError> {
  return ingester.ingest(sourceFile('made.pdf', bytes)).then(
    () => expect.fail('was read'),
    (error: CanopyError) => error,
  );
}

const LEFT = [
  'Owls hunt at night and hear a mouse',
  'under the snow. Their ears are un-',
  'even, so that they can tell how high',
  'a sound comes from; a barn owl will',
  'strike within a degree of it in full',
  'darkness, which no other bird does and',
];
const RIGHT = [
  'which took long to find out. Masaka-',
  'zu Konishi trained owls in a room with',
  'no light at all and measured where',
  'they struck. He found that they use',
  'the time between both ears for the',
  'side, and loudness for the height.',
];

describe('PDF', { timeout: 60_000 }, () => {
  it('reads columns one after the other, joins words and sentences over their ends', async () => {
    const { items } = await read([
      {
        texts: [
          { text: 'How owls hear', x: 200, y: 740, size: 18, font: 'bold' },
          ...column(LEFT, 50, 700),
          ...column(RIGHT, 320, 700),
        ],
      },
    ]);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ title: 'How owls hear', headingPath: [] });
    const [{ text, provenance }] = texts(items) as [ReturnType<typeof texts>[0]];
    expect(text).toContain('Their ears are uneven, so that');
    expect(text).toContain('no other bird does and which took long to find out.');
    expect(text).toMatch(/loudness for the height\.$/);
    expect(provenance.page).toBe(1);
    // One place a line, so that a citation marks its own lines alone.
    expect(provenance.parts).toHaveLength(LEFT.length + RIGHT.length);
    const [left, right] = [provenance.parts![0], provenance.parts![LEFT.length]];
    expect(left!.box).toMatchObject({ left: 50, top: 84, height: 10.5 });
    const third = provenance.parts![2]!;
    expect(text.slice(third.start)).toMatch(/^even, so that they can tell/);
    expect(third.box!.top).toBe(108);
    expect(right!.box!.left).toBe(320);
    expect(text.slice(right!.start)).toMatch(/^which took long/);
  });

  it('keeps the hanging lines of references with the line above them, and parts the entries', async () => {
    const entry = (at: number) => [
      { text: `Konishi, M. and Knudsen, E. 19${70 + at}. On the hearing of owls,`, x: 50 },
      { text: 'of barn owls above all. In Journal of Owls, volume 12,', x: 61 },
      { text: 'pages 1 to 20.', x: 61 },
    ];
    const lines = [0, 1, 2, 3].flatMap(entry);
    const { items } = await read([
      { texts: lines.map((line, at) => ({ ...line, y: 700 - at * 12 })) },
    ]);
    expect(texts(items)[0]!.text.split('\n\n')).toEqual(
      [70, 71, 72, 73].map(
        (year) =>
          `Konishi, M. and Knudsen, E. 19${year}. On the hearing of owls, of barn owls above all. In Journal of Owls, volume 12, pages 1 to 20.`,
      ),
    );
  });

  it('reads a page that is turned, and takes the box from the page as it is shown', async () => {
    const { items } = await read([
      { rotate: 90, texts: [{ text: 'Sideways owls', x: 72, y: 72 }] },
    ]);
    expect(texts(items)[0]!.text).toBe('Sideways owls');
  });

  it('takes an aligned table out with its headings, and the caption by its side', async () => {
    const rows = [
      ['Barn owl', '34', '470'],
      ['Tawny owl', '38', '520'],
      ['Eagle owl', '66', '2,700'],
      ['Pygmy owl', '17', '65'],
    ];
    const cells = (row: readonly string[], y: number, font: 'regular' | 'bold' = 'regular') =>
      row.map((text, at) => ({ text, x: 60 + at * 120, y, font }));
    const { items } = await read([
      {
        texts: [
          { text: 'Table 1: Owls of Europe.', x: 60, y: 720 },
          ...cells(['Species', 'Length (cm)', 'Weight (g)'], 700, 'bold'),
          ...rows.flatMap((row, at) => cells(row, 684 - at * 14)),
        ],
      },
    ]);
    expect(items).toMatchObject([
      {
        modality: 'table',
        caption: 'Table 1: Owls of Europe.',
        columns: ['Species', 'Length (cm)', 'Weight (g)'],
        rows,
        provenance: { page: 1 },
      },
    ]);
  });

  it('puts a heading that spans columns over each of them, and years are headings', async () => {
    const line = (y: number, cells: Readonly<Record<number, string>>) =>
      Object.entries(cells).map(([x, text]) => ({ text, x: Number(x), y }));
    const { items } = await read([
      {
        texts: [
          ...line(700, { 225: 'Nests', 425: 'Chicks' }),
          ...line(686, { 60: 'Place', 200: '2019', 260: '2020', 400: '2019', 460: '2020' }),
          ...line(672, { 60: 'Old barn', 200: '12', 260: '9', 400: '31', 460: '28' }),
          ...line(658, { 60: 'Church', 200: '4', 260: '7', 400: '11', 460: '19' }),
          ...line(644, { 60: 'Quarry', 200: '1', 260: '2', 400: '3', 460: '5' }),
        ],
      },
    ]);
    expect(tables(items)[0]).toMatchObject({
      columns: ['Place', 'Nests 2019', 'Nests 2020', 'Chicks 2019', 'Chicks 2020'],
      rows: [
        ['Old barn', '12', '9', '31', '28'],
        ['Church', '4', '7', '11', '19'],
        ['Quarry', '1', '2', '3', '5'],
      ],
    });
    // The place of each row, so that a citation marks its own.
    const { parts } = tables(items)[0]!.provenance;
    expect(parts?.map(({ start, box }) => [start, box!.top])).toEqual([
      [0, 112],
      [1, 126],
      [2, 140],
    ]);
  });

  it('leaves out running titles and page numbers, and tells the page of each passage', async () => {
    const { items } = await read(
      Array.from({ length: 5 }, (_, at) => ({
        texts: [
          { text: 'Owls of the World', x: 250, y: 770 },
          { text: `${at + 1}`, x: 300, y: 30 },
          { text: `Chapter of owl ${'ABCDE'[at]}.`, x: 60, y: 600 },
        ],
      })),
    );
    const words = texts(items)
      .map(({ text }) => text)
      .join(' ');
    expect(words).not.toContain('Owls of the World');
    expect(words).not.toMatch(/\d/);
    const { parts } = texts(items)[0]!.provenance;
    expect(parts!.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5]);
  });

  it('keeps body lines that are alike on every page up to its edges, and numbered headings', async () => {
    const { items } = await read(
      Array.from({ length: 6 }, (_, page) => ({
        texts: [
          { text: 'Log of the weather stations', x: 220, y: 770, size: 8 },
          { text: `Chapter ${page + 1}`, x: 60, y: 740, size: 18, font: 'bold' },
          ...column(
            Array.from({ length: 55 }, (_, line) => `Entry ${page * 55 + line} was read at noon.`),
            60,
            710,
          ),
        ],
      })),
    );
    const words = texts(items).map(({ text }) => text);
    const entries = words.flatMap((text) => [...text.matchAll(/Entry (\d+) was read at noon\./g)]);
    expect(entries.map(([, number]) => Number(number))).toEqual(Array.from(Array(330).keys()));
    expect(words.join(' ')).not.toContain('Log of the weather');
    for (let page = 1; page <= 6; page++) expect(words.join(' ')).toContain(`Chapter ${page}`);
  });

  it('says letters once that are drawn twice to look bold', async () => {
    const twice = [0, 0.3].map((shift) => ({
      text: 'Owls of the whole world',
      x: 72 + shift,
      y: 700,
    }));
    const { items } = await read([{ texts: [...twice, { text: 'hunt.', x: 185, y: 700 }] }]);
    expect(texts(items)[0]!.text).toBe('Owls of the whole world hunt.');
  });

  it('knows Japanese without an embedded font', async () => {
    // あいうえお in Shift-JIS
    const { items } = await read([
      { texts: [{ text: '82A082A282A482A682A8', x: 72, y: 700, size: 24, font: 'japanese' }] },
    ]);
    expect(texts(items)[0]!.text).toBe('あいうえお');
  });

  it('names the pages without text, and refuses a file that has no others', async () => {
    const page = { texts: [{ text: 'The only page with words.', x: 60, y: 700 }] };
    const some = await read([{ texts: [] }, page, { texts: [] }, { texts: [] }]);
    expect(some.pagesWithoutText).toEqual([1, 3, 4]);
    expect(some.warnings).toEqual([expect.stringContaining('3 of 4 pages hold no text')]);
    expect(some.warnings[0]).toContain('pages 1, 3-4');
    const none = await refused(makePdf([{ texts: [] }]));
    expect(none).toMatchObject({ code: 'FILE_NO_TEXT', nextStep: expect.stringContaining('OCR') });
  });

  it('refuses what is no PDF, and a PDF that was cut off', async () => {
    const noise = await refused(new TextEncoder().encode('This is no PDF.'));
    expect(noise).toMatchObject({ code: 'FILE_MALFORMED' });
    expect(noise.message).toContain('made.pdf');
    const cut = makePdf([{ texts: [{ text: 'x', x: 1, y: 1 }] }]).slice(0, 60);
    expect(await refused(cut)).toMatchObject({ code: 'FILE_MALFORMED' });
  });

  it('reads 300 pages with progress at each, in steady memory', async () => {
    const paragraph = Array.from(
      { length: 50 },
      (_, at) => `Line ${at} says that owls turn their heads by 270 degrees and no more.`,
    );
    const file = sourceFile(
      'long.pdf',
      makePdf(Array.from({ length: 300 }, () => ({ texts: column(paragraph, 60, 740) }))),
    );
    const seen: number[] = [];
    const heap: number[] = [];
    await ingester.ingest(file, {
      onProgress: (done, total) => {
        expect(total).toBe(300);
        seen.push(done);
        if (done % 50 === 0) heap.push(process.memoryUsage().heapUsed / 1e6);
      },
    });
    expect(seen).toEqual(Array.from({ length: 300 }, (_, at) => at + 1));
    // The words of 250 pages stay, their pages do not: those would take hundreds of megabytes.
    expect(heap.at(-1)! - heap[0]!).toBeLessThan(120);
  });

  it('stops between pages when told to', async () => {
    const controller = new AbortController();
    const reading = read(
      Array.from({ length: 20 }, () => ({ texts: column(LEFT, 60, 740) })),
      {
        signal: controller.signal,
        onProgress: (done) => {
          if (done === 3) controller.abort();
          expect(done).toBeLessThanOrEqual(3);
        },
      },
    );
    await expect(reading).rejects.toMatchObject({ code: 'ABORTED' });
  });
});
