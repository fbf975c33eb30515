import { identifyItem } from '../adapters/ingest/identify.ts';
import type { Item } from '../core/item.ts';
import { VIDEO } from '../pipeline/pair-captions.ts';
import type { Ingester, SourceFile } from '../ports/ingester.ts';
import type { Indexable, PoolEntry } from './options.ts';

/** The item that an entry stands for, under the hash of its content, by which vectors are kept. */
export function itemOf(entry: PoolEntry): Item {
  if ('modality' in entry) return identifyItem(entry);
  const { text, title = '', source = title } = entry;
  return identifyItem({
    modality: 'text',
    title,
    headingPath: [],
    provenance: { source: source === '' ? 'text' : source },
    text,
  });
}

/** How something that is to be indexed is read. */
export interface Source {
  readonly file: SourceFile;
  /** Present where there is nothing to be parsed. */
  readonly ingester?: Ingester;
  /** Id of the document, where the caller chose one. */
  readonly id?: string;
}

/** Makes a source of whatever can be indexed. */
export async function sourceOf(entry: Indexable): Promise<Source> {
  if (entry instanceof Blob) return { file: await fileFromBlob(entry) };
  if ('bytes' in entry) return { file: entry };
  const item = itemOf(entry);
  const { id = item.id } = entry;
  const bytes = new TextEncoder().encode('text' in entry ? entry.text : JSON.stringify(entry));
  return {
    ...(entry.id === undefined ? {} : { id: entry.id }),
    file: { name: item.provenance.source, bytes },
    ingester: { ingest: async () => ({ id, items: [item], warnings: [] }) },
  };
}

/** Videos are read piece by piece, everything else whole. */
async function fileFromBlob(file: File): Promise<SourceFile> {
  if (VIDEO.test(file.name)) return { name: file.name, bytes: new Uint8Array(), blob: file };
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
