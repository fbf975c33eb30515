import type { Item, Leaves } from '../src/core/item.ts';
import type { RawGold } from './data-format.ts';

/** What is wrong with a field of a data line. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/**
 * The gold fragments of an item (paper, section 5): every leaf that overlaps an annotated gold span. A row of a table is
 * its leaf. Transcript sentences count for the clip in which they begin, where their words stand; times are used where no
 * sentence is named.
 *
 * @returns leaf indices, ascending, or what is wrong with the annotation.
 */
export function goldLeaves(item: Item, leaves: Leaves, gold: RawGold): Int32Array | FieldProblem {
  const found = new Set<number>();
  const overlapping = (start: number, end: number) => {
    for (let leaf = 0; leaf < leaves.starts.length; leaf++) {
      if (leaves.starts[leaf]! < end && leaves.ends[leaf]! > start) found.add(leaf);
    }
  };
  switch (item.modality) {
    case 'text':
    case 'image':
      for (const [start, end] of gold.spans ?? []) {
        if (end > item.text.length) {
          return problem('spans', `[${start}, ${end}] ends behind the text of ${item.text.length}`);
        }
        overlapping(start, end);
      }
      break;
    case 'table':
      for (const row of gold.rows ?? gold.cells?.map(([cellRow]) => cellRow) ?? []) {
        if (row >= item.rows.length) {
          return problem('rows', `row ${row} is not among the ${item.rows.length} rows`);
        }
        found.add(row);
      }
      break;
    case 'video':
      for (const index of gold.segments ?? []) {
        const segment = item.segments[index];
        if (segment === undefined) {
          return problem('segments', `segment ${index} is not among the ${item.segments.length}`);
        }
        overlapping(Math.round(segment.start * 1000), Math.round(segment.start * 1000) + 1);
      }
      if (gold.segments === undefined) {
        for (const [start, end] of gold.times ?? []) overlapping(start * 1000, end * 1000);
      }
      break;
  }
  if (found.size === 0) return problem('spans', `no gold fragment in ${item.id}`);
  return Int32Array.from(found).sort();
}

function problem(field: string, message: string): FieldProblem {
  return { field, message };
}
