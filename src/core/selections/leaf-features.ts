import { matchTerms } from '../lexical-match.ts';
import { leafCount, leafRegions, parentsOf } from '../region-tree.ts';
import type { ScoredItem } from '../selection.ts';
import { bestNeighbours, logRanks, maximum, spreadOut, windowMeans } from './leaf-series.ts';

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

/** Writes whole columns of one item's rows: a loop for each keeps the work free of look-ups. */
function columns({ data, offsets, stride }: LeafFeatures, item: number) {
  const first = offsets[item]! * stride;
  const end = offsets[item + 1]! * stride;
  return {
    /** The values, each less a constant. */
    each(column: number, values: Float32Array, less = 0) {
      for (let at = first + column, i = 0; at < end; at += stride, i++)
        data[at] = values[i]! - less;
    },
    all(column: number, value: number) {
      for (let at = first + column; at < end; at += stride) data[at] = value;
    },
  };
}

function writeSurroundings(
  features: LeafFeatures,
  index: number,
  { tree, scores }: ScoredItem,
  leafScores: Float32Array,
): void {
  const { each, all } = columns(features, index);
  const parents = parentsOf(tree);
  const above = leafRegions(tree);
  const found = new Float32Array(above.length);
  each(AT.score, leafScores);
  for (const column of ANCESTORS) {
    for (let leaf = 0; leaf < above.length; leaf++) {
      above[leaf] = Math.max(0, parents[above[leaf]!]!);
      found[leaf] = scores[above[leaf]!]!;
    }
    if (column >= 0) each(column, found);
  }
  all(AT.root, scores[0]!);
  each(AT.neighbour, bestNeighbours(leafScores));
  each(AT.window2, windowMeans(leafScores, 2));
  each(AT.window8, windowMeans(leafScores, 8));
}

/** Columns of the ancestors, one level up after the other; -1 for one that is no feature. */
const ANCESTORS = [AT.parent, AT.grandparent, AT.ancestor3, -1, AT.ancestor5];

function writeForm(
  features: LeafFeatures,
  index: number,
  { tree, leafTokens, modality }: ScoredItem,
  poolItems: number,
): void {
  const { each, all } = columns(features, index);
  const count = leafCount(tree);
  const [tokens, position] = [new Float32Array(count), new Float32Array(count)];
  for (let leaf = 0; leaf < count; leaf++) {
    tokens[leaf] = Math.log1p(leafTokens[leaf]!);
    position[leaf] = count === 1 ? 0 : leaf / (count - 1);
  }
  each(AT.tokens, tokens);
  all(AT.itemLeaves, Math.log(count));
  all(AT.poolLeaves, Math.log(features.offsets.at(-1)!));
  all(AT.poolItems, Math.log(poolItems));
  each(AT.position, position);
  features.data[features.offsets[index]! * features.stride + AT.isFirst] = 1;
  all(AT.isTable, modality === 'table' ? 1 : 0);
}

function writeComparisons(
  features: LeafFeatures,
  pool: readonly ScoredItem[],
  leafScores: readonly Float32Array[],
): void {
  const best = leafScores.map(maximum);
  const poolBest = Math.max(...best);
  const poolRoot = Math.max(...pool.map(({ scores }) => scores[0]!));
  const all = joined(features, leafScores);
  const poolRanks = logRanks(all);
  const poolSpread = spreadOut(all);
  for (const [index, scores] of leafScores.entries()) {
    const write = columns(features, index);
    const [from, to] = [features.offsets[index]!, features.offsets[index + 1]!];
    write.each(AT.toItemBest, scores, best[index]!);
    write.each(AT.toPoolBest, scores, poolBest);
    write.all(AT.itemToPoolBest, best[index]! - poolBest);
    write.all(AT.rootToPoolBest, pool[index]!.scores[0]! - poolRoot);
    write.each(AT.itemSpread, spreadOut(scores));
    write.each(AT.poolSpread, poolSpread.subarray(from, to));
    write.all(AT.itemRank, Math.log1p(best.filter((other) => other > best[index]!).length));
    write.each(AT.rankInItem, logRanks(scores));
    write.each(AT.rankInPool, poolRanks.subarray(from, to));
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
  const ranks = logRanks(
    joined(
      features,
      matches.map(({ both }) => both),
    ),
  );
  for (const [index, match] of matches.entries()) {
    const { each, all } = columns(features, index);
    const { leaf: share, both, focus, head, item } = match;
    each(AT.wordsLeaf, share);
    each(AT.wordsBoth, both);
    each(AT.wordsFocus, focus);
    all(AT.wordsHead, head);
    all(AT.wordsItem, item);
    each(AT.wordsLeafToBest, share, bestLeaf);
    each(AT.wordsBothToBest, both, bestBoth);
    all(AT.wordsHeadToBest, head - bestHead);
    each(AT.wordsNeighbour, bestNeighbours(share));
    each(AT.wordsWindow8, windowMeans(share, 8));
    each(AT.wordsRank, ranks.subarray(features.offsets[index]!, features.offsets[index + 1]!));
    all(AT.queryTerms, Math.log1p(query.length));
  }
}

/** The figures of all items in one row, item after item. */
function joined({ offsets }: LeafFeatures, parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(offsets.at(-1)!);
  for (const [index, part] of parts.entries()) all.set(part, offsets[index]!);
  return all;
}
