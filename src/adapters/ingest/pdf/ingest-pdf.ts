import { CanopyError } from '../../../core/errors.ts';
import type { SourceFile } from '../../../ports/ingester.ts';
import type { Ocr } from '../../../ports/ocr.ts';
import { documentItems } from '../document-items.ts';
import type { Format } from '../format.ts';
import type { PdfRuntime } from './pdf-runtime.ts';
import type { PdfContent } from './read-pdf.ts';
import type { ScannedPages, ScanReading } from './scanned-pages.ts';

/**
 * PDF: columns in reading order, headings by size, tables by alignment, each item with its page and its place there.
 * Scanned pages hold no text; they are named, since reading them takes character recognition.
 */
export function pdfFormat(runtime: PdfRuntime, ocr?: Ocr): Format {
  return {
    name: 'PDF',
    extensions: ['pdf'],
    async read(file, fallback, pause, onProgress, signal) {
      const { readPdf } = await import('./read-pdf.ts');
      const content = await readPdf(file, {
        runtime,
        pause,
        ...(onProgress === undefined ? {} : { onPage: onProgress }),
      });
      const { title, blocks, pageCount, damagedPages } = content;
      if (damagedPages.length === pageCount) throw unreadable(file.name);
      const scans = await readScans(file, content, { runtime, ocr, pause, onProgress, signal });
      const { pagesWithoutText } = scans;
      if (pagesWithoutText.length + damagedPages.length === pageCount) throw noText(file.name);
      return {
        items: documentItems([...blocks, ...scans.blocks], { source: file.name, title, fallback }),
        warnings: [...scans.warnings, ...pageWarnings({ ...content, pagesWithoutText })],
        ...(pagesWithoutText.length > 0 ? { pagesWithoutText } : {}),
      };
    },
  };
}

/** Recognises the text of scanned pages where that is possible; those without any stay named. */
async function readScans(
  file: SourceFile,
  { pagesWithoutText, pageCount, blocks }: PdfContent,
  { ocr, ...rest }: Omit<ScanReading, 'ocr' | 'level'> & { readonly ocr: Ocr | undefined },
): Promise<ScannedPages> {
  if (ocr === undefined || pagesWithoutText.length === 0) {
    return { blocks: [], warnings: [], pagesWithoutText };
  }
  const { readScannedPages } = await import('./scanned-pages.ts');
  // A heading of the first level would give a document without headings its title.
  const level = blocks.some(({ kind }) => kind === 'heading') ? 1 : 2;
  const reading = { ...rest, ocr, level };
  const scans = await readScannedPages(file, pagesWithoutText, pageCount, reading);
  const read = pagesWithoutText.filter((page) => !scans.pagesWithoutText.includes(page));
  if (read.length === 0) return scans;
  const told = `The text of ${read.length} scanned ${read.length === 1 ? 'page' : 'pages'} was recognised from the picture (${pageList(read)}).`;
  return { ...scans, warnings: [told, ...scans.warnings] };
}

function pageWarnings({ pagesWithoutText, damagedPages, pageCount }: PdfContent): string[] {
  const warnings: string[] = [];
  if (pagesWithoutText.length > 0) {
    warnings.push(
      `${pagesWithoutText.length} of ${pageCount} pages hold no text and were left out (${pageList(pagesWithoutText)}); if they are scans, their text must be recognised first.`,
    );
  }
  if (damagedPages.length > 0) {
    warnings.push(
      `${damagedPages.length} of ${pageCount} pages are damaged and were left out (${pageList(damagedPages)}).`,
    );
  }
  return warnings;
}

/** Pages as people write them: `page 3`, `pages 1-4, 7`. */
function pageList(pages: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last?.[1] === page - 1) last[1] = page;
    else ranges.push([page, page]);
  }
  const named = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  return `${pages.length === 1 ? 'page' : 'pages'} ${named.join(', ')}`;
}

function noText(name: string): CanopyError {
  return new CanopyError(
    'FILE_NO_TEXT',
    `“${name}” holds no text, only pictures of pages; it was probably scanned.`,
    { nextStep: 'Have its text recognised (OCR), then add the new file.' },
  );
}

function unreadable(name: string): CanopyError {
  return new CanopyError('FILE_MALFORMED', `No page of “${name}” could be read.`, {
    nextStep: 'Open it in a PDF viewer, save it again, then add the new file.',
  });
}
