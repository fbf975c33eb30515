import { CanopyError, throwIfAborted } from '../../../core/errors.ts';
import type { PdfPages } from '../../../ports/pdf-pages.ts';
import { drawPage, offscreenDrawing } from './draw-page.ts';
import { openPdf } from './open-pdf.ts';
import type { PdfRuntime } from './pdf-runtime.ts';

/**
 * Opens a PDF for looking at, with pdf.js's own worker for the work.
 *
 * @throws CanopyError as {@link openPdf} does.
 */
export async function openPdfPages(
  name: string,
  file: Blob,
  runtime: PdfRuntime,
): Promise<PdfPages> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { document, wait, close } = await openPdf({ name, bytes }, runtime, offscreenDrawing);
  const pageAt = async (number: number) => {
    try {
      return await wait(document.getPage(number));
    } catch (cause) {
      throw damaged(name, number, cause);
    }
  };
  return {
    count: document.numPages,
    close,
    async sizeOf(number) {
      const { width, height } = (await pageAt(number)).getViewport({ scale: 1 });
      return { width, height };
    },
    async draw(number, scale, { signal } = {}) {
      throwIfAborted(signal);
      const page = await pageAt(number);
      throwIfAborted(signal);
      try {
        return (await wait(drawPage(page, scale))).image;
      } catch (cause) {
        throw damaged(name, number, cause);
      } finally {
        page.cleanup();
      }
    },
  };
}

function damaged(name: string, page: number, cause: unknown): CanopyError {
  return new CanopyError('FILE_MALFORMED', `Page ${page} of “${name}” cannot be drawn.`, {
    nextStep: 'Its text can still be read here.',
    cause,
  });
}
