import {
  AutoModelForCausalLM,
  AutoTokenizer,
  type PreTrainedTokenizer,
  Tensor,
} from '@huggingface/transformers';
import { CanopyError, throwIfAborted } from '../../core/errors.ts';
import type { Likelihood, TokenLikelihoods } from '../../ports/likelihood.ts';

/** Which causal language model to open; `env` says where its files lie. */
export interface CausalLikelihoodOptions {
  /** The model as transformers.js names it: a folder below `localModelPath`, or a hub id. */
  readonly id: string;
  /** Weight format as transformers.js names it. */
  readonly dtype?: string;
  readonly device?: 'cpu' | 'wasm' | 'webgpu';
  /** Most tokens one pass reads. */
  readonly window?: number;
}

/** A {@link Likelihood} that has to be closed. */
export interface CausalLikelihood extends Likelihood {
  dispose(): Promise<void>;
}

type CausalModel = Awaited<ReturnType<typeof AutoModelForCausalLM.from_pretrained>>;
type Dtype = NonNullable<Parameters<typeof AutoModelForCausalLM.from_pretrained>[1]>['dtype'];

/**
 * Opens a causal language model through transformers.js to read how likely the tokens of a prompt are. Texts longer than
 * the window are read in passes that overlap by half; a short `before` stands at the head of every pass.
 *
 * @throws CanopyError `ENCODER_LOAD_FAILED`.
 */
export async function openCausalLikelihood(
  options: CausalLikelihoodOptions,
): Promise<CausalLikelihood> {
  const { id, dtype = 'fp32', device = 'cpu', window = 1024 } = options;
  const { tokenizer, model } = await open(id, dtype, device);
  const tokenise = (text: string) => tokenizer.encode(text, { add_special_tokens: false });
  const head = tokenizer.encode('', { add_special_tokens: true }).slice(0, 1);
  return {
    name: id,
    async tokensAfter(before, text, { signal } = {}) {
      const tokens = tokenise(text);
      const { starts, ends } = tokenOffsets(tokenizer, tokens, text);
      const logProbs = new Float32Array(tokens.length);
      // A model without a token to begin with says nothing about the very first one, which then counts as certain.
      const known = [...head, ...(before === '' ? [] : tokenise(before))];
      for (const pass of planCausalPasses(known, tokens, window)) {
        throwIfAborted(signal);
        const found = await readPass(model, pass.ids);
        for (let i = pass.from; i < pass.ids.length; i++) {
          logProbs[pass.first + i - pass.from] = i === 0 ? 0 : found[i - 1]!;
        }
      }
      return { starts, ends, logProbs };
    },
    async dispose() {
      await model.dispose();
    },
  };
}

async function open(id: string, dtype: string, device: 'cpu' | 'wasm' | 'webgpu') {
  try {
    const tokenizer = await AutoTokenizer.from_pretrained(id);
    const model = await AutoModelForCausalLM.from_pretrained(id, {
      ...{ device, dtype: dtype as NonNullable<Dtype> },
    });
    return { tokenizer, model };
  } catch (cause) {
    throw new CanopyError('ENCODER_LOAD_FAILED', `Could not load the language model ${id}.`, {
      nextStep: 'Check the model’s name and that its ONNX files are complete.',
      cause,
    });
  }
}

/** One pass over the model: which tokens it reads, and which of the text's it tells about. */
export interface CausalPass {
  readonly ids: readonly number[];
  /** Place in `ids` of the first token it tells about; all after it are told about too. */
  readonly from: number;
  /** Index in the text of that token. */
  readonly first: number;
}

/** Cuts a text into passes of at most `window` tokens; each repeats as much of what precedes as fits, half a window. */
export function planCausalPasses(
  before: readonly number[],
  tokens: readonly number[],
  window: number,
): CausalPass[] {
  const quarter = Math.floor(window / 4);
  const passes: CausalPass[] = [];
  for (let first = 0; first < tokens.length; ) {
    // What comes before stands in full in front of every pass when it is short; of a long one the end counts.
    const room = Math.floor(window / 2);
    const isShort = before.length <= quarter;
    const seen = isShort
      ? [...before, ...tokens.slice(Math.max(0, first - (room - before.length)), first)]
      : [...before, ...tokens.slice(0, first)].slice(-room);
    const count = Math.min(tokens.length - first, window - seen.length);
    const ids = [...seen, ...tokens.slice(first, first + count)];
    passes.push({ ids, from: seen.length, first });
    first += count;
  }
  return passes;
}

/** `result[i]` is the log-probability of token i + 1 after tokens 0 to i. */
async function readPass(model: CausalModel, ids: readonly number[]): Promise<Float32Array> {
  const shape = [1, ids.length];
  const inputs = {
    input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
    attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
  };
  const outputs: Record<string, Tensor> = await model(inputs);
  const { logits } = outputs;
  if (logits === undefined) {
    throw new CanopyError('ENCODER_CRASHED', 'The language model gave no logits.');
  }
  const vocabulary = logits.dims.at(-1)!;
  const data = (logits.type === 'float32' ? logits : logits.to('float32')).data as Float32Array;
  const found = Float32Array.from(ids.slice(1), (token, i) =>
    logSoftmaxAt(data.subarray(i * vocabulary, (i + 1) * vocabulary), token),
  );
  for (const tensor of [...Object.values(inputs), ...Object.values(outputs)]) {
    if (tensor instanceof Tensor) tensor.dispose();
  }
  return found;
}

function logSoftmaxAt(logits: Float32Array, at: number): number {
  let high = Number.NEGATIVE_INFINITY;
  for (const value of logits) high = Math.max(high, value);
  let sum = 0;
  for (const value of logits) sum += Math.exp(value - high);
  return logits[at]! - high - Math.log(sum);
}

/**
 * Where each token stands in the text. Tokens are decoded one by one and found in order; the bytes of one character may be
 * spread over several tokens, of which the last then holds the character.
 */
function tokenOffsets(
  tokenizer: PreTrainedTokenizer,
  tokens: readonly number[],
  text: string,
): Pick<TokenLikelihoods, 'starts' | 'ends'> {
  const [starts, ends] = [new Int32Array(tokens.length), new Int32Array(tokens.length)];
  const options = { skip_special_tokens: false, clean_up_tokenization_spaces: false };
  const lower = text.toLowerCase();
  const searched = lower.length === text.length ? lower : text;
  let at = 0;
  let group: number[] = [];
  for (const [index, token] of tokens.entries()) {
    group.push(token);
    const words = tokenizer.decode(group, options);
    const trimmed = words.trim().toLowerCase();
    starts[index] = at;
    ends[index] = at;
    if (words.includes('\uFFFD') && index < tokens.length - 1) continue;
    group = [];
    const gap = text.slice(at).length - text.slice(at).trimStart().length;
    const start = trimmed === '' ? at : at + gap;
    const exact = trimmed !== '' && searched.startsWith(trimmed, start);
    // A tokenizer that rewrites a text (an unknown word, another form of a letter) still moves on by about as much.
    const end = Math.min(
      text.length,
      exact ? start + trimmed.length : trimmed === '' ? at : wordEnd(text, start),
    );
    starts[index] = start;
    ends[index] = end;
    at = end;
  }
  return { starts, ends };
}

function wordEnd(text: string, start: number): number {
  const word = /^(?:[\p{L}\p{M}\p{N}]+|.)/su.exec(text.slice(start, start + 100));
  return start + (word?.[0].length ?? 0);
}
