import { bench, describe, expect } from 'vitest';
import type { IndexedItem } from '../src/core/indexed-item.ts';
import { itemTerms } from '../src/core/lexical.ts';
import { buildRegionTree, regionCount } from '../src/core/region-tree.ts';
import { segmentItem } from '../src/core/segment-item.ts';
import type { Selection } from '../src/core/selection.ts';
import { calibrated } from '../src/core/selections/calibrated-default.ts';
import { flatM } from '../src/core/selections/flat-m.ts';
import { parentRelative } from '../src/core/selections/parent-relative.ts';
import { poolRelative } from '../src/core/selections/pool-relative.ts';
import { normalise, quantise } from '../src/core/similarity.ts';
import { reselect, scorePool } from '../src/pipeline/compress-pool.ts';

/** Ten cached items of 64 sentences with 384-dimensional vectors, as they come out of the store. */
const DIMENSIONS = 384;
const LEAVES = 64;

const pool = Array.from({ length: 10 }, (_, item) => indexedItem(item));
const query = normalise(Float32Array.from({ length: DIMENSIONS }, (_, at) => Math.sin(at + 1)));

/** Deterministic noise between -1 and 1. */
function noise(at: number): number {
  return Math.sin(at * 12.9898) * Math.cos(at * 78.233);
}

function indexedItem(seed: number): IndexedItem {
  const text = Array.from(
    { length: LEAVES },
    (_, at) => `Sentence ${at} of item ${seed} ends here.`,
  );
  const item = {
    id: `${seed}`,
    modality: 'text' as const,
    title: 'Bench',
    headingPath: [],
    provenance: { source: 'bench.txt' },
    text: text.join(' '),
  };
  const leaves = segmentItem(item);
  const tree = buildRegionTree(LEAVES);
  const rows = regionCount(tree);
  const data = Float32Array.from({ length: rows * DIMENSIONS }, (_, at) => noise(seed * 1e6 + at));
  return {
    item,
    leaves,
    leafTokens: new Int32Array(leaves.starts.length).fill(10),
    tree,
    vectors: quantise({ rows, dimensions: DIMENSIONS, data }),
    fingerprint: 'bench',
    terms: itemTerms(item, leaves),
  };
}

/** Scores the pool, selects with the initial dial and cuts the evidence out. */
function prune(selection: Selection): void {
  reselect(scorePool(query, pool, 1, 'Which sentence of item 7 ends here?'), { selection });
}

describe('pruning 10 cached items of 64 leaves', () => {
  expect(pool[0]!.leaves.starts).toHaveLength(LEAVES);
  for (const selection of [parentRelative, flatM, poolRelative, calibrated]) {
    bench(selection.name, () => prune(selection));
  }
});
