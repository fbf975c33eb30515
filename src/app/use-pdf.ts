import { useEffect, useState } from 'react';
import { type CanopyError, toCanopyError } from '../core/errors.ts';
import type { PageSize, PdfPages } from '../ports/pdf-pages.ts';
import { useServices } from './services.ts';

/** A PDF being opened, open, or refused. */
export type PdfState =
  | { readonly status: 'opening' }
  | { readonly status: 'open'; readonly pdf: PdfPages }
  | { readonly status: 'failed'; readonly error: CanopyError };

/** Opens a PDF for as long as the component lives. */
export function usePdf(name: string, file: Blob): PdfState {
  const { engine } = useServices();
  const [state, setState] = useState<PdfState>({ status: 'opening' });
  useEffect(() => {
    let isOver = false;
    const opening = engine.openPdf(name, file);
    opening.then(
      (pdf) => isOver || setState({ status: 'open', pdf }),
      (thrown: unknown) =>
        isOver || setState({ status: 'failed', error: toCanopyError(thrown, 'FILE_MALFORMED') }),
    );
    return () => {
      isOver = true;
      // What did not open needs no closing.
      opening.then((pdf) => pdf.close()).catch(() => undefined);
    };
  }, [engine, name, file]);
  return state;
}

/** CSS pixels that a page is wide on a large screen, unless it is enlarged. */
export const WIDEST_PAGE = 780;

/** A page being drawn, drawn, or refused. */
export type PageState =
  | { readonly status: 'drawing' }
  | { readonly status: 'drawn'; readonly page: number; readonly size: PageSize }
  | { readonly status: 'failed'; readonly error: CanopyError };

/** Dots from left to right that a page is drawn with at most: more would be hundreds of megabytes. */
const MOST_DOTS = 4000;

/**
 * Draws a page of the PDF into the canvas, `zoom` times as sharp as its place on the desk (the element around the page)
 * needs.
 */
export function useDrawnPage(
  pdf: PdfPages | undefined,
  page: number,
  zoom: number,
  canvas: { readonly current: HTMLCanvasElement | null },
): PageState {
  const [state, setState] = useState<PageState>({ status: 'drawing' });
  useEffect(() => {
    if (pdf === undefined) return;
    const abort = new AbortController();
    const draw = async () => {
      const size = await pdf.sizeOf(page);
      const room = canvas.current?.parentElement?.parentElement?.clientWidth ?? size.width;
      const dots = Math.min(room, WIDEST_PAGE) * zoom * window.devicePixelRatio;
      const scale = Math.min(dots, MOST_DOTS) / size.width;
      const image = await pdf.draw(page, scale, abort);
      const target = canvas.current;
      if (abort.signal.aborted || target === null) return image.close();
      target.width = image.width;
      target.height = image.height;
      target.getContext('bitmaprenderer')?.transferFromImageBitmap(image);
      setState({ status: 'drawn', page, size });
    };
    draw().catch((thrown: unknown) => {
      if (abort.signal.aborted) return;
      setState({ status: 'failed', error: toCanopyError(thrown, 'FILE_MALFORMED') });
    });
    return () => abort.abort();
  }, [pdf, page, zoom, canvas]);
  return state;
}
