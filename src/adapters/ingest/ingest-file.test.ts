import { describe, expect, it } from 'vitest';
import type { CanopyError } from '../../core/errors.ts';
import { segmentItem } from '../../core/segment-item.ts';
import { createFileIngester, fileIngester, LARGEST_FILE } from './ingest-file.ts';
import {
  HAS_REAL_FILES,
  ingest,
  realFile,
  refusal,
  sourceFile,
  texts,
} from './source-file.fixture.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13];

describe('files that cannot be read', () => {
  it.each([
    ['nothing.txt', [], 'FILE_EMPTY', '0 bytes'],
    ['blank.txt', [0x20, 0x0a, 0x0d, 0x0a, 0x09], 'FILE_EMPTY', 'no text'],
    ['blank.md', [0x0a, 0x0a], 'FILE_EMPTY', 'no text'],
    ['mark-only.csv', [0xef, 0xbb, 0xbf], 'FILE_EMPTY', 'no text'],
    ['commas.csv', [0x2c, 0x2c, 0x0a, 0x2c, 0x2c], 'FILE_EMPTY', 'no text'],
    ['picture.txt', PNG, 'FILE_NOT_TEXT', 'PNG'],
    ['paper.md', [...new TextEncoder().encode('%PDF-1.7\nstream')], 'FILE_NOT_TEXT', 'PDF'],
    [
      'noise.txt',
      Array.from({ length: 999 }, (_, at) => (at * at) % 256),
      'FILE_NOT_TEXT',
      'binary',
    ],
    [
      'letters.txt',
      [0x41, 0x81, 0x8d, 0x41, 0x9d, 0x8f, 0xff],
      'FILE_ENCODING_UNKNOWN',
      'encoding',
    ],
    ['movie.xyz', [1], 'FILE_UNSUPPORTED', '.xyz'],
  ] as const)('%s', async (name, bytes, code, words) => {
    const error = await refusal(sourceFile(name, bytes));
    expect(error.code).toBe(code);
    expect(error.message).toContain(`“${name}”`);
    expect(error.message).toContain(words);
    expect(error.nextStep).toMatch(/\.$/);
  });

  it.each([
    ['talk.pptx', 'Save it as text.'],
    ['all.zip', 'Unpack it and add its files.'],
    ['sums.ods', 'Save it as .xlsx or .csv.'],
    ['letter.odt', 'Save it as .docx or PDF.'],
  ])('says in a few words what to make of %s', async (name, nextStep) => {
    expect(await refusal(sourceFile(name, [1]))).toMatchObject({ nextStep });
  });

  it('names a kind of picture only where pictures can be read', async () => {
    const file = sourceFile('plan.svg', [1]);
    expect(await refusal(file)).toMatchObject({ nextStep: 'Save it as text.' });
    const reading = createFileIngester({ images: true }).ingest(file);
    await expect(reading).rejects.toMatchObject({ nextStep: 'Save it as PNG.' });
  });

  it('refuses more than 100 MB by its size alone', async () => {
    const error = await refusal({ name: 'huge.txt', bytes: new Uint8Array(LARGEST_FILE + 1) });
    expect(error.code).toBe('FILE_TOO_LARGE');
    expect(error.message).toBe('“huge.txt” has 101 MB; at most 100 MB can be read.');
  });

  const videoRefusal = (thrown: Error) => {
    const ingester = createFileIngester({ frames: { open: () => Promise.reject(thrown) } });
    const file = { name: 'talk.mp4', bytes: new Uint8Array([1]), blob: new Blob(['x']) };
    return ingester.ingest(file);
  };

  it.each([new RangeError('Maximum call stack size exceeded'), new Error('too much recursion')])(
    'names what is nested deeper than a parser can follow: %s',
    async (overflow) => {
      await expect(videoRefusal(overflow)).rejects.toMatchObject({
        code: 'FILE_TOO_COMPLEX',
        message: '“talk.mp4” is nested too deep to be read.',
        nextStep: expect.stringMatching(/^Take the part you need/),
      });
    },
  );

  it.each([
    'Failed to fetch dynamically imported module: https://canopy.example/assets/read.js',
    'error loading dynamically imported module: https://canopy.example/assets/read.js',
    'Importing a module script failed.',
  ])('blames the page and not the file for: %s', async (message) => {
    await expect(videoRefusal(new TypeError(message))).rejects.toMatchObject({
      code: 'FILE_READER_CRASHED',
      message: '“talk.mp4” was not read: a part of Canopy could not be loaded.',
      nextStep: 'Check the connection, reload the page, and add the file again.',
    });
  });

  it.skipIf(!HAS_REAL_FILES)(
    'a real PDF under a text name (skipped without ../shared)',
    async () => {
      const { bytes } = realFile('pdf/wikipedia-printout.pdf');
      expect((await refusal({ name: 'notes.txt', bytes })).code).toBe('FILE_NOT_TEXT');
    },
  );
});

describe('identity', () => {
  const text = 'Owls hunt at night. Mice are their food.';

  it('is the SHA-256 of the bytes for a document', async () => {
    const { id } = await ingest('abc.txt', 'abc');
    expect(id).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('of an item depends on what it says and under which headings, not on where it stands', async () => {
    const item = async (name: string, content: string) =>
      (await ingest(name, content)).items[0]!.id;
    expect(await item('owls.txt', text)).toBe(await item('owls.txt', `\n\n${text}\n`));
    expect(await item('owls.txt', text)).not.toBe(await item('mice.txt', text));
    expect(await item('owls.md', `## A\n\n${text}`)).not.toBe(
      await item('owls.md', `## B\n\n${text}`),
    );
  });

  it('gives the same passage under the same headings once', async () => {
    const { items } = await ingest(
      'owls.md',
      `## A\n\n${text}\n\n## A\n\n${text}\n\n## B\n\nMore.`,
    );
    expect(texts(items).map((item) => item.headingPath)).toEqual([['A'], ['B']]);
  });
});

describe('choice of format', () => {
  it('does not mind capitals and reads a file without extension as text', async () => {
    expect((await ingest('TABLE.CSV', 'a,b\n1,2')).items[0]!.modality).toBe('table');
    expect((await ingest('LICENSE', '# MIT')).items[0]).toMatchObject({
      title: 'LICENSE',
      text: '# MIT',
    });
    expect((await ingest('.profile', 'export A=1')).items[0]!.title).toBe('.profile');
  });
});

describe('large and long', () => {
  it('reads 8 MB of text in bounded passages, each in its place', { timeout: 60_000 }, async () => {
    const paragraph = (at: number) =>
      `Paragraph ${at} tells of owls. ${'They hunt mice, voles and shrews at night. '.repeat(12)}`;
    const parts: string[] = [];
    for (let at = 0, size = 0; size < 8 * 1024 * 1024; at++) {
      parts.push(paragraph(at));
      size += parts.at(-1)!.length + 2;
    }
    const text = parts.join('\n\n');
    const { items } = await ingest('big.txt', text);
    expect(items.length).toBeGreaterThan(parts.length / 2);
    for (const item of texts(items)) {
      const { offset } = item.provenance;
      expect(item.text.length).toBeLessThan(2_000);
      if (text.slice(offset, offset! + item.text.length) !== item.text)
        expect(offset).toBe('its place');
    }
    const words = (all: string) => all.split(/\s+/).filter(Boolean).length;
    expect(texts(items).reduce((sum, item) => sum + words(item.text), 0)).toBe(words(text));
  });

  it('cuts one line of 100,000 characters', async () => {
    const line = Array.from(
      { length: 100_000 / 8 },
      (_, at) => `w${String(at).padStart(6, '0')}`,
    ).join(' ');
    const { items } = await ingest('line.txt', line);
    expect(items.length).toBeGreaterThanOrEqual(50);
    for (const item of texts(items)) {
      expect(item.text.length).toBeLessThanOrEqual(2_000);
      expect(Math.max(...segmentItem(item).ends)).toBe(item.text.length);
    }
    expect(
      texts(items)
        .map(({ text }) => text)
        .join(' '),
    ).toBe(line);
  });

  it('stops when it is told to', async () => {
    const controller = new AbortController();
    const text = 'Owls hunt at night, and mice are their food. '.repeat(200_000);
    const reading = fileIngester.ingest(sourceFile('big.txt', text), { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    const error = await reading.catch((reason: CanopyError) => reason);
    expect(error).toMatchObject({ code: 'ABORTED', message: 'Reading “big.txt” was cancelled.' });
  });

  it('does not begin when it was told before', async () => {
    const signal = AbortSignal.abort();
    await expect(fileIngester.ingest(sourceFile('a.txt', 'x'), { signal })).rejects.toMatchObject({
      code: 'ABORTED',
    });
  });
});
