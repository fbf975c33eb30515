import languageUrl from '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url';
import createCore from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import wasmUrl from 'tesseract.js-core/tesseract-core-simd-lstm.wasm?url';
import type { TesseractParts } from './tesseract-ocr.ts';

/** Engine (2.9 MB) and English (3 MB) as they are served with the page; nothing comes from a third party. */
export const servedTesseract: TesseractParts = {
  loadCore: (onProgress) =>
    createCore({
      locateFile: () => wasmUrl,
      TesseractProgress: onProgress,
      // It writes its settings to the console otherwise.
      print: () => undefined,
      printErr: () => undefined,
    }),
  async loadLanguage() {
    const response = await fetch(languageUrl);
    if (!response.ok) throw new Error(`${languageUrl} answers ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    // Some servers declare .gz files as compressed, and then the browser has unpacked it already.
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(unpacked).arrayBuffer());
  },
};
