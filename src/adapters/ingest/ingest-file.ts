import { CanopyError, toCanopyError } from '../../core/errors.ts';
import type { Item } from '../../core/item.ts';
import type { FrameSampler } from '../../ports/frame-sampler.ts';
import type { IngestedFile, Ingester, SourceFile } from '../../ports/ingester.ts';
import { binaryKind } from './decode-text.ts';
import type { Format } from './format.ts';
import { htmlFormat } from './html/ingest-html.ts';
import { blobId, documentId, identifyItem } from './identify.ts';
import { type ImageRuntime, imageFormat } from './image/ingest-image.ts';
import { captionsFormat } from './ingest-captions.ts';
import { csvFormat } from './ingest-csv.ts';
import { emlFormat } from './ingest-eml.ts';
import { jsonFormat } from './ingest-json.ts';
import { markdownFormat } from './ingest-markdown.ts';
import { textFormat } from './ingest-text.ts';
import { docxFormat } from './office/ingest-docx.ts';
import { xlsxFormat } from './office/ingest-xlsx.ts';
import { pauseFor } from './pause.ts';
import { pdfFormat } from './pdf/ingest-pdf.ts';
import type { PdfRuntime } from './pdf/pdf-runtime.ts';
import { videoFormat } from './video/ingest-video.ts';

/** The formats that need nothing of where they run, in the order in which they are named to people. */
const FORMATS: readonly Format[] = [
  textFormat,
  markdownFormat,
  csvFormat,
  docxFormat,
  xlsxFormat,
  htmlFormat,
  captionsFormat,
  jsonFormat,
  emlFormat,
];

/** What the formats need of where they run. */
export interface IngestRuntime extends ImageRuntime {
  /** PDF files can be read where this is given. */
  readonly pdf?: PdfRuntime;
  /** Pictures can be read in a browser only. */
  readonly images?: boolean;
  /** Videos can be read where this is given. */
  readonly frames?: FrameSampler;
}

/** Largest file in bytes. */
export const LARGEST_FILE = 100 * 1024 * 1024;

/** An ingester that reads in the thread it is called in; a format's parser is loaded with its first file. */
export function createFileIngester(runtime: IngestRuntime = {}): Ingester {
  const { pdf, frames, images = false } = runtime;
  const formats = [
    ...(pdf === undefined ? [] : [pdfFormat(pdf, runtime.ocr)]),
    ...FORMATS,
    ...(images ? [imageFormat(runtime)] : []),
    ...(frames === undefined ? [] : [videoFormat({ ...runtime, frames })]),
  ];
  return {
    async ingest(file, { signal, onProgress } = {}): Promise<IngestedFile> {
      const pause = pauseFor(file.name, signal);
      await pause();
      checkSize(file);
      const { format, title } = chooseFormat(file.name, formats);
      const reading = format.read(file, title, pause, onProgress, signal);
      const read = await reading.catch((thrown: unknown) => {
        throw namingFile(file, thrown);
      });
      // The same words under the same headings are one item, whose first place counts.
      const items = new Map<string, Item>();
      for (const draft of read.items) {
        const item = identifyItem(draft);
        if (!items.has(item.id)) items.set(item.id, item);
        await pause();
      }
      if (items.size === 0) throw empty(file, 'holds no text that could be read');
      const id = await (file.blob === undefined
        ? documentId(file.bytes, pause)
        : blobId(file.blob, pause));
      return { ...read, id, items: [...items.values()] };
    },
  };
}

/** Reads files of every format that needs nothing of where it runs. */
export const fileIngester: Ingester = createFileIngester();

/** A parser does not know the file's name, the person does not know the parser. */
function namingFile({ name, bytes }: SourceFile, thrown: unknown): CanopyError {
  if (isMissingCode(thrown)) {
    return new CanopyError(
      'FILE_READER_CRASHED',
      `“${name}” was not read: a part of Canopy could not be loaded.`,
      { nextStep: 'Check the connection, reload the page, and add the file again.', cause: thrown },
    );
  }
  if (isTooDeep(thrown)) {
    return new CanopyError('FILE_TOO_COMPLEX', `“${name}” is nested too deep to be read.`, {
      nextStep: 'Take the part you need out of the file and add that.',
      cause: thrown,
    });
  }
  const error = toCanopyError(thrown, 'FILE_MALFORMED');
  const kind = error.code === 'FILE_MALFORMED' ? otherKind(name, bytes) : undefined;
  if (kind !== undefined) {
    return new CanopyError(
      'FILE_MALFORMED',
      `“${name}” is not what its name says: it is ${kind}.`,
      {
        nextStep: 'Give the file its own extension, then add it again.',
        cause: thrown,
      },
    );
  }
  if (error.message.includes(name)) return error;
  return new CanopyError(error.code, `“${name}” could not be read: ${error.message}`, {
    nextStep: error.nextStep ?? 'Save the file again in its own program, then add the new one.',
    cause: thrown,
  });
}

/** What a file is whose first bytes are of another kind than its extension says. */
function otherKind(name: string, bytes: Uint8Array): string | undefined {
  const kind = binaryKind(bytes);
  const isSame =
    (kind === 'a PDF' && /\.pdf$/i.test(name)) ||
    (kind === 'a ZIP or Office file' && /\.(?:doc|xls)[xm]$/i.test(name)) ||
    (kind?.endsWith('picture') && /\.(?:png|jpe?g|gif|webp|bmp|avif)$/i.test(name));
  return isSame ? undefined : kind;
}

/** Whether a dynamic import failed, as Chromium, Firefox and Safari say it: no fault of the file. */
function isMissingCode(thrown: unknown): boolean {
  return (
    thrown instanceof TypeError &&
    /dynamically imported module|importing a module script failed/i.test(thrown.message)
  );
}

/** Whether a parser ran out of stack, as Chromium and Safari, and Firefox, say it. */
function isTooDeep(thrown: unknown): boolean {
  return thrown instanceof Error && /call stack size|too much recursion/i.test(thrown.message);
}

function checkSize(file: SourceFile): void {
  // What is read piece by piece may be of any size.
  if (file.blob !== undefined && file.blob.size > 0) return;
  if (file.bytes.length === 0) throw empty(file, 'is empty (0 bytes)');
  if (file.bytes.length <= LARGEST_FILE) return;
  const megabytes = Math.ceil(file.bytes.length / 1024 / 1024);
  throw new CanopyError(
    'FILE_TOO_LARGE',
    `“${file.name}” has ${megabytes} MB; at most ${LARGEST_FILE / 1024 / 1024} MB can be read.`,
    { nextStep: 'Split the file and add its parts.' },
  );
}

/** By extension; a file without one (README, LICENSE) is read as text. */
function chooseFormat(name: string, formats: readonly Format[]): { format: Format; title: string } {
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return { format: textFormat, title: name };
  const extension = name.slice(dot + 1).toLowerCase();
  const format = formats.find(({ extensions }) => extensions.includes(extension));
  if (format !== undefined) return { format, title: name.slice(0, dot) };
  throw new CanopyError('FILE_UNSUPPORTED', `“${name}”: Canopy cannot read .${extension}.`, {
    nextStep: wayRound(extension, formats),
  });
}

/** What to save a file as that cannot be read. */
function wayRound(extension: string, formats: readonly Format[]): string {
  if (/^(?:zip|7z|rar|tar|gz|tgz)$/.test(extension)) return 'Unpack it and add its files.';
  if (/^(?:xls|xlsb|ods|numbers)$/.test(extension)) return 'Save it as .xlsx or .csv.';
  if (/^(?:doc|odt|rtf|pages)$/.test(extension)) return 'Save it as .docx or PDF.';
  if (/^(?:svg|tiff?|heic|heif)$/.test(extension) && canRead(formats, 'png'))
    return 'Save it as PNG.';
  if (/^(?:mp3|wav|m4a|ogg|flac)$/.test(extension))
    return 'Add a transcript of it as .txt or .vtt.';
  return canRead(formats, 'pdf') ? 'Save it as PDF or as text.' : 'Save it as text.';
}

function canRead(formats: readonly Format[], extension: string): boolean {
  return formats.some(({ extensions }) => extensions.includes(extension));
}

function empty(file: SourceFile, reason: string): CanopyError {
  return new CanopyError('FILE_EMPTY', `“${file.name}” ${reason}.`, {
    nextStep: 'Check that the file was saved, then add it again.',
  });
}
