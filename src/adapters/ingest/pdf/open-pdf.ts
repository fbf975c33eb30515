import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { DocumentInitParameters } from 'pdfjs-dist/types/src/display/api';
import { CanopyError } from '../../../core/errors.ts';
import type { SourceFile } from '../../../ports/ingester.ts';
import type { PdfRuntime } from './pdf-runtime.ts';

/**
 * Canvases and filters for drawing pages where there is no document, such as in a worker; or the pixels above which
 * pictures are left out.
 */
export type PdfDrawing = Partial<
  Pick<DocumentInitParameters, 'CanvasFactory' | 'FilterFactory' | 'maxImageSize'>
>;

/** An open PDF; must be closed. */
export interface OpenPdf {
  readonly document: PDFDocumentProxy;
  /** Waits for work of pdf.js's worker; rejects when the worker dies meanwhile, which would leave it waiting for ever. */
  wait<Result>(work: Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Opens a PDF; one that is locked with the empty password opens like any other. pdf.js is loaded with the first file.
 *
 * @throws CanopyError `FILE_ENCRYPTED` when a password is needed, `FILE_MALFORMED` when it is damaged beyond repair,
 * `FILE_READER_CRASHED` when pdf.js's worker cannot be started.
 */
export async function openPdf(
  file: SourceFile,
  runtime: PdfRuntime,
  drawing: PdfDrawing = {},
): Promise<OpenPdf> {
  const { getDocument, PDFWorker, VerbosityLevel } = await import(
    'pdfjs-dist/legacy/build/pdf.mjs'
  );
  const thread = runtime.createWorker?.();
  const worker = thread === undefined ? undefined : PDFWorker.create({ port: thread });
  const wait = <Result>(work: Promise<Result>) => untilDeath(work, file.name, thread);
  const task = getDocument({
    // pdf.js takes the bytes over; they are still needed for the document's id.
    data: file.bytes.slice(),
    cMapUrl: runtime.cMapUrl,
    cMapPacked: true,
    standardFontDataUrl: runtime.standardFontDataUrl,
    // Fetching for its worker, pdf.js would ask the document, which a worker does not have.
    useWorkerFetch: worker !== undefined,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
    ...drawing,
    ...(worker === undefined ? {} : { worker }),
  });
  const close = async () => {
    await task.destroy();
    worker?.destroy();
    thread?.terminate();
  };
  try {
    return { document: await wait(task.promise), wait, close };
  } catch (thrown) {
    await close();
    throw openingError(file.name, thrown);
  }
}

function untilDeath<Result>(
  work: Promise<Result>,
  name: string,
  thread: Worker | undefined,
): Promise<Result> {
  if (thread === undefined) return work;
  return new Promise((resolve, reject) => {
    const died = ({ message }: ErrorEvent) =>
      reject(
        new CanopyError('FILE_READER_CRASHED', `The PDF reader stopped at “${name}”: ${message}.`, {
          nextStep: 'Add the file again, or a smaller part of it.',
        }),
      );
    thread.addEventListener('error', died, { once: true });
    work.then(resolve, reject).finally(() => thread.removeEventListener('error', died));
  });
}

function openingError(name: string, thrown: unknown): CanopyError {
  if (thrown instanceof CanopyError) return thrown;
  if (thrown instanceof Error && thrown.name === 'PasswordException') {
    return new CanopyError('FILE_ENCRYPTED', `“${name}” is locked with a password.`, {
      nextStep: 'Save a copy without a password, then add that.',
      cause: thrown,
    });
  }
  return new CanopyError('FILE_MALFORMED', `“${name}” is damaged and could not be opened.`, {
    nextStep: 'Open it in a PDF viewer, save it again, then add the new file.',
    cause: thrown,
  });
}
