import type { ScoredItem } from '../selection.ts';

/** Judges every leaf of a pool, item by item. */
export type LeafJudge = (pool: readonly ScoredItem[]) => Float32Array[];

/**
 * Judges each pool once for as long as its scores are held: while a dial moves, the scores stay the same arrays and only
 * the bar changes. Ours.
 */
export function remembered(judge: LeafJudge): LeafJudge {
  const known = new WeakMap<
    Float32Array,
    { pool: readonly ScoredItem[]; figures: Float32Array[] }
  >();
  return (pool) => {
    const scores = pool[0]?.scores;
    if (scores === undefined) return judge(pool);
    const last = known.get(scores);
    if (last !== undefined && isSame(last.pool, pool)) return last.figures;
    const figures = judge(pool);
    known.set(scores, { pool, figures });
    return figures;
  };
}

function isSame(one: readonly ScoredItem[], other: readonly ScoredItem[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ tree, scores, vectors, leafTokens, modality, lexical }, index) => {
      const item = other[index]!;
      return (
        tree === item.tree &&
        scores === item.scores &&
        vectors === item.vectors &&
        leafTokens === item.leafTokens &&
        modality === item.modality &&
        lexical?.terms === item.lexical?.terms &&
        lexical?.query === item.lexical?.query
      );
    })
  );
}
