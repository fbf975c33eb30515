import { bench, describe, expect } from 'vitest';
import { evidenceForest } from '../src/core/evidence-forest.ts';
import type { IndexedItem } from '../src/core/indexed-item.ts';
import { refine } from '../src/core/refine.ts';
import { buildRegionTree, regionCount } from '../src/core/region-tree.ts';
import { segmentItem } from '../src/core/segment-item.ts';
import { cosines, normalise, quantise } from '../src/core/similarity.ts';

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
  };
}

/** Scores, refines and cuts out the evidence of the whole pool; the number of kept leaves. */
function prune(): number {
  let kept = 0;
  for (const item of pool) {
    const selection = refine(item.tree, cosines(query, item.vectors));
    kept += evidenceForest(item, selection.kept).keptLeaves;
  }
  return kept;
}

describe('pruning', () => {
  expect(pool[0]!.leaves.starts).toHaveLength(LEAVES);
  bench('10 cached items of 64 leaves (target: under 2 ms)', () => {
    prune();
  });
});
