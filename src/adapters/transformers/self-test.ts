import * as v from 'valibot';
import { CanopyError } from '../../core/errors.ts';
import { normalise } from '../../core/similarity.ts';
import type { BatchPolicy } from './plan-batches.ts';
import type { EncoderRole, TextModel } from './text-model.ts';

const Golden = v.object({
  minimumCosine: v.number(),
  cases: v.pipe(
    v.array(
      v.object({
        text: v.string(),
        role: v.picklist(['query', 'node']),
        tokens: v.number(),
        vector: v.array(v.number()),
      }),
    ),
    v.minLength(1),
  ),
});

/** Golden texts longer than this many tokens are left to the parity bench: a first answer must not wait for them. */
const LONGEST_TEST = 32;

/** Texts with the vectors that the fp32 reference gives them; longer texts are cut at the window, unlike regions. */
export type GoldenVectors = v.InferOutput<typeof Golden>;

/**
 * Reads the golden vectors of a model.
 *
 * @throws CanopyError `ENCODER_FILE_CORRUPT` when the file is something else.
 */
export function parseGoldenVectors(json: string): GoldenVectors {
  try {
    return v.parse(Golden, JSON.parse(json));
  } catch (cause) {
    throw new CanopyError('ENCODER_FILE_CORRUPT', 'golden.json of the encoder cannot be read.', {
      cause,
    });
  }
}

/**
 * Proves that tokenizer and network give the reference's vectors on this device: some drivers answer without an error
 * and wrong.
 *
 * @throws CanopyError `ENCODER_SELF_TEST_FAILED`, saying what differed.
 */
export async function testAgainstGolden(
  model: TextModel,
  window: number,
  golden: GoldenVectors,
  { padTo }: BatchPolicy,
): Promise<void> {
  const room = window - model.head.length - model.tail.length;
  for (const { text, role, tokens, vector } of golden.cases) {
    if (tokens > LONGEST_TEST) continue;
    const ids = [...model.head, ...model.tokenise(text).slice(0, room), ...model.tail];
    if (ids.length !== tokens) {
      throw failed(`"${start(text)}" became ${ids.length} tokens instead of ${tokens}`);
    }
    const cosine = dot(
      await embed(model, ids, role, padTo(ids.length)),
      normalise(Float32Array.from(vector)),
    );
    // Written so that a cosine that is not a number fails.
    if (!(cosine > golden.minimumCosine)) {
      throw failed(`"${start(text)}" came out with cosine ${cosine.toFixed(3)} to the reference`);
    }
  }
}

/**
 * What can be asked of a model without reference vectors: finite vectors, the same for the same text, and another for
 * another text.
 *
 * @throws CanopyError `ENCODER_SELF_TEST_FAILED`.
 */
export async function testConsistency(model: TextModel): Promise<void> {
  const [first, again, other] = [
    'The museum opens at nine.',
    'The museum opens at nine.',
    'Copper melts at 1085 degrees.',
  ].map((text) => [...model.head, ...model.tokenise(text), ...model.tail]);
  const vector = await embed(model, first!, 'node');
  const same = dot(vector, await embed(model, again!, 'node'));
  const different = dot(vector, await embed(model, other!, 'node'));
  if (!(same > 0.999)) throw failed(`the same text gave vectors with cosine ${same.toFixed(3)}`);
  if (!(different < same - 1e-4)) throw failed('different texts gave the same vector');
}

// Padded as real texts are: the test then covers the masking, and warms up the shapes of queries.
async function embed(
  model: TextModel,
  tokens: readonly number[],
  role: EncoderRole,
  length = tokens.length,
) {
  const ids = new BigInt64Array(length);
  ids.set(tokens.map(BigInt));
  const mask = new BigInt64Array(length).fill(1n, 0, tokens.length);
  return normalise(await model.run({ rows: 1, length, ids, mask }, role));
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = a.length === b.length ? 0 : Number.NaN;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function start(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function failed(message: string): CanopyError {
  return new CanopyError('ENCODER_SELF_TEST_FAILED', `The encoder failed its test: ${message}.`, {
    nextStep: 'Choose another device in the settings, or update the browser and graphics driver.',
  });
}
