import { type Graph, type GraphConstant, type GraphNode, onnxBytes } from './onnx-bytes.fixture.ts';

/** Length of the tiny model's vectors. */
export const TINY_WIDTH = 8;
const WORDS = ['<pad>', '<eos>', '<bos>', '<unk>', '<|image|>', '<|video|>', '<|audio|>', '<|boi|>']
  .concat(['<|eoi|>', '<|boa|>', '<|eoa|>'])
  .concat('a red green blue square sky museum copper'.split(' '))
  .concat('task search result query title none text : |'.split(' '));
const id = (word: string) => WORDS.indexOf(word);

/** Side of a picture's patches, and most patches of a picture; no pooling, so each patch is a token. */
const PATCH = 4;
const IMAGE_TOKENS = 4;
const FRAME_TOKENS = 2;

/**
 * The files of a model with the inputs and outputs of EmbeddingGemma 2 and almost nothing inside: a word's vector is its
 * own axis, a patch's is its mean red, green and blue on the axes of those words, and a text's is the mean. So a red
 * picture must come out near the word "red".
 */
export function tinyGemmaFiles(): Map<string, Uint8Array<ArrayBuffer>> {
  const json = (value: unknown) => Uint8Array.from(new TextEncoder().encode(JSON.stringify(value)));
  return new Map([
    ['config.json', json(config)],
    ['processor_config.json', json(processorConfig)],
    ['tokenizer.json', json(tokenizer)],
    ['tokenizer_config.json', json(tokenizerConfig)],
    ['onnx/model.onnx', onnxBytes(textGraph())],
    ['onnx/vision_encoder.onnx', onnxBytes(visionGraph())],
    ['onnx/audio_encoder.onnx', onnxBytes(audioGraph())],
  ]);
}

const config = {
  model_type: 'embedding_gemma2',
  architectures: ['EmbeddingGemma2Model'],
  image_token_id: id('<|image|>'),
  video_token_id: id('<|video|>'),
  audio_token_id: id('<|audio|>'),
  text_config: { hidden_size: TINY_WIDTH, max_position_embeddings: 8192 },
  vision_config: { model_type: 'tiny' },
  audio_config: { model_type: 'tiny' },
};

const processorConfig = {
  processor_class: 'EmbeddingGemma2Processor',
  image_processor: { patch_size: PATCH, max_soft_tokens: IMAGE_TOKENS, pooling_kernel_size: 1 },
  video_processor: {
    patch_size: PATCH,
    max_soft_tokens: FRAME_TOKENS,
    pooling_kernel_size: 1,
    max_frames: 32,
  },
  feature_extractor: {
    sampling_rate: 16_000,
    feature_size: 128,
    fft_length: 512,
    frame_length: 320,
    hop_length: 160,
    min_frequency: 0,
    max_frequency: 8000,
    mel_floor: 1e-3,
    preemphasis: 0,
    preemphasis_htk_flavor: true,
    padding_value: 0,
    return_attention_mask: true,
  },
};

const special = WORDS.slice(0, 11).map((content) => ({
  id: id(content),
  content,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: true,
}));

const tokenizer = {
  version: '1.0',
  added_tokens: special,
  normalizer: { type: 'Lowercase' },
  pre_tokenizer: { type: 'Whitespace' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '<bos>', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '<eos>', type_id: 0 } },
    ],
    pair: [],
    special_tokens: Object.fromEntries(
      ['<bos>', '<eos>'].map((token) => [token, { id: token, ids: [id(token)], tokens: [token] }]),
    ),
  },
  decoder: null,
  model: {
    type: 'WordLevel',
    vocab: Object.fromEntries(WORDS.map((word, index) => [word, index])),
    unk_token: '<unk>',
  },
};

const tokenizerConfig = {
  tokenizer_class: 'PreTrainedTokenizerFast',
  pad_token: '<pad>',
  eos_token: '<eos>',
  bos_token: '<bos>',
  unk_token: '<unk>',
  image_token: '<|image|>',
  video_token: '<|video|>',
  audio_token: '<|audio|>',
  boi_token: '<|boi|>',
  eoi_token: '<|eoi|>',
  boa_token: '<|boa|>',
  eoa_token: '<|eoa|>',
};

/**
 * Axis of each word that means something; the others get a little of the last axis. The last two stand in the texts that
 * every encoder is tested with when it is loaded.
 */
const AXES: Record<string, number> = {
  ...{ red: 0, green: 1, blue: 2, square: 3, sky: 4, query: 5 },
  ...{ museum: 0, copper: 1 },
};

function textGraph(): Graph {
  const table = new Float32Array(WORDS.length * TINY_WIDTH);
  for (const [index, word] of WORDS.entries()) {
    const axis = AXES[word];
    if (axis === undefined) table[index * TINY_WIDTH + TINY_WIDTH - 1] = 0.05;
    else table[index * TINY_WIDTH + axis] = 1;
  }
  const media = ['image', 'video', 'audio'];
  const nodes: GraphNode[] = [
    { op: 'Gather', inputs: ['table', 'input_ids'], outputs: ['states0'] },
    // Soft tokens take the places of their placeholders, in order across the batch.
    ...media.flatMap((name, step): GraphNode[] => [
      { op: 'Equal', inputs: ['input_ids', `${name}_id`], outputs: [`${name}_mask`] },
      { op: 'NonZero', inputs: [`${name}_mask`], outputs: [`${name}_axes`] },
      {
        op: 'Transpose',
        inputs: [`${name}_axes`],
        outputs: [`${name}_places`],
        attributes: { perm: [1, 0] },
      },
      {
        op: 'ScatterND',
        inputs: [`states${step}`, `${name}_places`, `${name}_features`],
        outputs: [step === 2 ? 'last_hidden_state' : `states${step + 1}`],
      },
    ]),
    { op: 'Cast', inputs: ['attention_mask'], outputs: ['weights'], attributes: { to: 1 } },
    { op: 'Unsqueeze', inputs: ['weights', 'last_axis'], outputs: ['columns'] },
    { op: 'Mul', inputs: ['last_hidden_state', 'columns'], outputs: ['weighted'] },
    {
      op: 'ReduceSum',
      inputs: ['weighted', 'token_axis'],
      outputs: ['sum'],
      attributes: { keepdims: 0 },
    },
    {
      op: 'LpNormalization',
      inputs: ['sum'],
      outputs: ['sentence_embedding'],
      attributes: { axis: -1, p: 2 },
    },
  ];
  const feature = (name: string) =>
    ({ name: `${name}_features`, type: 'float', shape: [`${name}s`, TINY_WIDTH] }) as const;
  return {
    inputs: [
      { name: 'input_ids', type: 'int64', shape: ['rows', 'length'] },
      { name: 'attention_mask', type: 'int64', shape: ['rows', 'length'] },
      ...media.map(feature),
    ],
    outputs: [
      { name: 'last_hidden_state', type: 'float', shape: ['rows', 'length', TINY_WIDTH] },
      { name: 'sentence_embedding', type: 'float', shape: ['rows', TINY_WIDTH] },
    ],
    constants: [
      { name: 'table', shape: [WORDS.length, TINY_WIDTH], data: table },
      ...media.map((name) => int(`${name}_id`, [], id(`<|${name}|>`))),
      int('last_axis', [1], 2),
      int('token_axis', [1], 1),
    ],
    nodes,
  };
}

function visionGraph(): Graph {
  const values = PATCH * PATCH * 3;
  const means = new Float32Array(values * TINY_WIDTH);
  for (let value = 0; value < values; value++) {
    means[value * TINY_WIDTH + (value % 3)] = 1 / (PATCH * PATCH);
  }
  return {
    inputs: [
      { name: 'pixel_values', type: 'float', shape: ['pictures', 'patches', values] },
      { name: 'pixel_position_ids', type: 'int64', shape: ['pictures', 'patches', 2] },
    ],
    outputs: [{ name: 'image_features', type: 'float', shape: ['tokens', TINY_WIDTH] }],
    constants: [
      { name: 'means', shape: [values, TINY_WIDTH], data: means },
      int('first', [], 0),
      int('minus_one', [], -1),
    ],
    nodes: [
      { op: 'MatMul', inputs: ['pixel_values', 'means'], outputs: ['all'] },
      // Patches that only pad have place -1.
      {
        op: 'Gather',
        inputs: ['pixel_position_ids', 'first'],
        outputs: ['columns'],
        attributes: { axis: 2 },
      },
      { op: 'Greater', inputs: ['columns', 'minus_one'], outputs: ['real'] },
      { op: 'NonZero', inputs: ['real'], outputs: ['axes'] },
      { op: 'Transpose', inputs: ['axes'], outputs: ['places'], attributes: { perm: [1, 0] } },
      { op: 'GatherND', inputs: ['all', 'places'], outputs: ['image_features'] },
    ],
  };
}

/** Every 4th frame of the spectrogram becomes a token on the axis of the word "sky". */
function audioGraph(): Graph {
  const bins = 128;
  const heard = new Float32Array(bins * TINY_WIDTH);
  for (let bin = 0; bin < bins; bin++) heard[bin * TINY_WIDTH + 4] = -1 / bins;
  return {
    inputs: [{ name: 'input_features', type: 'float', shape: ['clips', 'frames', bins] }],
    outputs: [{ name: 'audio_features', type: 'float', shape: ['tokens', TINY_WIDTH] }],
    constants: [
      { name: 'heard', shape: [bins, TINY_WIDTH], data: heard },
      int('start', [1], 0),
      int('end', [1], Number.MAX_SAFE_INTEGER),
      int('axis', [1], 1),
      int('step', [1], 4),
      { name: 'flat', shape: [2], data: BigInt64Array.of(-1n, BigInt(TINY_WIDTH)) },
    ],
    nodes: [
      { op: 'MatMul', inputs: ['input_features', 'heard'], outputs: ['all'] },
      { op: 'Slice', inputs: ['all', 'start', 'end', 'axis', 'step'], outputs: ['fourth'] },
      { op: 'Reshape', inputs: ['fourth', 'flat'], outputs: ['audio_features'] },
    ],
  };
}

function int(name: string, shape: readonly number[], value: number): GraphConstant {
  return { name, shape, data: BigInt64Array.of(BigInt(value)) };
}
