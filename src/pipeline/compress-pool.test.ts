import { describe, expect, it } from 'vitest';
import type { IndexedItem } from '../core/indexed-item.ts';
import type { Item } from '../core/item.ts';
import { Outcome } from '../core/refine.ts';
import { buildRegionTree } from '../core/region-tree.ts';
import { segmentItem } from '../core/segment-item.ts';
import type { ScoredItem, Selection } from '../core/selection.ts';
import { parentRelative } from '../core/selections/parent-relative.ts';
import { quantise } from '../core/similarity.ts';
import { reselect, scorePool } from './compress-pool.ts';

/** A table of three rows whose regions have these vectors. */
function table(id: string, vectors: readonly (readonly [number, number])[]): IndexedItem {
  const item: Item = {
    id,
    modality: 'table',
    title: id,
    headingPath: [],
    provenance: { source: 'x.csv' },
    columns: ['name'],
    rows: [['one'], ['two'], ['three']],
  };
  const leaves = segmentItem(item);
  const data = Float32Array.from(vectors.flat());
  return {
    item,
    leaves,
    leafTokens: Int32Array.of(1, 1, 1),
    tree: buildRegionTree(3),
    vectors: quantise({ rows: 5, dimensions: 2, data }),
    fingerprint: 'f',
  };
}

// Regions: the table, rows 0-1, row 2, row 0, row 1. The query points along the first axis.
const mixed = table('mixed', [
  [0.8, 0.6],
  [0.6, 0.8],
  [1, 0],
  [0, 1],
  [0, 1],
]);
const query = Float32Array.of(1, 0);

describe('reselect', () => {
  it('keeps by the paper’s rule unless told otherwise, and shows how it decided', () => {
    const [compressed] = reselect(scorePool(query, [mixed], 1));
    expect(compressed!.forest.spans.map(({ text }) => text)).toEqual(['three']);
    expect([...compressed!.selection.outcomes]).toEqual([
      Outcome.split,
      Outcome.dropped,
      Outcome.kept,
      Outcome.unvisited,
      Outcome.unvisited,
    ]);
    expect(compressed!.scores[2]).toBeCloseTo(1, 2);
    expect(compressed).not.toHaveProperty('wholeBecause');
  });

  it('moves with the dial without new scores', () => {
    const pool = scorePool(query, [mixed], 1);
    const kept = (dial: number) => reselect(pool, { dial })[0]!.forest.keptLeaves;
    expect([kept(-0.1), kept(0), kept(0.21)]).toEqual([1, 1, 3]);
  });

  it('keeps tables whole for aggregate questions, and says why', () => {
    const [compressed] = reselect(scorePool(query, [mixed], 1), { wholeTables: true });
    expect(compressed!.forest.spans.map(({ text }) => text)).toEqual(['one\ntwo\nthree']);
    expect([...compressed!.selection.outcomes]).toEqual([Outcome.kept, 0, 0, 0, 0]);
    expect(compressed!.wholeBecause).toBe('aggregate-question');
  });

  it('drops a table that the selection keeps nothing of, whatever the question', () => {
    const nothing: Selection = {
      ...parentRelative,
      select: (pool) => pool.map(() => ({ kept: new Int32Array(0), outcomes: new Uint8Array(5) })),
    };
    const options = { selection: nothing, wholeTables: true };
    const [dropped] = reselect(scorePool(query, [mixed], 1), options);
    expect(dropped!.forest.keptLeaves).toBe(0);
    expect(dropped).not.toHaveProperty('wholeBecause');
    const [restored] = reselect(
      scorePool(query, [mixed], 1).map((entry) => ({ ...entry, restored: true as const })),
      options,
    );
    expect(restored!.forest.keptLeaves).toBe(3);
  });

  it('keeps only those tables whole that the selection finds near the best', () => {
    const flat = table('flat', [
      [1, 0],
      [0.6, 0.8],
      [0.6, 0.8],
    ]);
    const tells: Selection = {
      ...parentRelative,
      nearBest: (pool) => pool.map(({ tree }) => tree === flat.tree),
    };
    const options = { selection: tells, wholeTables: true };
    const [far, near] = reselect(scorePool(query, [mixed, flat], 1), options);
    expect(far!.forest.spans.map(({ text }) => text)).toEqual(['three']);
    expect(far).not.toHaveProperty('wholeBecause');
    expect([near!.forest.keptLeaves, near!.wholeBecause]).toEqual([3, 'aggregate-question']);
    // Near in any round is near.
    const [again] = scorePool(query, [mixed], 2);
    const late: Selection = { ...tells, nearBest: (pool) => pool.map(() => pool.length === 1) };
    const [first] = scorePool(query, [mixed, flat], 1);
    const returned = [{ ...first!, returns: [again!] }, ...scorePool(query, [flat], 1)];
    const back = reselect(returned, { ...options, selection: late });
    expect(back.map(({ wholeBecause }) => wholeBecause)).toEqual(['aggregate-question', undefined]);
  });

  it('gives each round to the selection as one pool, in the order of retrieval', () => {
    const pools: number[] = [];
    const watched: Selection = {
      ...parentRelative,
      select: (pool: readonly ScoredItem[], dial) => {
        pools.push(pool.length);
        return parentRelative.select(pool, dial);
      },
    };
    const flat = table('flat', [
      [1, 0],
      [0.6, 0.8],
      [0.6, 0.8],
      [0.6, 0.8],
      [0.6, 0.8],
    ]);
    const items = [...scorePool(query, [mixed, flat], 1), ...scorePool(query, [mixed], 2)];
    const compressed = reselect(items, { selection: watched });
    expect(pools).toEqual([2, 1]);
    expect(
      compressed.map(({ round, forest }) => [round, forest.itemId, forest.keptLeaves]),
    ).toEqual([
      [1, 'mixed', 1],
      [1, 'flat', 3],
      [2, 'mixed', 1],
    ]);
  });

  it('keeps what any round selects of an item that came back', () => {
    const [once] = scorePool(query, [mixed], 1);
    const [again] = scorePool(Float32Array.of(0, 1), [mixed], 2);
    const [compressed] = reselect([{ ...once!, returns: [again!] }]);
    // The first query leaves row 2, the second rows 0 and 1; together they are the whole table.
    expect(compressed!.forest.spans.map(({ text }) => text)).toEqual(['one\ntwo\nthree']);
    expect(reselect([compressed!])[0]!.forest.keptLeaves).toBe(3);
  });

  it('keeps of a restored item what the paper’s rule keeps, only where the selection drops it', () => {
    const drops: Selection = {
      ...parentRelative,
      select: (pool) =>
        pool.map(({ tree }) => ({
          kept: new Int32Array(0),
          outcomes: new Uint8Array(tree.starts.length),
        })),
    };
    const [scored] = scorePool(query, [mixed], 1);
    const kept = (selection: Selection, restored?: true) =>
      reselect([{ ...scored!, ...(restored ? { restored } : {}) }], { selection, dial: 0.21 })[0]!
        .forest.keptLeaves;
    expect(kept(drops)).toBe(0);
    expect(kept(drops, true)).toBe(1);
    expect(kept(parentRelative, true)).toBe(3);
  });
});
