import type { IndexProgress } from '../library/options.ts';
import type { EncoderLoadProgress } from '../ports/encoder-loader.ts';
import { type CanopyQaLabels, fill } from './labels.ts';

/** How far the element is before it can search. */
export interface Preparation {
  readonly words: string;
  /** From 0 to 1; absent while nobody knows. */
  readonly share?: number;
}

/** Gathers what the encoder and the sources tell of their progress. */
export interface PreparationState {
  loading(progress: EncoderLoadProgress): void;
  indexing(progress: IndexProgress): void;
  now(labels: CanopyQaLabels): Preparation;
}

const MEGABYTE = 1_000_000;

/** Nothing is loaded and nothing is read yet. Sources are counted together, as they are embedded side by side. */
export function createPreparation(): PreparationState {
  const files = new Map<string, { readonly done: number; readonly total: number }>();
  let download: EncoderLoadProgress | undefined;
  return {
    loading(progress) {
      download = progress.stage === 'downloading' ? progress : undefined;
    },
    indexing({ name, event }) {
      if (event.type === 'embedding') files.set(name, event);
      // What is done counts no more: the next documents start at nothing.
      if (event.type === 'indexed' && [...files.values()].every(isDone)) files.clear();
    },
    now(labels) {
      const open = [...files].filter(([, file]) => !isDone(file));
      if (open.length > 0) {
        const sum = (key: 'done' | 'total') =>
          [...files.values()].reduce((all, file) => all + file[key], 0);
        const [done, total] = [sum('done'), sum('total')];
        const name = open.map(([file]) => file).join(', ');
        return { words: fill(labels.indexing, { name, done, total }), share: done / total };
      }
      if (download === undefined || download.totalBytes === 0) return { words: labels.preparing };
      const { loadedBytes, totalBytes } = download;
      const [done, total] = [loadedBytes, totalBytes].map((bytes) => Math.round(bytes / MEGABYTE));
      const words = fill(labels.loading, { done: done!, total: total! });
      return { words, share: loadedBytes / totalBytes };
    },
  };
}

const isDone = ({ done, total }: { readonly done: number; readonly total: number }) =>
  done >= total;
