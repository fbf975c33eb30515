import { throwIfAborted } from '../../../core/errors.ts';
import type { IngestOptions, SourceFile } from '../../../ports/ingester.ts';
import type { Ocr, OcrLine, OcrResult } from '../../../ports/ocr.ts';
import type { DocumentBlock } from '../document-blocks.ts';
import { recognisedText, uncertainText } from '../image/recognised-text.ts';
import type { Pause } from '../pause.ts';
import { drawPage, offscreenDrawing } from './draw-page.ts';
import { openPdf } from './open-pdf.ts';
import type { PdfRuntime } from './pdf-runtime.ts';

/** What recognising scanned pages needs and obeys. */
export interface ScanReading extends Pick<IngestOptions, 'onProgress'> {
  readonly runtime: PdfRuntime;
  readonly ocr: Ocr;
  readonly pause: Pause;
  readonly signal?: AbortSignal | undefined;
  /** Level of the headings that the pages stand under. */
  readonly level: number;
}

/** What was recognised on scanned pages. */
export interface ScannedPages {
  readonly blocks: readonly DocumentBlock[];
  readonly warnings: readonly string[];
  /** Pages without text even so, counted from 1. */
  readonly pagesWithoutText: readonly number[];
}

/** Pixels per point: 200 dots per inch, what scanners make and engines like. */
const SCALE = 200 / 72;

/** Draws pages one by one and reads the pictures; each page goes under a heading of its own. */
export async function readScannedPages(
  file: SourceFile,
  pages: readonly number[],
  pageCount: number,
  { runtime, ocr, pause, onProgress, signal, level }: ScanReading,
): Promise<ScannedPages> {
  const { document, close } = await openPdf(file, runtime, offscreenDrawing);
  const blocks: DocumentBlock[] = [];
  const warnings: string[] = [];
  const pagesWithoutText: number[] = [];
  try {
    for (const [index, number] of pages.entries()) {
      await pause();
      const page = await document.getPage(number);
      const { image, scale } = await drawPage(page, SCALE);
      page.cleanup();
      const found = await ocr.recognise(image, signal === undefined ? {} : { signal });
      throwIfAborted(signal);
      if (found.lines.length === 0) pagesWithoutText.push(number);
      else blocks.push({ kind: 'heading', level, text: `Page ${number}` });
      blocks.push(...paragraphs(found, number, scale));
      const uncertain = uncertainText(`page ${number}`, recognisedText(found).confidence);
      if (uncertain !== undefined) warnings.push(uncertain);
      onProgress?.(pageCount - pages.length + index + 1, pageCount);
    }
    return { blocks, warnings, pagesWithoutText };
  } finally {
    await close();
  }
}

/** One block for each paragraph, its words joined over line ends, with its place in points. */
function paragraphs({ lines }: OcrResult, page: number, scale: number): DocumentBlock[] {
  const byBlock = new Map<number, OcrLine[]>();
  for (const line of lines) byBlock.set(line.block, [...(byBlock.get(line.block) ?? []), line]);
  return [...byBlock.values()].map((block) => {
    const left = Math.min(...block.map(({ box }) => box.x));
    const top = Math.min(...block.map(({ box }) => box.y));
    const right = Math.max(...block.map(({ box }) => box.x + box.width));
    const bottom = Math.max(...block.map(({ box }) => box.y + box.height));
    const points = (pixels: number) => Math.round((pixels / scale) * 10) / 10;
    const box = {
      left: points(left),
      top: points(top),
      width: points(right - left),
      height: points(bottom - top),
    };
    return { kind: 'text', text: joinLines(block), place: { page, box } };
  });
}

/** Lines to running text; a word that was parted at a line's end is put together again. */
function joinLines(lines: readonly OcrLine[]): string {
  return lines.reduce((text, { text: line }) => {
    if (text === '') return line;
    const parted = /\p{Ll}[-‐]$/u.test(text) && /^\p{Ll}/u.test(line);
    return parted ? text.slice(0, -1) + line : `${text} ${line}`;
  }, '');
}
