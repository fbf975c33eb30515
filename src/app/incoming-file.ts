import { CanopyError } from '../core/errors.ts';
import { pairCaptions, VIDEO } from '../pipeline/pair-captions.ts';
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

/** Gives videos the captions that were added with them; see {@link pairCaptions}. */
export function withCaptions(files: readonly IncomingFile[]): IncomingFile[] {
  return pairCaptions(files).map(({ file, captions }) =>
    captions.length === 0 ? file : accompanied(file, captions),
  );
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
