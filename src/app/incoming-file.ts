import { CanopyError } from '../core/errors.ts';
import type { SourceFile } from '../ports/ingester.ts';

/** Characters that nobody sees and that turn words around: a name may not look like another one. */
const UNSEEN = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** A file's name as it is shown and stored. */
export function plainName({ name }: Pick<IncomingFile, 'name'>): string {
  return name.replace(UNSEEN, '') || 'unnamed';
}

/** Something that can be read when its turn comes: a `File`, or words from the clipboard. */
export interface IncomingFile {
  readonly name: string;
  readonly size: number;
  /** Files that belong to it and get no row of their own: a video's captions. */
  readonly companions?: readonly IncomingFile[];
  arrayBuffer(): Promise<ArrayBuffer>;
}

const VIDEO = /\.(mp4|m4v|mov|webm|mkv)$/i;
const CAPTIONS = /\.(vtt|srt)$/i;

/**
 * Gives videos the captions that were added with them: those whose name is the video's, or the video's with a language
 * (`talk.mp4`, `talk.en.vtt`). Captions without a video stay files of their own.
 */
export function withCaptions(files: readonly IncomingFile[]): IncomingFile[] {
  const owners = new Map<string, IncomingFile>();
  for (const file of files) if (VIDEO.test(file.name)) owners.set(stem(file.name), file);
  if (owners.size === 0) return [...files];
  const found = new Map<IncomingFile, IncomingFile[]>();
  const rest = files.filter((file) => {
    if (!CAPTIONS.test(file.name)) return true;
    const own = stem(file.name);
    const owner = owners.get(own) ?? owners.get(own.replace(/\.[a-z-]{2,10}$/, ''));
    if (owner === undefined) return true;
    found.set(owner, [...(found.get(owner) ?? []), file]);
    return false;
  });
  return rest.map((file) => {
    const companions = found.get(file);
    return companions === undefined ? file : accompanied(file, companions);
  });
}

/**
 * The file as an ingester takes it. A video stays where it is and is read piece by piece, everything else is read now.
 * `original` is the file itself, to be kept: the bytes move to another thread.
 *
 * @throws CanopyError `FILE_MALFORMED` where the browser itself cannot open the file.
 */
export async function readIncoming(
  file: IncomingFile,
): Promise<{ readonly source: SourceFile; readonly original: Blob }> {
  const self = fileBehind.get(file) ?? file;
  if (self instanceof Blob && VIDEO.test(file.name)) {
    const companions = await Promise.all((file.companions ?? []).map(withBytes));
    const source = { name: plainName(file), bytes: new Uint8Array(0), blob: self, companions };
    return { source, original: self };
  }
  const source = await withBytes(file);
  return { source, original: self instanceof Blob ? self : new Blob([source.bytes]) };
}

/** A file with companions is a new object; this leads from it to the `File` itself. */
const fileBehind = new WeakMap<IncomingFile, IncomingFile>();

function accompanied(file: IncomingFile, companions: readonly IncomingFile[]): IncomingFile {
  const pair = {
    name: file.name,
    size: file.size,
    companions,
    arrayBuffer: () => file.arrayBuffer(),
  };
  fileBehind.set(pair, file);
  return pair;
}

async function withBytes(file: IncomingFile): Promise<SourceFile> {
  try {
    return { name: plainName(file), bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch (cause) {
    if (cause instanceof CanopyError) throw cause;
    throw new CanopyError(
      'FILE_MALFORMED',
      `“${plainName(file)}” could not be read from the disk.`,
      {
        nextStep: 'Check that the file is still where it was and try again.',
        cause,
      },
    );
  }
}

function stem(name: string): string {
  return name.slice(0, name.lastIndexOf('.')).toLowerCase();
}
