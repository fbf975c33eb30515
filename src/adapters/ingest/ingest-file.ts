import { CanopyError } from '../../core/errors.ts';
import type { Item } from '../../core/item.ts';
import type { IngestedFile, Ingester, SourceFile } from '../../ports/ingester.ts';
import type { Format } from './format.ts';
import { documentId, identifyItem } from './identify.ts';
import { csvFormat } from './ingest-csv.ts';
import { markdownFormat } from './ingest-markdown.ts';
import { textFormat } from './ingest-text.ts';
import { pauseFor } from './pause.ts';

/** Every format that can be read, in the order in which they are named to people. */
const FORMATS: readonly Format[] = [textFormat, markdownFormat, csvFormat];

/** Largest file in bytes. */
export const LARGEST_FILE = 100 * 1024 * 1024;

/** Reads a file into items, in the thread it is called in. */
export const fileIngester: Ingester = {
  async ingest(file, { signal } = {}): Promise<IngestedFile> {
    const pause = pauseFor(file.name, signal);
    await pause();
    checkSize(file);
    const { format, title } = chooseFormat(file.name);
    const { items: drafts, warnings } = await format.read(file, title, pause);
    // The same words under the same headings are one item, whose first place counts.
    const items = new Map<string, Item>();
    for (const draft of drafts) {
      const item = identifyItem(draft);
      if (!items.has(item.id)) items.set(item.id, item);
      await pause();
    }
    if (items.size === 0) throw empty(file, 'holds no text that could be read');
    return { id: await documentId(file.bytes, pause), items: [...items.values()], warnings };
  },
};

function checkSize(file: SourceFile): void {
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
function chooseFormat(name: string): { format: Format; title: string } {
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return { format: textFormat, title: name };
  const extension = name.slice(dot + 1).toLowerCase();
  const format = FORMATS.find(({ extensions }) => extensions.includes(extension));
  if (format !== undefined) return { format, title: name.slice(0, dot) };
  const supported = FORMATS.map((known) => `${known.name} (.${known.extensions.join(', .')})`);
  throw new CanopyError(
    'FILE_UNSUPPORTED',
    `“${name}” cannot be read: .${extension} files are not supported.`,
    { nextStep: `Add ${supported.join(', ')} files.` },
  );
}

function empty(file: SourceFile, reason: string): CanopyError {
  return new CanopyError('FILE_EMPTY', `“${file.name}” ${reason}.`, {
    nextStep: 'Check that the file was saved, then add it again.',
  });
}
