import { CanopyError, throwIfAborted } from '../core/errors.ts';
import { leafWords, type Piece } from '../core/piece-forest.ts';
import { regionPrefix } from '../core/region-input.ts';
import { leafCount } from '../core/region-tree.ts';
import { keepLeaves } from '../core/selections/keep-leaves.ts';
import type { Compression, Compressor, CompressorItem } from '../ports/compressor.ts';
import type { CallOptions } from '../ports/encoder.ts';
import type { Likelihood, TokenLikelihoods } from '../ports/likelihood.ts';
import { keepNone } from './whole-item.ts';

/** How LongLLMLingua compresses. */
export interface LongLlmLinguaOptions {
  /** Share of the tokens that should stay; the paper compares at 0.55. */
  readonly rate?: number;
  /** How far the best item's rate stands above the mean rate, and the last one's below it (paper: 0.3 to 0.4). */
  readonly delta?: number;
  /** Tokens that are compared with each other (paper, section 7). */
  readonly segment?: number;
}

/** Stands before the question where it judges an item; the claim keeps a question alone from being likely anywhere. */
const CLAIM = 'The answer to this question can be found in the passage above.';

/** An item with its words as one text, and where its leaves stand in it. */
interface Words {
  readonly index: number;
  readonly text: string;
  readonly leafStarts: readonly number[];
}

/**
 * LongLLMLingua (paper, section 7). Coarse: items are ranked by how unlikely the question is after them, the likeliest
 * first, and admitted until the budget breaks. Fine: each admitted item gets a rate that falls linearly with its rank,
 * and keeps, segment by segment, the tokens that the question makes likelier. What stays are verbatim pieces.
 */
export function longLlmLingua(
  likelihood: Likelihood,
  { rate = 0.55, delta = 0.3, segment = 200 }: LongLlmLinguaOptions = {},
): Compressor {
  if (!(rate > 0 && rate <= 1)) {
    throw new CanopyError('INVALID_ARGUMENT', `A rate of ${rate} is not between 0 and 1.`);
  }
  return {
    name: 'long-llmlingua',
    async compress(pool, query, options = {}) {
      const ranked = await rankItems(pool, query, likelihood, options);
      const target = rate * ranked.reduce((sum, { plain }) => sum + plain.logProbs.length, 0);
      const admitted = admit(ranked, target);
      const inAdmitted = admitted.reduce((sum, { plain }) => sum + plain.logProbs.length, 0);
      const found: Compression[] = pool.map(({ tree }) => keepNone(tree));
      for (const [place, { words, plain }] of admitted.entries()) {
        throwIfAborted(options.signal);
        const asked = await likelihood.tokensAfter(`${query}\n`, words.text, options);
        const share = rateOfRank(place, admitted.length, target / inAdmitted, delta);
        const kept = keepGains(gains(asked, plain), share, segment);
        found[words.index] = { ...toPieces(pool[words.index]!, words, plain, kept), place };
      }
      return found;
    },
  };
}

async function rankItems(
  pool: readonly CompressorItem[],
  query: string,
  likelihood: Likelihood,
  options: CallOptions,
) {
  const ranked: { words: Words; plain: TokenLikelihoods; surprise: number }[] = [];
  for (const [index, item] of pool.entries()) {
    throwIfAborted(options.signal);
    const words = wordsOf(item, index);
    const before = `${regionPrefix(item.indexed.item)}\n${words.text}\n`;
    const question = await likelihood.tokensAfter(before, `${query} ${CLAIM}`, options);
    const plain = await likelihood.tokensAfter('', words.text, options);
    ranked.push({ words, plain, surprise: -mean(question.logProbs) });
  }
  return ranked.sort((a, b) => a.surprise - b.surprise);
}

function wordsOf({ indexed, tree }: CompressorItem, index: number): Words {
  let text = '';
  const leafStarts: number[] = [];
  for (let leaf = 0; leaf < leafCount(tree); leaf++) {
    if (leaf > 0) text += '\n';
    leafStarts.push(text.length);
    text += leafWords(indexed, leaf);
  }
  return { index, text, leafStarts };
}

/** Items from the front until their tokens exceed the budget; the one that breaks it is the last to come in. */
export function admit<Entry extends { readonly plain: TokenLikelihoods }>(
  ranked: readonly Entry[],
  budget: number,
): Entry[] {
  let left = budget;
  const broken = ranked.findIndex(({ plain }) => {
    left -= plain.logProbs.length;
    return left < 0;
  });
  return ranked.slice(0, broken === -1 ? ranked.length : broken + 1);
}

/** The rate of the item at a rank, linear from δ above the mean to δ below it, within 0 and 1. */
export function rateOfRank(rank: number, count: number, mean: number, delta: number): number {
  const tilt = count < 2 ? 0 : 1 - (2 * rank) / (count - 1);
  return Math.min(1, Math.max(0, mean + delta * tilt));
}

function gains(asked: TokenLikelihoods, plain: TokenLikelihoods): Float32Array {
  return asked.logProbs.map((value, token) => value - (plain.logProbs[token] ?? value));
}

/** 1 for the best share of the tokens of each segment; of equal ones the earlier stays. */
export function keepGains(gained: Float32Array, share: number, segment: number): Uint8Array {
  const kept = new Uint8Array(gained.length);
  for (let start = 0; start < gained.length; start += segment) {
    const length = Math.min(segment, gained.length - start);
    const best = Array.from({ length }, (_, i) => start + i)
      .sort((a, b) => gained[b]! - gained[a]!)
      .slice(0, Math.round(share * length));
    for (const token of best) kept[token] = 1;
  }
  return kept;
}

/** Kept tokens as pieces of leaves; neighbours are joined, with the white space between them. */
function toPieces(
  { tree }: CompressorItem,
  { text, leafStarts }: Words,
  { starts, ends }: TokenLikelihoods,
  kept: Uint8Array,
): Compression {
  const pieces: Piece[] = [];
  let leaf = 0;
  let before = -2;
  for (let token = 0; token < kept.length; token++) {
    if (kept[token] === 0) continue;
    while (leaf + 1 < leafStarts.length && leafStarts[leaf + 1]! <= starts[token]!) leaf++;
    const base = leafStarts[leaf]!;
    const border = (leafStarts[leaf + 1] ?? text.length + 1) - 1;
    const [start, end] = [starts[token]! - base, Math.min(ends[token]!, border) - base];
    const last = pieces.at(-1);
    if (end <= start || text.slice(base + start, base + end).trim() === '') continue;
    if (last?.leaf === leaf && before === token - 1) pieces[pieces.length - 1] = { ...last, end };
    else pieces.push({ leaf, start, end });
    before = token;
  }
  const mask = new Uint8Array(leafCount(tree));
  for (const piece of pieces) mask[piece.leaf] = 1;
  return { ...keepLeaves(tree, mask), pieces };
}

function mean(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
