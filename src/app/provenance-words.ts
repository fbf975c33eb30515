import type { Provenance } from '../core/item.ts';
import { strings } from './strings.ts';

/** Where an item stands in its file, in words: `page 3`, `sheet “Costs”, cells B4:F20`; empty where the file says nothing. */
export function provenanceWords({ page, parts, sheet, cellRange }: Provenance): string {
  if (sheet !== undefined) return strings.evidence.sheet(sheet, cellRange);
  if (page === undefined) return '';
  const last = parts?.at(-1)?.page ?? page;
  return strings.evidence.page(page, last);
}

/** The icon of a modality. */
export const MODALITY_ICONS = {
  text: 'text',
  table: 'table',
  image: 'picture',
  video: 'video',
} as const;
