import { CanopyError } from '../../core/errors.ts';
import type { EncoderFingerprint } from '../../core/fingerprint.ts';
import type { RegionInput } from '../../core/region-input.ts';
import { type EmbeddingBatch, normalise } from '../../core/similarity.ts';
import type { CallOptions, Encoder } from '../../ports/encoder.ts';
import { type BatchPolicy, type PlannedBatch, planBatches } from './plan-batches.ts';
import { type Pass, planPasses, type WindowLimits } from './plan-passes.ts';
import type { EncoderRole, TextModel, TokenBatch } from './text-model.ts';
import { createTurns } from './turns.ts';

/** How a {@link TextModel} is to be read. */
export interface TextEncoderOptions extends WindowLimits {
  readonly fingerprint: EncoderFingerprint;
  readonly batches: BatchPolicy;
  /** Text before every query and every region. */
  readonly queryPrefix: string;
  readonly regionPrefix: string;
}

/** Passes planned at a time: sorting by length pays inside such a slice, and no more text is held as tokens. */
const PASSES_PER_SLICE = 256;

/**
 * UTF-16 units of one text that are read, about a hundred windows. No sentence, row or question is longer unless something
 * went wrong with it, and then its beginning has to do: reading millions of tokens would hold up everything else.
 */
export const MOST_TEXT = 100_000;

/**
 * Makes an {@link Encoder} of a model: windows, batches by length, turns (a query goes before waiting region batches) and
 * cancelling between batches. Once a run fails, every call rejects with `ENCODER_CRASHED`.
 */
export function createTextEncoder(model: TextModel, options: TextEncoderOptions): Encoder {
  const turns = createTurns();
  let broken: CanopyError | undefined;

  const runBatch = (
    batch: PlannedBatch,
    passes: readonly Pass[],
    role: EncoderRole,
    call: CallOptions,
    isUrgent: boolean,
  ) =>
    turns.take(isUrgent, async () => {
      if (broken !== undefined) throw broken;
      if (call.signal?.aborted) throw aborted();
      try {
        return checked(await model.run(tokenBatch(batch, passes), role), batch, model.dimensions);
      } catch (cause) {
        broken ??= crashed(cause);
        throw broken;
      }
    });

  const embed = async (
    texts: readonly RegionInput[],
    role: EncoderRole,
    call: CallOptions,
    isUrgent = false,
  ): Promise<EmbeddingBatch> => {
    if (broken !== undefined) throw broken;
    if (call.signal?.aborted) throw aborted();
    const { dimensions } = model;
    const data = new Float32Array(texts.length * dimensions);
    for (const passes of slices(texts, model, options)) {
      const lengths = passes.map(({ ids }) => ids.length);
      for (const batch of planBatches(lengths, options.batches)) {
        const vectors = await runBatch(batch, passes, role, call, isUrgent);
        for (const [row, index] of batch.passes.entries()) {
          const { text, weight } = passes[index]!;
          const vector = normalise(vectors.subarray(row * dimensions, (row + 1) * dimensions));
          const offset = text * dimensions;
          for (let i = 0; i < dimensions; i++) data[offset + i]! += weight * vector[i]!;
        }
      }
    }
    for (let row = 0; row < texts.length; row++) {
      normalise(data.subarray(row * dimensions, (row + 1) * dimensions));
    }
    return { rows: texts.length, dimensions, data };
  };

  const { regionPrefix } = options;
  const withOwnPrefix = (regions: readonly RegionInput[]) =>
    regionPrefix === '' ? regions : regions.map(withPrefix(regionPrefix));
  return {
    fingerprint: options.fingerprint,
    window: options.window,
    async embedQuery(query, call = {}) {
      const text = { prefix: '', content: options.queryPrefix + query };
      return (await embed([text], 'query', call, true)).data;
    },
    async countTokens(texts, call = {}) {
      if (call.signal?.aborted) throw aborted();
      return Int32Array.from(texts, (text) => model.tokenise(beginning(text)).length);
    },
    embedRegions: (regions, call = {}) => embed(withOwnPrefix(regions), 'node', call),
    ...(model.hasTwoRoles
      ? {
          embedItems: (items: readonly RegionInput[], call: CallOptions = {}) =>
            embed(withOwnPrefix(items), 'query', call),
        }
      : {}),
    async dispose() {
      broken ??= new CanopyError('ENCODER_CRASHED', 'The encoder was closed.');
      await turns.take(true, () => model.dispose());
    },
  };
}

function withPrefix(regionPrefix: string) {
  return ({ prefix, content }: RegionInput): RegionInput =>
    prefix === ''
      ? { prefix, content: regionPrefix + content }
      : { prefix: regionPrefix + prefix, content };
}

function beginning(text: string): string {
  return text.slice(0, MOST_TEXT);
}

/** Plans texts as they are needed, about {@link PASSES_PER_SLICE} passes at a time, never splitting a text's passes. */
function* slices(
  texts: readonly RegionInput[],
  model: TextModel,
  limits: WindowLimits,
): Generator<Pass[]> {
  let passes: Pass[] = [];
  for (const [text, { prefix, content }] of texts.entries()) {
    passes.push(...planPasses(model, limits, text, beginning(prefix), beginning(content)));
    if (passes.length < PASSES_PER_SLICE) continue;
    yield passes;
    passes = [];
  }
  if (passes.length > 0) yield passes;
}

function tokenBatch({ passes, rows, length }: PlannedBatch, planned: readonly Pass[]): TokenBatch {
  const ids = new BigInt64Array(rows * length);
  const mask = new BigInt64Array(rows * length);
  for (let row = 0; row < rows; row++) {
    // Rows that only fill the shape repeat the first pass: an empty row would divide by zero tokens.
    const tokens = planned[passes[row] ?? passes[0]!]!.ids;
    for (const [i, token] of tokens.entries()) {
      ids[row * length + i] = BigInt(token);
      mask[row * length + i] = 1n;
    }
  }
  return { rows, length, ids, mask };
}

/** A device can fail without an error: numbers that are none, or nothing but zeros. */
function checked(vectors: Float32Array, { rows }: PlannedBatch, dimensions: number): Float32Array {
  let sound = vectors.length === rows * dimensions;
  for (let row = 0; row < rows && sound; row++) {
    let squares = 0;
    for (let i = 0; i < dimensions; i++) squares += vectors[row * dimensions + i]! ** 2;
    sound = squares > 0 && Number.isFinite(squares);
  }
  if (!sound) throw new Error('the network returned something other than vectors');
  return vectors;
}

function aborted(): CanopyError {
  return new CanopyError('ABORTED', 'Encoding was stopped.');
}

function crashed(cause: unknown): CanopyError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new CanopyError('ENCODER_CRASHED', `The encoder stopped working: ${why}`, {
    nextStep: 'Try again; if it happens again, reload the page.',
    cause,
  });
}
