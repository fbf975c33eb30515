import type { Item, PageBox } from '../core/item.ts';

/** A page with the rectangles on it that hold what is cited. */
export interface CitedPage {
  /** Counted from 1. */
  readonly page: number;
  readonly boxes: readonly PageBox[];
}

/**
 * Where a stretch of an item stands on the pages of its document, page by page. A stretch of no length, or an item that
 * knows no rectangles, has its page only; nothing where not even that is known.
 *
 * @param start first unit of the stretch, in the unit of the item's leaves.
 * @param end unit after its last.
 */
export function citedPages({ provenance }: Item, start: number, end: number): CitedPage[] {
  const { page, box, parts } = provenance;
  const all = parts ?? (page === undefined ? [] : [{ start: 0, page, ...(box && { box }) }]);
  const cited = all.filter((part, at) => {
    const next = all[at + 1]?.start ?? Number.POSITIVE_INFINITY;
    return part.start < end && next > start;
  });
  if (cited.length === 0) return page === undefined ? [] : [{ page, boxes: [] }];
  const boxes = new Map<number, PageBox[]>();
  for (const part of cited) {
    const own = boxes.get(part.page) ?? [];
    boxes.set(part.page, part.box === undefined ? own : [...own, part.box]);
  }
  return [...boxes].map(([number, found]) => ({ page: number, boxes: found }));
}
