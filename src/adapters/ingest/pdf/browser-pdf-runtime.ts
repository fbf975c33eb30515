import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import type { PdfRuntime } from './pdf-runtime.ts';

/** Folder below the page's base under which pdf.js's data files are served, see `scripts/pdf-assets.ts`. */
const FOLDER = 'pdfjs';

/** pdf.js's parts as the built app serves them, for use in a worker: its own thread is started inside that worker. */
export function browserPdfRuntime(): PdfRuntime {
  const base = new URL(import.meta.env.BASE_URL, self.location.origin);
  return {
    createWorker: () => new Worker(workerUrl, { type: 'module' }),
    cMapUrl: new URL(`${FOLDER}/cmaps/`, base).href,
    standardFontDataUrl: new URL(`${FOLDER}/standard_fonts/`, base).href,
  };
}
