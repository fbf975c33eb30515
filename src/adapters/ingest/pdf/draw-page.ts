import type { PDFPageProxy } from 'pdfjs-dist';
import type { PdfDrawing } from './open-pdf.ts';

/** Longest side of a drawn page in pixels; posters are drawn smaller. */
const LARGEST_SIDE = 3200;

interface CanvasWithContext {
  canvas: OffscreenCanvas | null;
  context: OffscreenCanvasRenderingContext2D | null;
}

/** pdf.js's canvases without a document. */
class OffscreenCanvasFactory {
  create(width: number, height: number): CanvasWithContext {
    const canvas = new OffscreenCanvas(width, height);
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) };
  }
  reset({ canvas }: CanvasWithContext, width: number, height: number): void {
    if (canvas === null) return;
    canvas.width = width;
    canvas.height = height;
  }
  destroy(pair: CanvasWithContext): void {
    if (pair.canvas !== null) pair.canvas.width = pair.canvas.height = 0;
    pair.canvas = null;
    pair.context = null;
  }
}

/** SVG filters need a document; scans look the same without. */
class NoFilters {
  addFilter() {
    return 'none';
  }
  addHCMFilter() {
    return 'none';
  }
  addAlphaFilter() {
    return 'none';
  }
  addLuminosityFilter() {
    return 'none';
  }
  addHighlightHCMFilter() {
    return 'none';
  }
  destroy() {}
}

/** What `openPdf` wants for pages that are drawn in a worker. */
export const offscreenDrawing: PdfDrawing = {
  CanvasFactory: OffscreenCanvasFactory,
  FilterFactory: NoFilters,
};

/** Draws a page on white. `scale` is in pixels per point, smaller than wanted where the page is very large. */
export async function drawPage(
  page: PDFPageProxy,
  wanted: number,
): Promise<{ image: ImageBitmap; scale: number }> {
  const full = page.getViewport({ scale: 1 });
  const scale = Math.min(wanted, LARGEST_SIDE / Math.max(full.width, full.height));
  const viewport = page.getViewport({ scale });
  const canvas = new OffscreenCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  // pdf.js asks of a canvas what an OffscreenCanvas has too; its types know HTML's only.
  const drawn = { canvas: canvas as unknown as HTMLCanvasElement, viewport, background: '#fff' };
  await page.render(drawn).promise;
  return { image: canvas.transferToImageBitmap(), scale };
}
