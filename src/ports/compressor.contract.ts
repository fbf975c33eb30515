import { expect, it } from 'vitest';
import { leafWords } from '../core/piece-forest.ts';
import type { Compressor, CompressorItem } from './compressor.ts';

/** What every compressor must do with any pool. */
export function describeCompressor(
  name: string,
  compressor: Compressor,
  pool: readonly CompressorItem[],
): void {
  it(`${name}: one compression per item, in order, of whole and separate regions`, async () => {
    const found = await compressor.compress(pool, 'Who built the tower?');
    expect(found).toHaveLength(pool.length);
    for (const [index, { kept, outcomes, pieces }] of found.entries()) {
      const { tree, indexed } = pool[index]!;
      expect(outcomes).toHaveLength(tree.starts.length);
      let end = 0;
      for (const region of kept) {
        expect(tree.starts[region]).toBeGreaterThanOrEqual(end);
        end = tree.ends[region]!;
      }
      const inside = (leaf: number) =>
        kept.some((region) => tree.starts[region]! <= leaf && leaf < tree.ends[region]!);
      for (const { leaf, start, end: after } of pieces ?? []) {
        expect(inside(leaf)).toBe(true);
        expect(leafWords(indexed, leaf).slice(start, after)).toHaveLength(after - start);
      }
    }
  });

  it(`${name}: the same pool gives the same, and nothing gives nothing`, async () => {
    const [one, other] = [
      await compressor.compress(pool, 'Who built the tower?'),
      await compressor.compress(pool, 'Who built the tower?'),
    ];
    expect(one.map(({ kept }) => [...kept])).toEqual(other.map(({ kept }) => [...kept]));
    expect(await compressor.compress([], 'Who built the tower?')).toEqual([]);
  });
}
