import { existsSync, readFileSync } from 'node:fs';
import type { CanopyError } from '../../core/errors.ts';
import type { Item, TableItem, TextItem } from '../../core/item.ts';
import type { IngestedFile, SourceFile } from '../../ports/ingester.ts';
import { fileIngester } from './ingest-file.ts';

/** Real files, each under its own licence; tests that need them are skipped where they are absent. */
export const REAL_FILES = '../shared/data/files';
export const HAS_REAL_FILES = existsSync(REAL_FILES);

export function sourceFile(
  name: string,
  content: string | readonly number[] | Uint8Array,
): SourceFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { name, bytes: Uint8Array.from(bytes) };
}

export function realFile(path: string): SourceFile {
  return sourceFile(path.split('/').at(-1)!, readFileSync(`${REAL_FILES}/${path}`));
}

export function ingest(name: string, content: string | readonly number[]): Promise<IngestedFile> {
  return fileIngester.ingest(sourceFile(name, content));
}

/** The error a file is refused with. */
export async function refusal(file: SourceFile): Promise<CanopyError> {
  return fileIngester.ingest(file).then(
    ({ items }) => {
      throw new Error(`Read into ${items.length} items instead of being refused.`);
    },
    (error: CanopyError) => error,
  );
}

export function texts(items: readonly Item[]): TextItem[] {
  return items.filter((item) => item.modality === 'text');
}

export function tables(items: readonly Item[]): TableItem[] {
  return items.filter((item) => item.modality === 'table');
}
