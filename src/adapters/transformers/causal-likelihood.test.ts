import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { env } from '@huggingface/transformers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type CausalLikelihood,
  openCausalLikelihood,
  planCausalPasses,
} from './causal-likelihood.ts';
import { onnxBytes } from './onnx-bytes.fixture.ts';

// A model that knows word pairs alone: after "red" comes "sky" for sure, after any other word everything is as likely.
const WORDS = ['<bos>', '<unk>', 'red', 'sky', 'blue', '.'];
const SURE = 20;

let folder = '';
let model: CausalLikelihood;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canopy-causal-'));
  const pairs = new Float32Array(WORDS.length ** 2);
  pairs[WORDS.indexOf('red') * WORDS.length + WORDS.indexOf('sky')] = SURE;
  const special = WORDS.slice(0, 2).map((content, id) => ({
    ...{ id, content, single_word: false, lstrip: false, rstrip: false },
    ...{ normalized: false, special: true },
  }));
  const files: Record<string, string | Uint8Array> = {
    'config.json': JSON.stringify({
      ...{ model_type: 'llama', architectures: ['LlamaForCausalLM'], vocab_size: WORDS.length },
      ...{ num_hidden_layers: 0, num_attention_heads: 1, num_key_value_heads: 1, hidden_size: 4 },
    }),
    'tokenizer_config.json': JSON.stringify({
      ...{ tokenizer_class: 'PreTrainedTokenizerFast', bos_token: '<bos>', unk_token: '<unk>' },
    }),
    'tokenizer.json': JSON.stringify({
      ...{ version: '1.0', added_tokens: special, decoder: null },
      normalizer: { type: 'Lowercase' },
      pre_tokenizer: { type: 'Whitespace' },
      post_processor: {
        type: 'TemplateProcessing',
        single: [
          { SpecialToken: { id: '<bos>', type_id: 0 } },
          { Sequence: { id: 'A', type_id: 0 } },
        ],
        pair: [],
        special_tokens: { '<bos>': { id: '<bos>', ids: [0], tokens: ['<bos>'] } },
      },
      model: {
        type: 'WordLevel',
        vocab: Object.fromEntries(WORDS.map((word, index) => [word, index])),
        unk_token: '<unk>',
      },
    }),
    'onnx/model.onnx': onnxBytes({
      inputs: [
        { name: 'input_ids', type: 'int64', shape: ['rows', 'length'] },
        { name: 'attention_mask', type: 'int64', shape: ['rows', 'length'] },
      ],
      outputs: [{ name: 'logits', type: 'float', shape: ['rows', 'length', WORDS.length] }],
      constants: [{ name: 'pairs', shape: [WORDS.length, WORDS.length], data: pairs }],
      nodes: [{ op: 'Gather', inputs: ['pairs', 'input_ids'], outputs: ['logits'] }],
    }),
  };
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, 'tiny', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = folder;
  model = await openCausalLikelihood({ id: 'tiny', window: 8 });
});

afterAll(async () => {
  await model.dispose();
  await rm(folder, { recursive: true });
});

const EVEN = -Math.log(WORDS.length);

it('tells of each token where it stands and how likely it is', async () => {
  const found = await model.tokensAfter('', 'Red sky.  Blue');
  expect([...found.starts]).toEqual([0, 4, 7, 10]);
  expect([...found.ends]).toEqual([3, 7, 8, 14]);
  const [red, sky, stop, blue] = found.logProbs;
  expect(sky).toBeCloseTo(0, 4);
  for (const even of [red, stop, blue]) expect(even).toBeCloseTo(EVEN, 4);
});

it('counts what comes before', async () => {
  expect((await model.tokensAfter('', 'sky')).logProbs[0]).toBeCloseTo(EVEN, 4);
  expect((await model.tokensAfter('blue red', 'sky')).logProbs[0]).toBeCloseTo(0, 4);
});

it('reads a long text in passes and sees over their borders', async () => {
  const text = Array.from({ length: 30 }, () => 'red sky').join(' ');
  const { logProbs } = await model.tokensAfter('', text);
  expect(logProbs).toHaveLength(60);
  for (let i = 1; i < 60; i += 2) expect(logProbs[i]).toBeCloseTo(0, 4);
});

it('moves on over words it does not know', async () => {
  const { starts, ends } = await model.tokensAfter('', 'a Zebra sky');
  expect([...starts]).toEqual([0, 2, 8]);
  expect([...ends]).toEqual([1, 7, 11]);
});

it('stops when asked to', async () => {
  const signal = AbortSignal.abort();
  await expect(model.tokensAfter('', 'red', { signal })).rejects.toMatchObject({ code: 'ABORTED' });
});

it('keeps a short beginning before every pass, and of a long one the end', () => {
  const passes = planCausalPasses([90, 91], [1, 2, 3, 4, 5, 6, 7, 8, 9], 8);
  expect(passes).toEqual([
    { ids: [90, 91, 1, 2, 3, 4, 5, 6], from: 2, first: 0 },
    { ids: [90, 91, 5, 6, 7, 8, 9], from: 4, first: 6 },
  ]);
  expect(planCausalPasses([1, 2, 3, 4, 5, 6], [7, 8], 8)).toEqual([
    { ids: [3, 4, 5, 6, 7, 8], from: 4, first: 0 },
  ]);
});
