import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planPasses } from './plan-passes.ts';

// One token per word; the special tokens are 1 and 2, so text ids begin at 10.
const model = {
  head: [1],
  tail: [2],
  tokenise: (text: string) => text.split(/\s+/).filter(Boolean).map(Number),
};
const words = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => from + i).join(' ');
const limits = { window: 10, prefixTokens: 3 };

describe('planPasses', () => {
  it('reads prefix and content at once when they fit', () => {
    const passes = planPasses(model, limits, 7, words(10, 2), words(20, 6));
    expect(passes).toEqual([{ text: 7, ids: [1, 10, 11, 20, 21, 22, 23, 24, 25, 2], weight: 1 }]);
  });

  it('leaves the newline out where there is no prefix', () => {
    const seen: string[] = [];
    const spy = {
      ...model,
      tokenise: (text: string) => {
        seen.push(text);
        return model.tokenise(text);
      },
    };
    planPasses(spy, limits, 0, '', '10 11');
    planPasses(spy, limits, 0, '12', '13');
    expect(seen).toEqual(['10 11', '12\n13']);
  });

  it('cuts long content into even windows, each behind the shortened prefix', () => {
    const passes = planPasses(model, limits, 0, words(10, 5), words(20, 11));
    expect(passes).toEqual([
      { text: 0, ids: [1, 10, 11, 12, 20, 21, 22, 23, 2], weight: 4 },
      { text: 0, ids: [1, 10, 11, 12, 24, 25, 26, 27, 2], weight: 4 },
      { text: 0, ids: [1, 10, 11, 12, 28, 29, 30, 2], weight: 3 },
    ]);
  });

  it('gives one window to content that fits beside the shortened prefix', () => {
    const passes = planPasses(model, limits, 0, words(10, 50), words(20, 5));
    expect(passes).toEqual([{ text: 0, ids: [1, 10, 11, 12, 20, 21, 22, 23, 24, 2], weight: 5 }]);
  });

  it('reads every content token once and never more than the window', () => {
    const size = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(size, size, fc.integer({ min: 3, max: 20 }), (before, content, window) => {
        const prefix = words(1000, before);
        const passes = planPasses(
          model,
          { window, prefixTokens: 3 },
          0,
          prefix,
          words(10, content),
        );
        const read = passes.flatMap(({ ids }) => ids.filter((id) => id >= 10 && id < 1000));
        expect(read.join(' ')).toBe(words(10, content));
        for (const { ids } of passes) expect(ids.length).toBeLessThanOrEqual(window);
      }),
    );
  });
});
