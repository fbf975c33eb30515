import { formatTime } from './format.ts';
import type { IncomingFile } from './incoming-file.ts';
import { strings } from './strings.ts';

/**
 * Words from the clipboard as a file of their own. Without a name it gets the time: a file's name goes along with its
 * evidence, so it must not be made of words that may be held back.
 */
export function pastedText(text: string, name = ''): IncomingFile {
  const named = name === '' ? strings.collection.pastedName(formatTime(Date.now())) : name;
  return new File([text], named, { type: 'text/plain' });
}

/** Files of a paste, or its words where it holds no file. */
export function pastedFiles(clipboard: DataTransfer): IncomingFile[] {
  if (clipboard.files.length > 0) return [...clipboard.files].map(namedPicture);
  const text = clipboard.getData('text/plain');
  return text.trim() === '' ? [] : [pastedText(text)];
}

/** A copied picture comes as `image.png`, whatever it shows: the time tells one from the next. */
function namedPicture(file: File): File {
  const [, extension] = /^image(\.\w+)$/.exec(file.name) ?? [];
  if (extension === undefined) return file;
  const name = strings.collection.pastedName(formatTime(Date.now())).replace(/\.\w+$/, extension);
  return new File([file], name, { type: file.type });
}

/** Files of a drop, those inside folders included. Entries must be asked for before the event is over. */
export async function droppedFiles(transfer: DataTransfer): Promise<IncomingFile[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  const plain = [...transfer.files];
  if (entries.every((entry) => entry === null || entry.isFile)) return plain;
  const found = await Promise.all(entries.map((entry) => (entry === null ? [] : walk(entry))));
  return found.flat();
}

/** Files of a picked folder, hidden ones left out. */
export function visibleFiles(files: Iterable<File>): File[] {
  return [...files].filter((file) => !file.name.startsWith('.'));
}

async function walk(entry: FileSystemEntry): Promise<IncomingFile[]> {
  if (entry.name.startsWith('.')) return [];
  const files: IncomingFile[] = [];
  try {
    if (isFile(entry)) {
      files.push(await new Promise<File>((done, fail) => entry.file(done, fail)));
    } else if (isDirectory(entry)) {
      for await (const child of children(entry)) files.push(...(await walk(child)));
    }
  } catch (cause) {
    // Gets a row that fails by itself, so that the rest of the drop goes on.
    files.push({ name: entry.name, size: 0, arrayBuffer: () => Promise.reject(cause) });
  }
  return files;
}

/** A reader hands over at most 100 entries at a time and an empty list when there are no more. */
async function* children(directory: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = directory.createReader();
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((done, fail) =>
      reader.readEntries(done, fail),
    );
    if (entries.length === 0) return;
    yield* entries;
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
