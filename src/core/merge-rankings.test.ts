import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeRankings } from './merge-rankings.ts';

describe('mergeRankings', () => {
  it('lets rankings of different items take turns, the earlier one first', () => {
    expect(mergeRankings([['a', 'b', 'c'], ['x', 'y'], ['p']], 10)).toEqual([
      'a',
      'x',
      'p',
      'b',
      'y',
      'c',
    ]);
  });

  it('puts first what several rankings hold', () => {
    expect(
      mergeRankings(
        [
          ['a', 'b'],
          ['c', 'b'],
        ],
        2,
      ),
    ).toEqual(['b', 'a']);
  });

  it('returns what there is when k is more, and nothing for nothing', () => {
    expect(mergeRankings([['a']], 5)).toEqual(['a']);
    expect(mergeRankings([], 5)).toEqual([]);
    expect(mergeRankings([[], []], 5)).toEqual([]);
  });

  it('keeps the order of each ranking when they share nothing, and loses nothing', () => {
    const lists = fc.array(fc.nat({ max: 12 }), { maxLength: 5 });
    fc.assert(
      fc.property(lists, (lengths) => {
        const rankings = lengths.map((length, list) =>
          Array.from({ length }, (_, rank) => `${list}-${rank}`),
        );
        const merged = mergeRankings(rankings, 1000);
        expect([...merged].sort()).toEqual(rankings.flat().sort());
        for (const ranking of rankings) {
          expect(merged.filter((id) => ranking.includes(id))).toEqual(ranking);
        }
      }),
    );
  });
});
