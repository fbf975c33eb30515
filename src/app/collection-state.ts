import type { CanopyError } from '../core/errors.ts';
import type { Modality } from '../core/item.ts';
import type { StoredDocument } from '../ports/region-store.ts';

/** A file on its way into the collection, or in it. */
export interface CollectionFile {
  /** Names the row for as long as the page lives. */
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly state:
    | { readonly step: 'queued' }
    | {
        readonly step: 'reading';
        /** Pages (of a video, clips) read so far. */
        readonly parts?: { readonly done: number; readonly total: number };
      }
    | {
        readonly step: 'embedding';
        readonly done: number;
        readonly total: number;
        /** Regions that were there already when the work on the file began. */
        readonly from: number;
      }
    | {
        readonly step: 'ready';
        readonly document: StoredDocument;
        readonly embedded: number;
        /** Regions of it that were done since it was added on this page. */
        readonly work?: number;
      }
    | { readonly step: 'failed'; readonly error: CanopyError };
}

/** How far the work of a batch had come at a moment. */
export interface WorkSample {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Regions embedded since the batch began. */
  readonly done: number;
}

/** The batch being indexed, for its progress bar. */
export interface BatchProgress {
  readonly done: number;
  readonly total: number;
  /** How the work went of late; see `noteWork`. */
  readonly seen: readonly WorkSample[];
}

/** The collection as the page shows it. */
export interface CollectionState {
  readonly status: 'opening' | 'open' | 'failed';
  readonly persistent: boolean;
  readonly files: readonly CollectionFile[];
  readonly batch: BatchProgress | undefined;
  /** Adding files is held, because the person wants it or because there is no more room. */
  readonly paused?: 'person' | 'full' | undefined;
  /** Why the store did not open, or what it last refused to do. */
  readonly error?: CanopyError;
}

/** A batch this small is worth waiting for before a question is asked. */
const SMALL_BATCH = 12;

/** Whether a question makes sense: a small batch is through, or of a large one at least one file is ready. */
export function isSettled({ status, batch, files, paused }: CollectionState): boolean {
  if (status === 'opening') return false;
  // Who pauses and asks does not wait for what is held.
  if (batch === undefined || paused !== undefined) return true;
  return batch.total > SMALL_BATCH && files.some(({ state }) => state.step === 'ready');
}

/** Whether the file still waits or works. */
export function isUnderWay({ state }: CollectionFile): boolean {
  return state.step === 'queued' || state.step === 'reading' || state.step === 'embedding';
}

/** Regions done of a file since it was added on this page. */
export function workOf(state: CollectionFile['state']): number {
  if (state.step === 'embedding') return state.done - state.from;
  return state.step === 'ready' ? (state.work ?? 0) : 0;
}

/** Files that are not in the collection yet, whether they work, wait or are held. */
export function underWay({ files }: Pick<CollectionState, 'files'>): number {
  return files.filter(isUnderWay).length;
}

/** What a document is to a person: its only kind, a table where it is a workbook, and a document otherwise. */
export function mainModality({ name, modalities }: StoredDocument): Modality {
  const [only = 'text', ...others] = modalities;
  if (others.length === 0) return only;
  return /\.(?:xls[xm]|csv|tsv)$/i.test(name) ? 'table' : 'text';
}

/** Whether a document is a picture in which no writing was found, and its reading had nothing to say about that. */
export function isWordless({ modalities, tokens, warnings }: StoredDocument): boolean {
  return tokens === 0 && warnings.length === 0 && modalities.every((kind) => kind === 'image');
}

/** The batch with so many more files done; undefined when that were all. */
export function advance(batch: BatchProgress | undefined, by: number): BatchProgress | undefined {
  if (batch === undefined) return undefined;
  const done = batch.done + by;
  return done >= batch.total ? undefined : { ...batch, done };
}

/** The batch without so many files that will not come. */
export function shrink(batch: BatchProgress | undefined, by: number): BatchProgress | undefined {
  if (batch === undefined) return undefined;
  const total = batch.total - by;
  return batch.done >= total ? undefined : { ...batch, total };
}

/** The same bytes twice are one document: the row that was there before gives way to the new one. */
export function dropTwins(
  files: readonly CollectionFile[],
  changed: ReadonlyMap<string, CollectionFile['state']>,
): readonly CollectionFile[] {
  const fresh = new Map<string, string>();
  for (const [key, state] of changed) {
    if (state.step === 'ready') fresh.set(state.document.id, key);
  }
  if (fresh.size === 0) return files;
  return files.filter(({ key, state }) => {
    if (state.step !== 'ready') return true;
    const winner = fresh.get(state.document.id);
    return winner === undefined || winner === key;
  });
}

/** Stored documents as rows, keeping rows (and keys) that are already there. */
export function mergeDocuments(
  files: readonly CollectionFile[],
  documents: readonly StoredDocument[],
): readonly CollectionFile[] {
  const ids = new Set(documents.map(({ id }) => id));
  const there = new Set<string>();
  const kept = files.filter(({ state }) => {
    if (state.step !== 'ready') return true;
    there.add(state.document.id);
    return ids.has(state.document.id);
  });
  const added = documents
    .filter(({ id }) => !there.has(id))
    .map(
      (document): CollectionFile => ({
        key: document.id,
        name: document.name,
        bytes: document.bytes,
        state: { step: 'ready', document, embedded: 0 },
      }),
    );
  return [...added, ...kept];
}

/** Files that are ready and their tokens, and files that were refused, for the line under the list. */
export function collectionTotals(files: readonly CollectionFile[]): {
  readonly ready: number;
  readonly tokens: number;
  readonly refused: number;
} {
  let ready = 0;
  let tokens = 0;
  let refused = 0;
  for (const { state } of files) {
    if (state.step === 'failed') refused += 1;
    if (state.step !== 'ready') continue;
    ready += 1;
    tokens += state.document.tokens;
  }
  return { ready, tokens, refused };
}
