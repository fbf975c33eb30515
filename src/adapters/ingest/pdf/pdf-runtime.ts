/** Where pdf.js finds its parts: it needs a thread of its own in a browser, and files for fonts that a PDF leaves out. */
export interface PdfRuntime {
  /**
   * Starts pdf.js's own worker (`pdfjs-dist/legacy/build/pdf.worker.mjs`). Left out in Node, where it runs in the calling
   * thread; in a browser's worker that would take over the thread's messages.
   */
  readonly createWorker?: () => Worker;
  /** Folder of the packed character maps, with a slash at its end. */
  readonly cMapUrl: string;
  /** Folder of the standard fonts, with a slash at its end. */
  readonly standardFontDataUrl: string;
}
