import type { Unzip } from 'fflate';
import { CanopyError } from '../../../core/errors.ts';
import type { SourceFile } from '../../../ports/ingester.ts';
import type { Pause } from '../pause.ts';

/** Bytes that an Office file may unpack to, pictures and all. */
const LARGEST_EXPANSION = 512 * 1024 * 1024;
/** Parts of an Office file at most. */
const MOST_ENTRIES = 10_000;
/** Packed bytes that are unpacked between two looks at the total: at most a thousandfold of them comes out. */
const STRETCH = 64 * 1024;
const OLE_HEADER = [0xd0, 0xcf, 0x11, 0xe0];
/** Name of the stream that holds a locked Office file, in UTF-16. */
const ENCRYPTED_STREAM = 'EncryptedPackage';

/**
 * Makes sure that an Office file is a ZIP archive of bounded size before a library unpacks it whole. The sizes that an
 * archive states may lie, so every part is unpacked once, in stretches that are counted and thrown away.
 *
 * @param mostXml bytes that the file's XML may have in all, which a parser holds in memory several times over.
 * @throws CanopyError `FILE_ENCRYPTED` for a locked file, `FILE_UNSUPPORTED` for one of before 2007, `FILE_TOO_COMPLEX`
 * for one that unpacks beyond its bounds, `FILE_MALFORMED` for anything else that is no archive.
 */
export async function checkZip(file: SourceFile, mostXml: number, pause: Pause): Promise<void> {
  const { bytes, name } = file;
  if (OLE_HEADER.every((byte, at) => bytes[at] === byte)) throw oleError(file);
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw malformed(name, 'it is no Office file');
  const { Unzip, UnzipInflate } = await import('fflate');
  const unzip = new Unzip();
  unzip.register(UnzipInflate);
  const count = countOutput(unzip, name, mostXml);
  for (let at = 0; at < bytes.length; at += STRETCH) {
    await pause();
    const end = Math.min(bytes.length, at + STRETCH);
    try {
      unzip.push(bytes.slice(at, end), end === bytes.length);
    } catch (thrown) {
      if (thrown instanceof CanopyError) throw thrown;
      throw malformed(name, 'its archive is damaged', thrown);
    }
    count.check();
  }
  if (count.entries() === 0) throw malformed(name, 'its archive is empty');
}

function countOutput(unzip: Unzip, name: string, mostXml: number) {
  let total = 0;
  let xml = 0;
  let entries = 0;
  let failure: unknown;
  unzip.onfile = (entry) => {
    entries++;
    if (entries > MOST_ENTRIES) throw tooLarge(name, `more than ${MOST_ENTRIES} parts`);
    const isXml = /\.(?:xml|rels|vml)$/i.test(entry.name);
    entry.ondata = (error, data) => {
      failure ??= error ?? undefined;
      total += data?.length ?? 0;
      if (isXml) xml += data?.length ?? 0;
      if (total > LARGEST_EXPANSION) throw tooLarge(name, megabytes(LARGEST_EXPANSION));
      if (xml > mostXml) throw tooLarge(name, `${megabytes(mostXml)} of XML`);
    };
    entry.start();
  };
  return {
    entries: () => entries,
    check: () => {
      if (failure !== undefined) throw malformed(name, 'its archive is damaged', failure);
    },
  };
}

function oleError({ name, bytes }: SourceFile): CanopyError {
  const directory = new TextDecoder('utf-16le').decode(bytes.subarray(0, bytes.length & ~1));
  if (directory.includes(ENCRYPTED_STREAM)) {
    return new CanopyError('FILE_ENCRYPTED', `“${name}” is locked with a password.`, {
      nextStep: 'Save a copy without a password, then add that.',
    });
  }
  return new CanopyError('FILE_UNSUPPORTED', `“${name}” is in Office’s format of before 2007.`, {
    nextStep: 'Save it as .docx or .xlsx, then add that.',
  });
}

function megabytes(bytes: number): string {
  return `more than ${bytes / 1024 / 1024} MB`;
}

function tooLarge(name: string, size: string): CanopyError {
  return new CanopyError('FILE_TOO_COMPLEX', `“${name}” unpacks to ${size} and was not opened.`, {
    nextStep: 'If it is a real document, save it anew or split it, then add that.',
  });
}

function malformed(name: string, reason: string, cause?: unknown): CanopyError {
  return new CanopyError('FILE_MALFORMED', `“${name}” could not be opened: ${reason}.`, {
    nextStep: 'Open it in its own program, save it again, then add the new file.',
    ...(cause === undefined ? {} : { cause }),
  });
}
