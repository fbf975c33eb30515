import * as v from 'valibot';
import { BRANCHING, TREE_VERSION } from '../../core/defaults.ts';
import { CanopyError } from '../../core/errors.ts';
import { estimateTokens } from '../../core/estimate-tokens.ts';
import type { RegionInput } from '../../core/region-input.ts';
import { normalise } from '../../core/similarity.ts';
import type { CallOptions, Encoder, MediaRegion, Picture } from '../../ports/encoder.ts';
import { splitWords } from './split-words.ts';

/** One request to the endpoint, as the egress ledger writes it down. */
export interface EmbeddingsRequest {
  readonly url: string;
  readonly purpose: 'embedding';
  readonly model: string;
  readonly body: unknown;
  readonly tokens: number;
  readonly signal?: AbortSignal;
}

/** Which encoder is asked, and how it is reached. */
export interface RemoteEncoderOptions {
  /** Full address, usually ending in `/v1/embeddings`. */
  readonly url: string;
  readonly model: string;
  /** Length of its vectors; endpoints that can are asked for it (Matryoshka). */
  readonly dimensions: number;
  /** Most tokens of one input. */
  readonly window?: number;
  readonly queryPrefix?: string;
  readonly regionPrefix?: string;
  /** Parts that the trees cut a region into; the paper's 2 unless given. */
  readonly branching?: number;
  /** Named in the fingerprint; change it when the server's model changes under the same name. */
  readonly revision?: string;
  /** The only way out: it writes the ledger. */
  readonly send: (request: EmbeddingsRequest) => Promise<unknown>;
  /** A picture as a data URL; without it the encoder only reads. */
  readonly encodePicture?: (picture: Picture) => Promise<string>;
}

/** Texts per request: the endpoints' own limits are higher, but a cancelled request is lost as a whole. */
const BATCH = 32;
const WINDOW = 8192;

const Reply = v.object({
  data: v.array(v.object({ index: v.optional(v.number()), embedding: v.array(v.number()) })),
});

/**
 * An {@link Encoder} behind an OpenAI-compatible `/v1/embeddings` address, such as vLLM with Qwen3-VL-Embedding-2B (the
 * paper's encoder). Everything that is indexed goes there: the person must have chosen it, and the ledger shows it.
 */
export function createRemoteEncoder(options: RemoteEncoderOptions): Encoder {
  const { model, dimensions, window = WINDOW, queryPrefix = '', regionPrefix = '' } = options;
  let closed = false;
  const ask = async (body: object, tokens: number, rows: number, { signal }: CallOptions) => {
    if (closed) throw new CanopyError('ENCODER_CRASHED', 'The encoder was closed.');
    const reply = await options.send({
      url: options.url,
      purpose: 'embedding',
      model,
      body: { model, encoding_format: 'float', dimensions, ...body },
      tokens,
      ...(signal === undefined ? {} : { signal }),
    });
    return vectorsOf(reply, rows, options);
  };
  const embedTexts = async (texts: readonly string[], call: CallOptions) => {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += BATCH) {
      const input = texts.slice(from, from + BATCH);
      const tokens = input.reduce((sum, text) => sum + estimateTokens(text), 0);
      vectors.push(...(await ask({ input }, tokens, input.length, call)));
    }
    return vectors;
  };
  const embedRegions = async (regions: readonly RegionInput[], call: CallOptions = {}) => {
    const pieces = regions.flatMap(({ prefix, content }, row) =>
      splitWords(content, window - estimateTokens(regionPrefix + prefix)).map((part) => ({
        row,
        text: regionPrefix + [prefix, part].filter((words) => words !== '').join('\n'),
        weight: Math.max(1, estimateTokens(part)),
      })),
    );
    const vectors = await embedTexts(
      pieces.map(({ text }) => text),
      call,
    );
    const data = new Float32Array(regions.length * dimensions);
    for (const [piece, { row, weight }] of pieces.entries()) {
      const sum = data.subarray(row * dimensions, (row + 1) * dimensions);
      for (const [i, value] of vectors[piece]!.entries()) sum[i]! += weight * value;
    }
    for (let row = 0; row < regions.length; row++) {
      normalise(data.subarray(row * dimensions, (row + 1) * dimensions));
    }
    return { rows: regions.length, dimensions, data };
  };
  const { encodePicture } = options;
  return {
    fingerprint: {
      model: `${new URL(options.url).host}/${model}/${dimensions}`,
      revision: options.revision ?? '1',
      dtype: 'served',
      device: 'remote',
      pooling: 'served',
      prefix: queryPrefix + regionPrefix === '' ? '' : JSON.stringify([queryPrefix, regionPrefix]),
      window,
      treeVersion: TREE_VERSION,
      branching: options.branching ?? BRANCHING,
    },
    window,
    embedQuery: async (query, call = {}) => (await embedTexts([queryPrefix + query], call))[0]!,
    // The server's tokenizer is not here; the estimate decides only where long texts are parted.
    countTokens: async (texts) => Int32Array.from(texts, (text) => estimateTokens(text)),
    embedRegions,
    ...(encodePicture === undefined
      ? {}
      : {
          async embedMedia(regions: readonly MediaRegion[], call: CallOptions = {}) {
            const data = new Float32Array(regions.length * dimensions);
            for (const [row, region] of regions.entries()) {
              const [messages, tokens] = await mediaMessages(region, regionPrefix, encodePicture);
              const [vector] = await ask({ messages }, tokens, 1, call);
              data.set(vector!, row * dimensions);
            }
            return { rows: regions.length, dimensions, data };
          },
        }),
    async dispose() {
      closed = true;
    },
  };
}

/** What vLLM takes instead of `input` for pictures: one message with parts. */
async function mediaMessages(
  { prefix, content, pictures }: MediaRegion,
  regionPrefix: string,
  encodePicture: (picture: Picture) => Promise<string>,
): Promise<[unknown, number]> {
  const text = regionPrefix + [prefix, content].filter((words) => words !== '').join('\n');
  const parts: unknown[] = [];
  for (const picture of pictures) {
    parts.push({ type: 'image_url', image_url: { url: await encodePicture(picture) } });
  }
  parts.push({ type: 'text', text });
  return [[{ role: 'user', content: parts }], estimateTokens(text)];
}

/** Unit vectors in the order of the inputs. */
function vectorsOf(reply: unknown, rows: number, { url, dimensions }: RemoteEncoderOptions) {
  const parsed = v.safeParse(Reply, reply);
  if (!parsed.success) throw badReply(url, 'its reply holds no embeddings');
  const { data } = parsed.output;
  if (data.length !== rows) throw badReply(url, `it gave ${data.length} vectors for ${rows} texts`);
  const vectors = new Array<Float32Array>(rows);
  for (const [place, { index = place, embedding }] of data.entries()) {
    if (embedding.length !== dimensions) {
      throw badReply(url, `its vectors have ${embedding.length} numbers instead of ${dimensions}`);
    }
    vectors[index] = normalise(Float32Array.from(embedding));
  }
  if (!Array.from(vectors).every((vector) => vector?.every(Number.isFinite))) {
    throw badReply(url, 'some of its vectors are missing or not numbers');
  }
  return vectors;
}

function badReply(url: string, what: string): CanopyError {
  return new CanopyError(
    'ENCODER_CRASHED',
    `${new URL(url).host} did not answer like an embeddings endpoint: ${what}.`,
    { nextStep: 'Check the address, the model’s name and the length of its vectors.' },
  );
}
