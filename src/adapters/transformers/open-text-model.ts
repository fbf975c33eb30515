import { AutoModel, AutoTokenizer, env, Tensor } from '@huggingface/transformers';
import { CanopyError } from '../../core/errors.ts';
import type { EncoderDevice } from '../../ports/encoder-loader.ts';
import type { EncoderRole, TextModel, TokenBatch } from './text-model.ts';

/** Which files to open, and on what. */
export interface OpenTextModel {
  /** The model as transformers.js names it: a folder below `localModelPath`, or a hub id. */
  readonly id: string;
  readonly revision?: string;
  /** `cpu` is Node's runtime, for evaluation. */
  readonly device: EncoderDevice | 'cpu';
  /** Weight format as transformers.js names it; `fp32` adds nothing to the file's name. */
  readonly dtype: string;
  /** File name without `.onnx`, where it is not the usual one. */
  readonly fileName?: string;
  /** Length of the vectors. */
  readonly dimensions: number;
  readonly pooling: 'mean' | 'cls';
  /** Values of an `adapter` input, where the graph has one. */
  readonly adapter: Readonly<Record<EncoderRole, number>>;
}

type Network = Awaited<ReturnType<typeof AutoModel.from_pretrained>>;
type Dtype = NonNullable<Parameters<typeof AutoModel.from_pretrained>[1]>['dtype'];

/** Opens tokenizer and network through transformers.js; `env` has been set up by the caller. */
export async function openTextModel(options: OpenTextModel): Promise<TextModel> {
  const { id, device, adapter, pooling } = options;
  const revision = options.revision === undefined ? {} : { revision: options.revision };
  const tokenizer = await AutoTokenizer.from_pretrained(id, revision);
  const network = await AutoModel.from_pretrained(id, {
    ...revision,
    device,
    dtype: options.dtype as NonNullable<Dtype>,
    ...(options.fileName === undefined ? {} : { model_file_name: options.fileName }),
  });
  const untilLost = deviceWatch(device);
  const tokenise = (text: string) => tokenizer.encode(text, { add_special_tokens: false });
  const { head, tail } = specialTokens(
    tokenise('a'),
    tokenizer.encode('a', { add_special_tokens: true }),
  );
  return {
    dimensions: options.dimensions,
    head,
    tail,
    tokenise,
    hasTwoRoles: adapter.query !== adapter.node,
    run: (batch, role) => untilLost(runNetwork(network, batch, adapter[role], pooling)),
    async dispose() {
      await network.dispose();
    },
  };
}

/** Finds what the tokenizer puts around a text. */
function specialTokens(inner: readonly number[], outer: readonly number[]) {
  for (let at = 0; at + inner.length <= outer.length; at++) {
    if (inner.every((token, i) => outer[at + i] === token)) {
      return { head: outer.slice(0, at), tail: outer.slice(at + inner.length) };
    }
  }
  throw new CanopyError('ENCODER_LOAD_FAILED', 'The tokenizer changes texts it marks with tokens.');
}

async function runNetwork(
  network: Network,
  { rows, length, ids, mask }: TokenBatch,
  adapter: number,
  pooling: 'mean' | 'cls',
): Promise<Float32Array> {
  const shape = [rows, length];
  const inputs = {
    input_ids: new Tensor('int64', ids, shape),
    attention_mask: new Tensor('int64', mask, shape),
    token_type_ids: new Tensor('int64', new BigInt64Array(rows * length), shape),
    // transformers.js hands over only the inputs that the graph has.
    adapter: new Tensor('float32', Float32Array.of(adapter), [1]),
  };
  const outputs: Record<string, Tensor> = await network(inputs);
  try {
    const pooled = outputs.sentence_embedding;
    if (pooled !== undefined) return Float32Array.from(pooled.data as Float32Array);
    const states = outputs.last_hidden_state;
    if (states !== undefined) {
      return pool(states.data as Float32Array, mask, states.dims, pooling);
    }
    throw new Error(`the graph gives ${Object.keys(outputs).join(', ')} and no sentence vector`);
  } finally {
    for (const tensor of [...Object.values(inputs), ...Object.values(outputs)]) tensor.dispose();
  }
}

/** Token states to one vector a row: the first token's, or the mean over the row's tokens. */
export function pool(
  states: Float32Array,
  mask: BigInt64Array,
  [rows = 0, length = 0, dimensions = 0]: readonly number[],
  pooling: 'mean' | 'cls',
): Float32Array {
  const vectors = new Float32Array(rows * dimensions);
  for (let row = 0; row < rows; row++) {
    const last = pooling === 'cls' ? 1 : length;
    for (let token = 0; token < last; token++) {
      if (mask[row * length + token] !== 1n) continue;
      const offset = (row * length + token) * dimensions;
      for (let i = 0; i < dimensions; i++) vectors[row * dimensions + i]! += states[offset + i]!;
    }
  }
  // The sum points where the mean points, and only the direction counts.
  return vectors;
}

/** Lets runs reject when the GPU goes away; a run would not always tell. */
function deviceWatch(device: OpenTextModel['device']): <T>(work: Promise<T>) => Promise<T> {
  // Not a race against one promise of the loss: that would keep every result as long as the model.
  const waiting = new Set<(reason: unknown) => void>();
  let loss: Error | undefined;
  const lose = (why: string) => {
    loss ??= new Error(why);
    for (const reject of waiting) reject(loss);
  };
  if (device === 'webgpu') {
    Promise.resolve(env.backends.onnx.webgpu?.device)
      .then((gpu) => gpu?.lost)
      .then(
        (info) => lose(`the GPU was lost (${info?.message})`),
        (error: unknown) => lose(String(error)),
      );
  }
  return (work) =>
    new Promise((resolve, reject) => {
      if (loss !== undefined) reject(loss);
      waiting.add(reject);
      work.then(resolve, reject).then(() => waiting.delete(reject));
    });
}
