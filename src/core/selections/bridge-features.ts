import { hasTerm } from '../lexical.ts';
import type { ScoredItem } from '../selection.ts';

/** Names of the features of {@link bridgeFeatures}, in the order of a row. */
export const BRIDGE_FEATURES = [
  'first',
  'firstToPoolBest',
  'firstItemBest',
  'firstNeighbour',
  'namedByEvidence',
  'namesEvidence',
  'namedByItem',
] as const;

const WIDTH = BRIDGE_FEATURES.length;
/** Leaves that may name another item: the best of the first judgement. */
const NAMING_LEAVES = 24;

/**
 * Features that need a first judgement of every leaf (ours). In a question of two hops the second passage shares no words
 * with the question, but the evidence of the first hop names it: `namedByEvidence` is how much of an item's head stands in
 * a good leaf of another item, times how good that leaf is; `namesEvidence` is the same seen from the leaf that names.
 *
 * @param first first judgement of each leaf, 0 to 1, item after item.
 * @param offsets first leaf of each item in `first`; one more entry than items.
 */
export function bridgeFeatures(
  pool: readonly ScoredItem[],
  first: Float32Array,
  offsets: Int32Array,
): Float32Array {
  const data = new Float32Array(first.length * WIDTH);
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
    data.set(
      [
        own,
        own - logit(poolBest),
        logit(itemBest[item]!),
        Math.max(before, after),
        named.byLeaf[item]!,
        namesEvidence,
        named.share[item]!,
      ],
      leaf * WIDTH,
    );
  }
  return data;
}

function logit(share: number): number {
  const bounded = Math.min(1 - 1e-4, Math.max(1e-4, share));
  return Math.log(bounded / (1 - bounded));
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
  const heads = pool.map(({ lexical }) => lexical?.terms.head ?? new Int32Array(0));
  const frequency = new Map<number, number>();
  for (const head of heads) {
    for (const term of head) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  const weight = (term: number) => Math.log(items / frequency.get(term)!);
  const wholes = heads.map((head) => head.reduce((sum, term) => sum + weight(term), 0) || 1);
  const terms = Int32Array.from(frequency.keys()).sort();
  for (const [own, { lexical }] of pool.entries()) {
    if (lexical === undefined) continue;
    const { leafEnds, terms: words } = lexical.terms;
    for (let leaf = 0, at = 0; leaf < leafEnds.length; leaf++) {
      for (; at < leafEnds[leaf]!; at++) {
        const word = words[at]!;
        if (!hasTerm(terms, word)) continue;
        for (let item = 0; item < items; item++) {
          if (item === own || !hasTerm(heads[item]!, word)) continue;
          names[(offsets[own]! + leaf) * items + item]! += weight(word) / wholes[item]!;
        }
      }
    }
  }
  return names;
}
