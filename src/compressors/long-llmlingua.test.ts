import { describe, expect, it } from 'vitest';
import { pieceForest } from '../core/piece-forest.ts';
import { describeCompressor } from '../ports/compressor.contract.ts';
import type { Likelihood, TokenLikelihoods } from '../ports/likelihood.ts';
import { scoredText } from './compressor-item.fixture.ts';
import { admit, keepGains, longLlmLingua, rateOfRank } from './long-llmlingua.ts';

/** Words are tokens; a word is likely (−1) where it stood before, unlikely (−5) otherwise. */
const repeating: Likelihood = {
  name: 'repeating',
  tokensAfter(before, text) {
    const words = [...text.matchAll(/\w+/g)];
    const known = new Set(before.toLowerCase().match(/\w+/g) ?? []);
    return Promise.resolve({
      starts: Int32Array.from(words, ({ index }) => index),
      ends: Int32Array.from(words, ({ index, 0: word }) => index + word.length),
      logProbs: Float32Array.from(words, ([word]) => (known.has(word.toLowerCase()) ? -1 : -5)),
    });
  },
};
const about = scoredText('about', ['Rain fell all day.', 'The tower was built by Ann.']);
const other = scoredText('other', ['Pears are sweet.', 'Apples too.']);
const QUESTION = 'Who built the tower?';

it('ranks the item first after which the question is likelier, and keeps what the question makes likelier', async () => {
  // 15 words in all; half are 7.5. The first item has 10: it breaks the budget and is the only one.
  const pool = [other, about];
  const [left, right] = await longLlmLingua(repeating, { rate: 0.5, delta: 0 }).compress(
    pool,
    QUESTION,
  );
  expect([...left!.kept]).toEqual([]);
  expect(right!.place).toBe(0);
  const { spans } = pieceForest(about.indexed, right!);
  // Its rate is 7.5 / 10, so 8 words stay: "The", "tower" and "built" gain; of the equal rest the first five.
  expect(spans.map(({ text }) => text)).toEqual(['Rain fell all day The tower was built']);
  const { text } = about.indexed.item as { text: string };
  const [{ start, end } = { start: 0, end: 0 }] = spans;
  expect(text.slice(start, end)).toBe('Rain fell all day. The tower was built');
  expect(right!.pieces).toEqual([
    { leaf: 0, start: 0, end: 17 },
    { leaf: 1, start: 0, end: 19 },
  ]);
});

describe('its parts', () => {
  const plain = (tokens: number) => ({
    plain: {
      starts: new Int32Array(0),
      ends: new Int32Array(0),
      logProbs: new Float32Array(tokens),
    } satisfies TokenLikelihoods,
  });
  it('admits until the budget breaks, that item included', () => {
    expect(admit([plain(5), plain(5), plain(5)], 5)).toHaveLength(2);
    expect(admit([plain(5), plain(5), plain(5)], 4)).toHaveLength(1);
    expect(admit([plain(5)], 100)).toHaveLength(1);
  });
  it('tilts the rate by rank around the mean', () => {
    expect([0, 1, 2].map((rank) => rateOfRank(rank, 3, 0.5, 0.3))).toEqual([0.8, 0.5, 0.2]);
    expect(rateOfRank(0, 1, 0.5, 0.3)).toBe(0.5);
    expect(rateOfRank(0, 2, 0.9, 0.3)).toBe(1);
  });
  it('compares tokens within their segment', () => {
    const gains = Float32Array.of(9, 8, 7, 6, 1, 4, 2, 3);
    expect([...keepGains(gains, 0.5, 4)]).toEqual([1, 1, 0, 0, 0, 1, 0, 1]);
    expect([...keepGains(gains, 0.5, 8)]).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
  });
  it('refuses an impossible rate', () => {
    expect(() => longLlmLingua(repeating, { rate: 0 })).toThrowError(/rate of 0/);
  });
});

describeCompressor('long-llmlingua', longLlmLingua(repeating), [about, other]);
