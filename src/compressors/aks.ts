import type { RegionSelection } from '../core/refine.ts';
import { leafCount, leafRegions } from '../core/region-tree.ts';
import type { ScoredItem, Selection } from '../core/selection.ts';
import { keepLeaves } from '../core/selections/keep-leaves.ts';
import type { Compressor } from '../ports/compressor.ts';
import { keepAll } from './whole-item.ts';

/** How adaptive keyframe sampling chooses. */
export interface AksOptions {
  /** Frames to choose. */
  readonly count: number;
  /** How far the best frames must stand out of their interval for it to stay uncut (paper, section 7: t1). */
  readonly threshold?: number;
  /** Times an interval may be halved; never more often than the count can be (paper, section 7). */
  readonly depth?: number;
}

/** t1 and the depth of the paper, section 7. */
const THRESHOLD = 0.8;
const DEPTH = 5;

/**
 * Adaptive keyframe sampling (AKS; paper, section 7). Scores are spread to 0-1 over the video. An interval whose `count`
 * best frames stand out of its mean is left as it is, any other is halved; each final interval at depth d gives its
 * `floor(count / 2^d)` best frames.
 *
 * @param scores of the frames with the query, in order of time.
 * @returns indices of the chosen frames, ascending.
 */
export function adaptiveKeyframes(scores: Float32Array, options: AksOptions): number[] {
  const { count, threshold = THRESHOLD } = options;
  if (count < 1 || scores.length === 0) return [];
  const depth = Math.min(options.depth ?? DEPTH, Math.floor(Math.log2(count)));
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const spread = scores.map((score) => (high === low ? 0 : (score - low) / (high - low)));
  const chosen: number[] = [];
  const visit = (start: number, end: number, level: number) => {
    const best = bestFrames(spread, start, end, count);
    const stands = mean(best.map((frame) => spread[frame]!)) - mean(spread.subarray(start, end));
    if (stands > threshold || level === depth || end - start < 2) {
      chosen.push(...best.slice(0, Math.floor(count / 2 ** level)));
      return;
    }
    const middle = start + Math.floor((end - start) / 2);
    visit(start, middle, level + 1);
    visit(middle, end, level + 1);
  };
  visit(0, scores.length, 0);
  return chosen.sort((a, b) => a - b);
}

/** At most `count` frames of an interval, best first; of equal ones the earlier. */
function bestFrames(scores: Float32Array, start: number, end: number, count: number): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i)
    .sort((a, b) => scores[b]! - scores[a]!)
    .slice(0, count);
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

/** AKS on the video items of a pool, whose leaves stand for their frames; everything else stays whole. */
export function aks(options: AksOptions): Compressor {
  return { name: 'aks', compress: (pool) => chooseFrames(pool, options) };
}

/** The same as a rule whose dial is the number of frames chosen of a video. */
export const aksFrames: Selection = {
  name: 'aks',
  dial: { min: 1, max: 64, step: 1, initial: 8 },
  select: (pool, count) => chooseFrames(pool, { count }),
};

function chooseFrames(pool: readonly ScoredItem[], options: AksOptions): RegionSelection[] {
  return pool.map(({ tree, scores, modality }) => {
    // AKS knows video only.
    if (modality !== 'video') return keepAll(tree);
    const frames = Float32Array.from(leafRegions(tree), (region) => scores[region]!);
    const mask = new Uint8Array(leafCount(tree));
    for (const frame of adaptiveKeyframes(frames, options)) mask[frame] = 1;
    return keepLeaves(tree, mask);
  });
}
