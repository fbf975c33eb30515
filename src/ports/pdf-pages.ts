import type { CallOptions } from './encoder.ts';

/** The size of a page as shown, in points (1/72 inch). */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** A PDF that is open for looking at. */
export interface PdfPages {
  readonly count: number;
  /** Size of a page, counted from 1. Rejects with a `FILE_…` code. */
  sizeOf(page: number): Promise<PageSize>;
  /**
   * Draws a page, counted from 1, with `scale` pixels per point (fewer where the page is very large). Whoever receives
   * the picture closes it. Rejects with `ABORTED`, or a `FILE_…` code.
   */
  draw(page: number, scale: number, options?: CallOptions): Promise<ImageBitmap>;
  close(): Promise<void>;
}
