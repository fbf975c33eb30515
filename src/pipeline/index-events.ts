import type { StoredDocument } from '../ports/region-store.ts';

/** What `indexDocument` tells as it goes. */
export type IndexEvent =
  /** `parts`: pages (of a video, clips) read so far; absent for short files and before the first. */
  | {
      readonly type: 'reading';
      readonly parts?: { readonly done: number; readonly total: number };
    }
  /** The items of the file, none of which a document may hold yet: whoever gives the file up releases them. */
  | { readonly type: 'planned'; readonly itemIds: readonly string[] }
  /** Regions embedded so far; regions found in the store count as done at once. */
  | { readonly type: 'embedding'; readonly done: number; readonly total: number }
  /** `embedded` is how many regions had to be computed: 0 when everything was stored already. */
  | { readonly type: 'indexed'; readonly document: StoredDocument; readonly embedded: number };
