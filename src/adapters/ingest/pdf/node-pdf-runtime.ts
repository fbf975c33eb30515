import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { PdfRuntime } from './pdf-runtime.ts';

/** pdf.js's parts as they are installed; it runs in the calling thread. */
export function nodePdfRuntime(): PdfRuntime {
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return { cMapUrl: `${folder}/cmaps/`, standardFontDataUrl: `${folder}/standard_fonts/` };
}
