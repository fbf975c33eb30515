import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AutoModel, AutoTokenizer, env, Tensor } from '@huggingface/transformers';
import * as v from 'valibot';
import { BRANCHING, TREE_VERSION } from '../../core/defaults.ts';
import { CanopyError } from '../../core/errors.ts';
import type { Encoder } from '../../ports/encoder.ts';
import type { BatchPolicy } from './plan-batches.ts';
import { createTextEncoder } from './text-encoder.ts';
import type { TextModel } from './text-model.ts';

/** Where the vendored model lies and how it runs. */
export interface NodeEncoderOptions {
  /** Folder of the model's manifest, such as `public/models/all-minilm-l6-v2`. */
  readonly folder: string;
  /** Key of the manifest's `dtypes`; `w8` computes in fp32 from 8-bit weights, so batch mates do not matter. */
  readonly dtype?: string;
  /** Threads of one pass. */
  readonly threads?: number;
  /** Branching factor of the trees that the vectors are for. */
  readonly branching?: number;
  /** Use the node encoder's untrained twin: every pass as the query encoder f0. */
  readonly frozen?: boolean;
}

const Manifest = v.object({
  id: v.string(),
  revision: v.string(),
  dimensions: v.number(),
  window: v.number(),
  prefixTokens: v.number(),
  pooling: v.string(),
  output: v.string(),
  inputs: v.array(v.string()),
  prefixes: v.object({ query: v.string(), node: v.string() }),
  adapter: v.nullable(v.object({ query: v.number(), node: v.number() })),
  dtypes: v.record(v.string(), v.object({ file: v.string() })),
});
type Manifest = v.InferOutput<typeof Manifest>;

/** Passes of equal length run together, so nothing is padded and a vector does not depend on its batch. */
const equalLengths: BatchPolicy = { padTo: (tokens) => tokens, rows: () => [1, 2, 4, 8] };

/**
 * The vendored encoder in Node, on onnxruntime's CPU provider, with the windows and batches of the browser's.
 *
 * @throws CanopyError `ENCODER_LOAD_FAILED` when the manifest or a file of it cannot be read, `INVALID_ARGUMENT` for a
 * dtype that the manifest does not name, or threads that are no count.
 */
export async function openNodeEncoder(options: NodeEncoderOptions): Promise<Encoder> {
  const { folder, dtype = 'w8', threads = 1, branching = BRANCHING, frozen = false } = options;
  if (!Number.isInteger(threads) || threads < 1) {
    throw new CanopyError('INVALID_ARGUMENT', `threads cannot be ${threads}.`, {
      nextStep: 'Give a whole number from 1 up, or leave it out.',
    });
  }
  try {
    const text = await readFile(join(folder, 'manifest.json'), 'utf8');
    const manifest = v.parse(Manifest, JSON.parse(text));
    const model = await openModel(manifest, resolve(folder), dtype, threads, frozen);
    return createTextEncoder(model, {
      fingerprint: {
        model: manifest.id,
        revision: manifest.revision,
        dtype: manifest.adapter !== null && frozen ? `${dtype} frozen` : dtype,
        device: 'cpu',
        pooling: manifest.pooling,
        prefix: manifest.prefixes.node,
        window: manifest.window,
        treeVersion: TREE_VERSION,
        branching,
      },
      window: manifest.window,
      prefixTokens: manifest.prefixTokens,
      batches: equalLengths,
      queryPrefix: manifest.prefixes.query,
      regionPrefix: manifest.prefixes.node,
    });
  } catch (cause) {
    if (cause instanceof CanopyError) throw cause;
    throw new CanopyError('ENCODER_LOAD_FAILED', `Could not load the encoder in ${folder}.`, {
      nextStep: 'Check that the folder holds manifest.json and the files it names.',
      cause,
    });
  }
}

async function openModel(
  manifest: Manifest,
  folder: string,
  dtype: string,
  threads: number,
  frozen: boolean,
): Promise<TextModel> {
  const file = manifest.dtypes[dtype]?.file;
  if (file === undefined) {
    throw new CanopyError('INVALID_ARGUMENT', `The encoder has no dtype “${dtype}”.`, {
      nextStep: `Choose one of ${Object.keys(manifest.dtypes).join(', ')}.`,
    });
  }
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = folder;
  const tokenizer = await AutoTokenizer.from_pretrained(manifest.revision);
  const model = await AutoModel.from_pretrained(manifest.revision, {
    device: 'cpu',
    dtype: file.endsWith('_quantized.onnx') ? 'q8' : 'fp32',
    model_file_name: file.replace(/^onnx\//, '').replace(/(_quantized)?\.onnx$/, ''),
    session_options: { intraOpNumThreads: threads, interOpNumThreads: 1 },
  });
  const [head, tail] = [tokenizer.encode('').slice(0, 1), tokenizer.encode('').slice(1)];
  return {
    dimensions: manifest.dimensions,
    head,
    tail,
    tokenise: (text) => tokenizer.encode(text, { add_special_tokens: false }),
    hasTwoRoles: manifest.adapter !== null && !frozen,
    async run({ rows, length, ids, mask }, role) {
      const shape = [rows, length];
      const adapter = manifest.adapter?.[frozen ? 'query' : role] ?? 0;
      const output: Record<string, Tensor> = await model({
        input_ids: new Tensor('int64', ids, shape),
        attention_mask: new Tensor('int64', mask, shape),
        token_type_ids: new Tensor('int64', new BigInt64Array(rows * length), shape),
        adapter: new Tensor('float32', [adapter], [1]),
      });
      return Float32Array.from(output[manifest.output]!.data as Float32Array);
    },
    async dispose() {
      await model.dispose();
    },
  };
}
