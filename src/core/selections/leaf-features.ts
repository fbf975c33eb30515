import { matchTerms } from '../lexical-match.ts';
import { leafCount, leafRegions, parentsOf } from '../region-tree.ts';
import type { ScoredItem } from '../selection.ts';

/** The features of every leaf of a pool: a row of `stride` numbers per leaf, item after item. */
export interface LeafFeatures {
  /** {@link LEAF_FEATURES} come first in a row, then zeros for whatever is added later. */
  readonly stride: number;
  readonly data: Float32Array;
  /** First row of each item; one more entry than items. */
  readonly offsets: Int32Array;
}

/** Names of the features, in the order of a row (ours; method 8.9 and more). */
export const LEAF_FEATURES = [
  // The leaf's own score and those of the regions around it.
  'score',
  'parent',
  'grandparent',
  'ancestor3',
  'ancestor5',
  'root',
  'neighbour',
  'window2',
  'window8',
  // Against its item and the pool.
  'toItemBest',
  'toPoolBest',
  'itemToPoolBest',
  'rootToPoolBest',
  'itemSpread',
  'poolSpread',
  'itemRank',
  'rankInItem',
  'rankInPool',
  // Form.
  'tokens',
  'itemLeaves',
  'poolLeaves',
  'poolItems',
  'position',
  'isFirst',
  'isTable',
  // Words.
  'wordsLeaf',
  'wordsBoth',
  'wordsFocus',
  'wordsHead',
  'wordsItem',
  'wordsLeafToBest',
  'wordsBothToBest',
  'wordsHeadToBest',
  'wordsNeighbour',
  'wordsWindow8',
  'wordsRank',
  'queryTerms',
] as const;

const WIDTH = LEAF_FEATURES.length;
/** Column of each feature. */
const AT = Object.fromEntries(LEAF_FEATURES.map((name, column) => [name, column])) as Readonly<
  Record<(typeof LEAF_FEATURES)[number], number>
>;

/** Computes the features of a pool from cached scores and terms; an item without terms has zeros for its words. */
export function leafFeatures(pool: readonly ScoredItem[], stride: number = WIDTH): LeafFeatures {
  const offsets = new Int32Array(pool.length + 1);
  for (const [index, { tree }] of pool.entries()) {
    offsets[index + 1] = offsets[index]! + leafCount(tree);
  }
  const features = { stride, data: new Float32Array(offsets.at(-1)! * stride), offsets };
  const leafScores = pool.map(({ tree, scores }) => {
    const regions = leafRegions(tree);
    const own = new Float32Array(regions.length);
    for (let leaf = 0; leaf < own.length; leaf++) own[leaf] = scores[regions[leaf]!]!;
    return own;
  });
  for (const [index, item] of pool.entries()) {
    writeSurroundings(features, index, item, leafScores[index]!);
    writeForm(features, index, item, pool.length);
  }
  writeComparisons(features, pool, leafScores);
  writeWords(features, pool);
  return features;
}

function setter({ data, offsets, stride }: LeafFeatures, item: number) {
  const offset = offsets[item]! * stride;
  return (leaf: number, at: number, value: number) => {
    data[offset + leaf * stride + at] = value;
  };
}

function writeSurroundings(
  features: LeafFeatures,
  index: number,
  { tree, scores }: ScoredItem,
  leafScores: Float32Array,
): void {
  const set = setter(features, index);
  const parents = parentsOf(tree);
  const regions = leafRegions(tree);
  const [narrow, wide] = [windowMeans(leafScores, 2), windowMeans(leafScores, 8)];
  for (let leaf = 0; leaf < leafScores.length; leaf++) {
    set(leaf, AT.score, leafScores[leaf]!);
    let region = regions[leaf]!;
    for (let level = 1; level <= 5; level++) {
      region = Math.max(0, parents[region]!);
      const at = ANCESTORS[level]!;
      if (at >= 0) set(leaf, at, scores[region]!);
    }
    set(leaf, AT.root, scores[0]!);
    set(leaf, AT.neighbour, bestNeighbour(leafScores, leaf));
    set(leaf, AT.window2, narrow[leaf]!);
    set(leaf, AT.window8, wide[leaf]!);
  }
}

/** Column of the ancestor so many levels up, -1 for none. */
const ANCESTORS = [-1, AT.parent, AT.grandparent, AT.ancestor3, -1, AT.ancestor5];

function bestNeighbour(values: Float32Array, at: number): number {
  if (values.length === 1) return values[0]!;
  return Math.max(values[at - 1] ?? -1, values[at + 1] ?? -1);
}

/** Mean of the values up to `reach` to either side. */
function windowMeans(values: Float32Array, reach: number): Float32Array {
  const before = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) before[i + 1] = before[i]! + values[i]!;
  return values.map((_, i) => {
    const [from, to] = [Math.max(0, i - reach), Math.min(values.length, i + reach + 1)];
    return (before[to]! - before[from]!) / (to - from);
  });
}

function writeForm(
  features: LeafFeatures,
  index: number,
  { tree, leafTokens, modality }: ScoredItem,
  poolItems: number,
): void {
  const set = setter(features, index);
  const count = leafCount(tree);
  for (let leaf = 0; leaf < count; leaf++) {
    set(leaf, AT.tokens, Math.log1p(leafTokens[leaf]!));
    set(leaf, AT.itemLeaves, Math.log(count));
    set(leaf, AT.poolLeaves, Math.log(features.offsets.at(-1)!));
    set(leaf, AT.poolItems, Math.log(poolItems));
    set(leaf, AT.position, count === 1 ? 0 : leaf / (count - 1));
    set(leaf, AT.isFirst, leaf === 0 ? 1 : 0);
    set(leaf, AT.isTable, modality === 'table' ? 1 : 0);
  }
}

function writeComparisons(
  features: LeafFeatures,
  pool: readonly ScoredItem[],
  leafScores: readonly Float32Array[],
): void {
  const best = leafScores.map(maximum);
  const poolBest = Math.max(...best);
  const poolRoot = Math.max(...pool.map(({ scores }) => scores[0]!));
  const all = new Float32Array(features.offsets.at(-1)!);
  for (const [index, scores] of leafScores.entries()) all.set(scores, features.offsets[index]!);
  const poolRanks = logRanks(all);
  const poolForm = spread(all);
  for (const [index, scores] of leafScores.entries()) {
    const set = setter(features, index);
    const ranks = logRanks(scores);
    const form = spread(scores);
    const itemRank = Math.log1p(best.filter((other) => other > best[index]!).length);
    for (let leaf = 0; leaf < scores.length; leaf++) {
      const score = scores[leaf]!;
      set(leaf, AT.toItemBest, score - best[index]!);
      set(leaf, AT.toPoolBest, score - poolBest);
      set(leaf, AT.itemToPoolBest, best[index]! - poolBest);
      set(leaf, AT.rootToPoolBest, pool[index]!.scores[0]! - poolRoot);
      set(leaf, AT.itemSpread, (score - form.mean) / form.deviation);
      set(leaf, AT.poolSpread, (score - poolForm.mean) / poolForm.deviation);
      set(leaf, AT.itemRank, itemRank);
      set(leaf, AT.rankInItem, ranks[leaf]!);
      set(leaf, AT.rankInPool, poolRanks[features.offsets[index]! + leaf]!);
    }
  }
}

function writeWords(features: LeafFeatures, pool: readonly ScoredItem[]): void {
  const [first] = pool;
  if (first?.lexical === undefined) return;
  const { query } = first.lexical;
  const matches = matchTerms(
    query,
    pool.flatMap(({ lexical }) => (lexical === undefined ? [] : [lexical.terms])),
  );
  if (matches.length !== pool.length) return;
  const bestLeaf = Math.max(...matches.map(({ leaf }) => maximum(leaf)));
  const bestBoth = Math.max(...matches.map(({ both }) => maximum(both)));
  const bestHead = Math.max(...matches.map(({ head }) => head));
  const all = new Float32Array(features.offsets.at(-1)!);
  for (const [index, { both }] of matches.entries()) all.set(both, features.offsets[index]!);
  const ranks = logRanks(all);
  for (const [index, match] of matches.entries()) {
    const set = setter(features, index);
    const { leaf: share, both, focus, head, item } = match;
    const wide = windowMeans(share, 8);
    for (let leaf = 0; leaf < share.length; leaf++) {
      set(leaf, AT.wordsLeaf, share[leaf]!);
      set(leaf, AT.wordsBoth, both[leaf]!);
      set(leaf, AT.wordsFocus, focus[leaf]!);
      set(leaf, AT.wordsHead, head);
      set(leaf, AT.wordsItem, item);
      set(leaf, AT.wordsLeafToBest, share[leaf]! - bestLeaf);
      set(leaf, AT.wordsBothToBest, both[leaf]! - bestBoth);
      set(leaf, AT.wordsHeadToBest, head - bestHead);
      set(leaf, AT.wordsNeighbour, bestNeighbour(share, leaf));
      set(leaf, AT.wordsWindow8, wide[leaf]!);
      set(leaf, AT.wordsRank, ranks[features.offsets[index]! + leaf]!);
      set(leaf, AT.queryTerms, Math.log1p(query.length));
    }
  }
}

function maximum(values: Float32Array): number {
  let best = Number.NEGATIVE_INFINITY;
  for (const value of values) if (value > best) best = value;
  return best;
}

function spread(values: Float32Array): { readonly mean: number; readonly deviation: number } {
  let [sum, squares] = [0, 0];
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / values.length - mean * mean)) + 0.02 };
}

/** log(1 + number of higher values) for each value. */
function logRanks(values: Float32Array): Float32Array {
  const sorted = values.slice().sort();
  return values.map((value) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! <= value) low = middle + 1;
      else high = middle;
    }
    return Math.log1p(sorted.length - low);
  });
}
