import { roomFor } from '../../core/best-of-each.ts';
import type { Modality } from '../../core/item.ts';
import type { RegionStore } from '../../ports/region-store.ts';
import type { RetrievedItem } from '../../ports/retriever.ts';

/** Tells the kind of each item; undefined for what is gone. */
export type KindsOf = (itemIds: readonly string[]) => Promise<(Modality | undefined)[]>;

/** Items looked up at a time: a routed search that finds what it wants early reads no more. */
const STRETCH = 64;

/** Reads kinds from the stored items and remembers them. */
export function createKindsOf(store: Pick<RegionStore, 'findItems'>): KindsOf {
  const known = new Map<string, Modality | undefined>();
  return async (itemIds) => {
    const unknown = itemIds.filter((id) => !known.has(id));
    const found = unknown.length === 0 ? [] : await store.findItems(unknown);
    unknown.forEach((id, at) => {
      known.set(id, found[at]?.item.modality);
    });
    return itemIds.map((id) => known.get(id));
  };
}

/** The k best of each wanted kind, in the order of the ranking (UniversalRAG: k items from each routed corpus). */
export async function takeOfEach(
  ranked: readonly RetrievedItem[],
  modalities: readonly Modality[],
  k: number,
  kindsOf: KindsOf,
): Promise<RetrievedItem[]> {
  const room = roomFor(modalities, k);
  const taken: RetrievedItem[] = [];
  for (let from = 0; from < ranked.length; from += STRETCH) {
    const stretch = ranked.slice(from, from + STRETCH);
    const kinds = await kindsOf(stretch.map(({ itemId }) => itemId));
    taken.push(...stretch.filter((_, at) => room.take(kinds[at])));
    if (room.isFull()) break;
  }
  return taken;
}
