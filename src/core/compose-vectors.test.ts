import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeVectors, regionsToEncode, regionTokens } from './compose-vectors.ts';
import { buildRegionTree, type RegionTree } from './region-tree.ts';
import { cosines, normalise, quantise } from './similarity.ts';

describe('regionTokens', () => {
  it('adds up the leaves of each region', () => {
    // Root 0-3, then 0-2 and 2-3, then the leaves 0 and 1.
    const tree = buildRegionTree(3);
    expect([...regionTokens(tree, Int32Array.of(5, 7, 11))]).toEqual([23, 12, 11, 5, 7]);
  });
});

describe('regionsToEncode', () => {
  const tree = buildRegionTree(3);
  const tokens = Int32Array.of(23, 12, 11, 5, 7);

  it.each([
    [23, [0, 1, 2, 3, 4]],
    [22, [1, 2, 3, 4]],
    [11, [2, 3, 4]],
    // A leaf that does not fit is windowed by the encoder.
    [6, [2, 3, 4]],
    [-3, [2, 3, 4]],
  ])('with room for %i tokens', (room, ids) => {
    expect([...regionsToEncode(tree, tokens, room)]).toEqual(ids);
  });
});

describe('composeVectors', () => {
  it('means the maximal encoded descendants, weighted by their tokens', () => {
    const tree = buildRegionTree(4);
    const tokens = regionTokens(tree, Int32Array.of(6, 2, 4, 8));
    // Regions: 0 = all, 1 = leaves 0-1 (8), 2 = leaves 2-3 (12), then the four leaves.
    const ids = regionsToEncode(tree, tokens, 8);
    expect([...ids]).toEqual([1, 3, 4, 5, 6]);
    const encoded = Float32Array.of(1, 0, 0.6, 0.8, 0.8, 0.6, 0, 1, 0.8, -0.6);
    const { data } = composeVectors(tree, tokens, ids, { rows: 5, dimensions: 2, data: encoded });
    // Region 2: 4·(0, 1) + 8·(0.8, -0.6) = (6.4, -0.8).
    expect([...data.subarray(4, 6)]).toEqual(
      [...normalise(Float32Array.of(6.4, -0.8))].map((value) => expect.closeTo(value, 6)),
    );
    // Region 0: 8·(1, 0) + 4·(0, 1) + 8·(0.8, -0.6) = (14.4, -0.8); leaves 0 and 1 do not count again.
    expect([...data.subarray(0, 2)]).toEqual(
      [...normalise(Float32Array.of(14.4, -0.8))].map((value) => expect.closeTo(value, 6)),
    );
    expect([...data.subarray(2, 4)]).toEqual([1, 0]);
  });

  it('agrees with the definition on any tree, and every row has length 1', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 2, max: 4 }),
        fc.integer({ min: 0, max: 200 }),
        (leafTokens, branching, room) => {
          const tree = buildRegionTree(leafTokens.length, branching);
          const tokens = regionTokens(tree, Int32Array.from(leafTokens));
          const ids = regionsToEncode(tree, tokens, room);
          const encoded = { rows: ids.length, dimensions: 3, data: rowsFor(ids) };
          const { data } = composeVectors(tree, tokens, ids, encoded);
          for (let region = 0; region < tree.starts.length; region++) {
            const expected = new Float32Array(3);
            for (const [part, weight] of maximalEncoded(tree, tokens, new Set(ids), region)) {
              const vector = rowsFor(Int32Array.of(part));
              for (let i = 0; i < 3; i++) expected[i]! += weight * vector[i]!;
            }
            normalise(expected);
            for (let i = 0; i < 3; i++) expect(data[region * 3 + i]).toBeCloseTo(expected[i]!, 4);
          }
          const own = data.subarray(0, 3);
          expect(cosines(own, quantise({ rows: 1, dimensions: 3, data: own }))[0]).toBeCloseTo(
            1,
            3,
          );
        },
      ),
    );
  });
});

/** A unit vector with positive parts for each region, so that no sum vanishes. */
function rowsFor(ids: Int32Array): Float32Array {
  return Float32Array.from(
    [...ids].flatMap((id) => [...normalise(Float32Array.of(1, (id % 7) + 1, (id % 5) * 2))]),
  );
}

function maximalEncoded(
  tree: RegionTree,
  tokens: Int32Array,
  ids: ReadonlySet<number>,
  region: number,
): [number, number][] {
  if (ids.has(region)) return [[region, tokens[region]!]];
  const first = tree.firstChild[region]!;
  return Array.from({ length: tree.childCount[region]! }, (_, child) =>
    maximalEncoded(tree, tokens, ids, first + child),
  ).flat();
}
