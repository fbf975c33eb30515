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
  return [...boxes].map(([number, found]) => ({ page: number, boxes: joinLines(found) }));
}

/** Share of a line's height that may lie between it and the next one of the same stretch. */
const LEADING = 0.9;

/** Lines right below one another as one rectangle: a mark around each of them would cut through the words. */
function joinLines(boxes: readonly PageBox[]): PageBox[] {
  const joined: { box: PageBox; line: PageBox }[] = [];
  for (const line of boxes) {
    const last = joined.at(-1);
    if (last === undefined || !isBelow(last.line, line)) joined.push({ box: line, line });
    else joined[joined.length - 1] = { box: around(last.box, line), line };
  }
  return joined.map(({ box }) => box);
}

function isBelow(above: PageBox, line: PageBox): boolean {
  const gap = line.top - (above.top + above.height);
  const overlaps = line.left < above.left + above.width && above.left < line.left + line.width;
  return overlaps && line.top > above.top && gap < LEADING * Math.min(above.height, line.height);
}

function around(a: PageBox, b: PageBox): PageBox {
  const left = Math.min(a.left, b.left);
  const top = Math.min(a.top, b.top);
  return {
    ...{ left, top },
    width: Math.max(a.left + a.width, b.left + b.width) - left,
    height: Math.max(a.top + a.height, b.top + b.height) - top,
  };
}
