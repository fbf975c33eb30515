import type { Modality } from './item.ts';

/**
 * The k first of each wanted corpus, in the order of the ranking (UniversalRAG: k items from each routed corpus); what has no
 * kind, such as an item that is gone, is left out.
 */
export function bestOfEach<T>(
  ranked: readonly T[],
  kindOf: (entry: T) => Modality | undefined,
  modalities: readonly Modality[],
  k: number,
): T[] {
  const room = roomFor(modalities, k);
  return ranked.filter((entry) => room.take(kindOf(entry)));
}

/** Counts down how many of each corpus are still wanted. */
export function roomFor(modalities: readonly Modality[], k: number) {
  const left = new Map(modalities.map((modality) => [modality, k]));
  return {
    /** Whether one more of this kind is wanted; it counts as taken then. */
    take(kind: Modality | undefined): boolean {
      const room = kind === undefined ? 0 : (left.get(kind) ?? 0);
      if (kind === undefined || room === 0) return false;
      left.set(kind, room - 1);
      return true;
    },
    /** Whether nothing more is wanted. */
    isFull: () => [...left.values()].every((room) => room === 0),
  };
}
