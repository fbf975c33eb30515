import { BRANCHING, TREE_VERSION } from '../../core/defaults.ts';
import { CanopyError } from '../../core/errors.ts';
import type { EncoderFingerprint } from '../../core/fingerprint.ts';
import { normalise } from '../../core/similarity.ts';
import type { CallOptions, Encoder } from '../../ports/encoder.ts';

/** How a {@link createHashEncoder} is set up. */
export interface HashEncoderOptions {
  /** Length of the vectors. */
  readonly dimensions?: number;
  /** Set apart in the fingerprint, to stand for another model. */
  readonly revision?: string;
}

const WORDS = /[\p{L}\p{N}]+/gu;
const PLACES_PER_WORD = 4;

/**
 * An {@link Encoder} that needs no model: every word adds ±1 at a few hashed places, so texts are as similar as the words
 * they share. It reads texts of any length in one pass. For tests and for trying the library out; it knows no synonyms.
 */
export function createHashEncoder({
  dimensions = 256,
  revision = '1',
}: HashEncoderOptions = {}): Encoder {
  const fingerprint: EncoderFingerprint = {
    model: 'hashed-words',
    revision,
    dtype: 'fp32',
    device: 'memory',
    pooling: 'sum',
    prefix: '',
    window: Number.MAX_SAFE_INTEGER,
    treeVersion: TREE_VERSION,
    branching: BRANCHING,
  };
  let disposed = false;
  const check = ({ signal }: CallOptions) => {
    if (disposed) throw new CanopyError('ENCODER_CRASHED', 'The encoder was closed.');
    if (signal?.aborted) throw new CanopyError('ABORTED', 'Encoding was stopped.');
  };
  return {
    fingerprint,
    window: fingerprint.window,
    async embedQuery(query, options = {}) {
      check(options);
      return embed(query, dimensions);
    },
    async countTokens(texts, options = {}) {
      check(options);
      return Int32Array.from(texts, (text) => text.match(WORDS)?.length ?? 0);
    },
    async embedRegions(regions, options = {}) {
      check(options);
      const data = new Float32Array(regions.length * dimensions);
      for (const [row, { prefix, content }] of regions.entries()) {
        data.set(embed(`${prefix}\n${content}`, dimensions), row * dimensions);
      }
      return { rows: regions.length, dimensions, data };
    },
    async dispose() {
      disposed = true;
    },
  };
}

function embed(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const [word] of text.toLowerCase().matchAll(WORDS)) {
    for (let place = 0; place < PLACES_PER_WORD; place++) {
      const hash = fnv1a(word, place);
      vector[hash % dimensions]! += hash & 0x80000000 ? 1 : -1;
    }
  }
  // A text without words still gets a unit vector, as a model would give.
  if (vector.every((value) => value === 0)) vector[0] = 1;
  return normalise(vector);
}

/** FNV-1a over UTF-16 units: small, and the same on every machine. */
function fnv1a(word: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < word.length; i++) {
    hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  }
  // The low bits of FNV are weak; fold the high ones in.
  return (hash ^ (hash >>> 15)) >>> 0;
}
