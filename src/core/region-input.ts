import type { Item, Leaves } from './item.ts';
import { type RegionTree, regionCount } from './region-tree.ts';
import { CELL_BREAK } from './table-text.ts';

/**
 * What the node encoder reads of a region: the prefix (title, heading path and, for tables, the header line), which is
 * the same for all regions of an item, and the region's own content.
 */
export interface RegionInput {
  readonly prefix: string;
  readonly content: string;
}

/** Joins the cells of one table line; used for the encoder and the reader alike. */
export function tableLine(cells: readonly string[]): string {
  return cells.map((cell) => cell.replace(/\s*\n\s*/g, ' ').trim()).join(CELL_BREAK);
}

/** What every region of the item is prefixed with. */
export function regionPrefix(item: Item): string {
  const lines = [[item.title, ...item.headingPath].filter((part) => part !== '').join(' > ')];
  if (item.modality === 'table') {
    if (item.caption !== undefined) lines.push(item.caption);
    lines.push(tableLine(item.columns));
  }
  return lines.filter((line) => line !== '').join('\n');
}

/**
 * The item's own content from `start` to `end`, in the unit of its {@link Leaves}. Text is a verbatim slice; what is said
 * in a video belongs to the clip in which it begins.
 */
export function contentBetween(item: Item, start: number, end: number): string {
  switch (item.modality) {
    case 'text':
    case 'image':
      return item.text.slice(start, end);
    case 'table':
      return item.rows.slice(start, end).map(tableLine).join('\n');
    case 'video':
      return item.segments
        .filter(({ start: seconds }) => seconds * 1000 >= start && seconds * 1000 < end)
        .map((segment) => segment.text)
        .join(' ');
  }
}

/** The encoder's input for every region of the tree, by region id. */
export function regionInputs(item: Item, leaves: Leaves, tree: RegionTree): RegionInput[] {
  const prefix = regionPrefix(item);
  return Array.from({ length: regionCount(tree) }, (_, region) => ({
    prefix,
    content: contentBetween(
      item,
      leaves.starts[tree.starts[region]!]!,
      leaves.ends[tree.ends[region]! - 1]!,
    ),
  }));
}
