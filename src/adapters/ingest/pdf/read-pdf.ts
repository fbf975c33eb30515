import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { TextItem } from 'pdfjs-dist/types/src/display/api';
import { CanopyError } from '../../../core/errors.ts';
import type { SourceFile } from '../../../ports/ingester.ts';
import type { DocumentBlock } from '../document-blocks.ts';
import type { Pause } from '../pause.ts';
import { documentBlocks } from './document-order.ts';
import { type OpenPdf, openPdf } from './open-pdf.ts';
import { pageRules, type Rule } from './page-rules.ts';
import type { PdfRuntime } from './pdf-runtime.ts';
import { ruledGrids } from './ruled-grids.ts';
import { ruledTables } from './ruled-table.ts';
import type { PagePieces } from './running-lines.ts';
import { linePieces } from './text-line.ts';
import { type PageText, placeRuns } from './text-run.ts';

/** A PDF as it is read. */
export interface PdfContent {
  readonly blocks: readonly DocumentBlock[];
  readonly pageCount: number;
  /** Pages that hold no text, such as scans, counted from 1; reading them takes character recognition. */
  readonly pagesWithoutText: readonly number[];
  /** Pages that are damaged and were left out, counted from 1. */
  readonly damagedPages: readonly number[];
  /** The title in the file's own description, if it looks like one. */
  readonly title: string | undefined;
}

/** What reading tells and obeys as it goes. */
export interface PdfReading {
  readonly runtime: PdfRuntime;
  readonly pause: Pause;
  /** Pages read so far, of all. */
  readonly onPage?: (done: number, total: number) => void;
}

/** Only words and lines are looked at, so pictures, whose decoding takes longest, are left out. */
const WITHOUT_PICTURES = { maxImageSize: 1 };
/** Most pages of one PDF. */
export const MOST_PAGES = 10_000;

/**
 * Reads a PDF page by page; a page's memory is given back before the next one is opened, so that only its words stay.
 *
 * @throws CanopyError `FILE_ENCRYPTED`, `FILE_MALFORMED`, `FILE_TOO_COMPLEX` or `ABORTED`.
 */
export async function readPdf(file: SourceFile, reading: PdfReading): Promise<PdfContent> {
  const pdf = await openPdf(file, reading.runtime, WITHOUT_PICTURES);
  const { document, close } = pdf;
  try {
    const pageCount = document.numPages;
    if (pageCount > MOST_PAGES) throw tooManyPages(file.name, pageCount);
    const pages: PagePieces[] = [];
    const asides = new Map<string, Aside[]>();
    const pagesWithoutText: number[] = [];
    const damagedPages: number[] = [];
    for (let number = 1; number <= pageCount; number++) {
      await reading.pause();
      const page = await readPage(pdf, number);
      reading.onPage?.(number, pageCount);
      if (page === undefined) {
        damagedPages.push(number);
        continue;
      }
      if (page.runs.length === 0 && page.turned.length === 0) pagesWithoutText.push(number);
      const { tables, rest } = ruledTables(page, ruledGrids(page.rules));
      const pieces = linePieces({ ...page, runs: rest });
      const standIns = tables.flatMap((table) => table.standIns);
      // Of the page's runs and rules nothing is kept.
      const { width, height } = page;
      pages.push({ page: number, width, height, pieces: [...pieces, ...standIns], tables });
      for (const text of page.turned) {
        const key = text.replace(/\d+/g, '#');
        asides.set(key, [...(asides.get(key) ?? []), { text, page: number }]);
      }
    }
    const title = await ownTitle(document);
    await reading.pause();
    const blocks = [...documentBlocks(pages), ...asideBlocks(asides)];
    return { blocks, pageCount, pagesWithoutText, damagedPages, title };
  } finally {
    await close();
  }
}

/** A damaged page does not cost the others. */
async function readPage(
  { document, wait }: OpenPdf,
  number: number,
): Promise<PageText | undefined> {
  try {
    const page = await wait(document.getPage(number));
    const { width, height, transform } = page.getViewport({ scale: 1 });
    const { items } = await wait(page.getTextContent({ disableNormalization: true }));
    const runs = items.filter((item): item is TextItem => 'str' in item);
    const rules = runs.length === 0 ? [] : await drawnRules(page, transform, wait);
    const placed = placeRuns(runs, { page: number, width, height, transform, rules });
    page.cleanup();
    return placed;
  } catch (thrown) {
    if (thrown instanceof CanopyError) throw thrown;
    return undefined; // told by its number in damagedPages
  }
}

/** A page whose drawing is damaged still has its words. */
async function drawnRules(
  page: PDFPageProxy,
  transform: readonly number[],
  wait: OpenPdf['wait'],
): Promise<Rule[]> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  try {
    return pageRules(await wait(page.getOperatorList()), OPS, transform);
  } catch (thrown) {
    if (thrown instanceof CanopyError) throw thrown;
    return []; // alignment alone tells its tables
  }
}

/** What is written up a page's margin, or across it. */
interface Aside {
  readonly text: string;
  readonly page: number;
}

/** What returns on several pages, numbers aside, is a stamp; what holds no word is a mark. */
function asideBlocks(asides: ReadonlyMap<string, readonly Aside[]>): DocumentBlock[] {
  return [...asides.values()].flatMap(([aside, ...others]) =>
    aside === undefined || others.length > 0 || !/\p{L}{4}/u.test(aside.text)
      ? []
      : [{ kind: 'text', text: aside.text, place: { page: aside.page } }],
  );
}

/** Programs write file names and placeholders into the title field; such are no titles. */
async function ownTitle(document: PDFDocumentProxy): Promise<string | undefined> {
  const { info } = await document.getMetadata();
  const title = 'Title' in info && typeof info.Title === 'string' ? info.Title.trim() : '';
  const isName = /\.\w{2,4}$|^(?:untitled|microsoft word|document\d*|slide \d)/i.test(title);
  return title.length > 3 && title.includes(' ') && !isName ? title : undefined;
}

function tooManyPages(name: string, pages: number): CanopyError {
  return new CanopyError(
    'FILE_TOO_COMPLEX',
    `“${name}” has ${pages} pages; at most ${MOST_PAGES} can be read.`,
    { nextStep: 'Split the file and add its parts.' },
  );
}
