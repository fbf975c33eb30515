import { findTerm } from '../lexical.ts';
import type { ScoredItem } from '../selection.ts';
import type { LeafFeatures } from './leaf-features.ts';
import { logOdds } from './small-network.ts';

/** Names of the features of {@link addBridgeFeatures}, in the order of a row. */
export const BRIDGE_FEATURES = [
  'first',
  'firstToPoolBest',
  'firstItemBest',
  'firstNeighbour',
  'namedByEvidence',
  'namesEvidence',
  'namedByItem',
] as const;

/** Leaves that may name another item: the best of the first judgement. */
const NAMING_LEAVES = 24;

/**
 * Writes the features that need a first judgement of every leaf (ours). In a question of two hops the second passage shares no words
 * with the question, but the evidence of the first hop names it: `namedByEvidence` is how much of an item's head stands in
 * a good leaf of another item, times how good that leaf is; `namesEvidence` is the same seen from the leaf that names.
 *
 * @param first first judgement of each leaf, 0 to 1, item after item.
 * @param features whose rows get these features from column `column` on.
 */
export function addBridgeFeatures(
  pool: readonly ScoredItem[],
  first: Float32Array,
  { data, stride, offsets }: LeafFeatures,
  column: number,
): void {
  const itemOf = new Int32Array(first.length);
  const itemBest = new Float32Array(pool.length);
  for (let item = 0; item < pool.length; item++) {
    for (let leaf = offsets[item]!; leaf < offsets[item + 1]!; leaf++) {
      itemOf[leaf] = item;
      itemBest[item] = Math.max(itemBest[item]!, first[leaf]!);
    }
  }
  const poolBest = itemBest.reduce((best, value) => Math.max(best, value), 0);
  const names = namings(pool, offsets);
  const named = namedItems(first, itemOf, names, pool.length);
  const bestLogit = logit(poolBest);
  const itemLogits = itemBest.map(logit);
  for (let leaf = 0; leaf < first.length; leaf++) {
    const item = itemOf[leaf]!;
    let namesEvidence = 0;
    for (let other = 0; other < pool.length; other++) {
      if (other === item) continue;
      namesEvidence = Math.max(
        namesEvidence,
        names[leaf * pool.length + other]! * itemBest[other]!,
      );
    }
    const own = logit(first[leaf]!);
    const before = leaf > offsets[item]! ? first[leaf - 1]! : 0;
    const after = leaf + 1 < offsets[item + 1]! ? first[leaf + 1]! : 0;
    const row = leaf * stride + column;
    data[row] = own;
    data[row + 1] = own - bestLogit;
    data[row + 2] = itemLogits[item]!;
    data[row + 3] = Math.max(before, after);
    data[row + 4] = named.byLeaf[item]!;
    data[row + 5] = namesEvidence;
    data[row + 6] = named.share[item]!;
  }
}

/** A feature of larger steps than this would drown the others. */
function logit(share: number): number {
  return logOdds(share, 1e-4);
}

/** For each item, the best naming by a good leaf of another item, weighed by that leaf's judgement and not. */
function namedItems(
  first: Float32Array,
  itemOf: Int32Array,
  names: Float32Array,
  items: number,
): { readonly byLeaf: Float32Array; readonly share: Float32Array } {
  const [byLeaf, share] = [new Float32Array(items), new Float32Array(items)];
  const bar = first.slice().sort().at(-NAMING_LEAVES) ?? 0;
  for (let leaf = 0; leaf < first.length; leaf++) {
    if (first[leaf]! < bar) continue;
    for (let item = 0; item < items; item++) {
      if (itemOf[leaf] === item) continue;
      const part = names[leaf * items + item]!;
      share[item] = Math.max(share[item]!, part);
      byLeaf[item] = Math.max(byLeaf[item]!, part * first[leaf]!);
    }
  }
  return { byLeaf, share };
}

/**
 * How much of each item's head stands in each leaf (`leaf * items + item`): terms weigh by how few heads of the pool hold
 * them, so that what all titles of one document share names none of them.
 */
function namings(pool: readonly ScoredItem[], offsets: Int32Array): Float32Array {
  const items = pool.length;
  const names = new Float32Array(offsets[items]! * items);
  const { terms, shares } = headShares(pool);
  for (const [own, { lexical }] of pool.entries()) {
    if (lexical === undefined) continue;
    const { leafEnds, terms: words } = lexical.terms;
    for (let leaf = 0, at = 0; leaf < leafEnds.length; leaf++) {
      const row = (offsets[own]! + leaf) * items;
      for (; at < leafEnds[leaf]!; at++) {
        const term = findTerm(terms, words[at]!);
        if (term < 0) continue;
        for (let item = 0; item < items; item++) {
          if (item !== own) names[row + item]! += shares[term * items + item]!;
        }
      }
    }
  }
  return names;
}

/** The terms of all heads, sorted, and what share of each item's head a term is (`term * items + item`). */
function headShares(pool: readonly ScoredItem[]): {
  readonly terms: Int32Array;
  readonly shares: Float32Array;
} {
  const items = pool.length;
  const heads = pool.map(({ lexical }) => lexical?.terms.head ?? new Int32Array(0));
  const terms = Int32Array.from(new Set(heads.flatMap((head) => [...head]))).sort();
  const shares = new Float32Array(terms.length * items);
  for (let term = 0; term < terms.length; term++) {
    const holders = heads.map((head) => findTerm(head, terms[term]!) >= 0);
    const weight = Math.log(items / holders.filter(Boolean).length);
    for (const [item, holds] of holders.entries()) {
      if (holds) shares[term * items + item] = weight;
    }
  }
  for (let item = 0; item < items; item++) {
    let whole = 0;
    for (let at = item; at < shares.length; at += items) whole += shares[at]!;
    for (let at = item; at < shares.length && whole > 0; at += items) shares[at]! /= whole;
  }
  return { terms, shares };
}
