/** Softens the lead of first places (Cormack, Clarke and Büttcher, reciprocal rank fusion). */
const RANK_OFFSET = 60;

/**
 * Merges what was found in several spaces (one per encoder fingerprint) into one order. Cosines of different encoders say
 * nothing about each other, so only ranks count: each place is worth 1 / (60 + rank), and what stands in several rankings
 * gains from all of them. Rankings without common items take turns; on equal worth the earlier ranking goes first. Ours.
 *
 * @param rankings best first, each entry at most once per ranking; entries are the same when they are equal by `===`.
 * @param k how many are wanted.
 */
export function mergeRankings<T>(rankings: readonly (readonly T[])[], k: number): T[] {
  const worth = new Map<T, number>();
  // Place by place, so that a map that keeps its order breaks ties as promised.
  const longest = Math.max(0, ...rankings.map(({ length }) => length));
  for (let rank = 0; rank < longest; rank++) {
    for (const ranking of rankings) {
      if (rank >= ranking.length) continue;
      const entry = ranking[rank]!;
      worth.set(entry, (worth.get(entry) ?? 0) + 1 / (RANK_OFFSET + rank + 1));
    }
  }
  return [...worth]
    .sort(([, a], [, b]) => b - a)
    .slice(0, k)
    .map(([entry]) => entry);
}
