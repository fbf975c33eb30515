import type { ItemTerms } from './lexical.ts';

/** How much of the query's words stands in an item; all figures are shares of the query's weight, 0 to 1. Ours. */
export interface LexicalMatch {
  /** In each leaf. */
  readonly leaf: Float32Array;
  /** Share of each leaf's own terms that are terms of the query. */
  readonly focus: Float32Array;
  /** In each leaf or the item's head. */
  readonly both: Float32Array;
  /** In the item's head. */
  readonly head: number;
  /** Anywhere in the item. */
  readonly item: number;
}

/**
 * Matches the query's terms with the items of one pool. A term weighs by its inverse document frequency over the pool's
 * leaves (BM25's), so words that stand everywhere hardly count in any language; terms that stand nowhere do not count.
 */
export function matchTerms(query: Int32Array, pool: readonly ItemTerms[]): LexicalMatch[] {
  const width = query.length;
  const found = pool.map((item) => findTerms(query, item));
  const frequency = new Int32Array(width);
  let leaves = 0;
  for (const { body } of found) {
    for (let at = 0; at < body.length; at++) frequency[at % width]! += body[at]!;
    leaves += body.length / Math.max(width, 1);
  }
  const weights = Float32Array.from(frequency, (count, term) =>
    count === 0 && found.every(({ head }) => head[term] === 0)
      ? 0
      : Math.log(1 + (leaves - count + 0.5) / (count + 0.5)),
  );
  const whole = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  for (let term = 0; term < width; term++) weights[term]! /= whole;
  return found.map(({ body, head }, index) => {
    const count = pool[index]!.leafEnds.length;
    const { leafEnds } = pool[index]!;
    const [leaf, both, focus] = [count, count, count].map((length) => new Float32Array(length)) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    const anywhere = Uint8Array.from(head);
    for (let row = 0, at = 0; row < count; row++) {
      for (let term = 0; term < width; term++, at++) {
        if (body[at] === 1) {
          focus[row]! += 1 / (leafEnds[row]! - (leafEnds[row - 1] ?? 0));
          leaf[row]! += weights[term]!;
          anywhere[term] = 1;
        }
        if (body[at] === 1 || head[term] === 1) both[row]! += weights[term]!;
      }
    }
    return { leaf, both, focus, head: weigh(head, weights), item: weigh(anywhere, weights) };
  });
}

function weigh(present: Uint8Array, weights: Float32Array): number {
  return present.reduce((sum, flag, term) => sum + flag * weights[term]!, 0);
}

/** 1 where leaf `i / query.length` (or the head) holds term `i % query.length`. */
function findTerms(
  query: Int32Array,
  { leafEnds, terms, head }: ItemTerms,
): { readonly body: Uint8Array; readonly head: Uint8Array } {
  const width = query.length;
  const body = new Uint8Array(leafEnds.length * width);
  let from = 0;
  for (let leaf = 0; leaf < leafEnds.length; leaf++) {
    meet(query, terms, from, leafEnds[leaf]!, body, leaf * width);
    from = leafEnds[leaf]!;
  }
  const inHead = new Uint8Array(width);
  meet(query, head, 0, head.length, inHead, 0);
  return { body, head: inHead };
}

/** Both lists are sorted, so one walk over both finds what they share. */
function meet(
  query: Int32Array,
  terms: Int32Array,
  from: number,
  to: number,
  flags: Uint8Array,
  offset: number,
): void {
  let at = from;
  for (let term = 0; term < query.length && at < to; term++) {
    const wanted = query[term]!;
    while (at < to && terms[at]! < wanted) at++;
    if (at < to && terms[at] === wanted) flags[offset + term] = 1;
  }
}
