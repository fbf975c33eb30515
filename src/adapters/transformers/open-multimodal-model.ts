import {
  AutoConfig,
  AutoModel,
  EmbeddingGemma2Processor,
  type PreTrainedTokenizer,
  RawImage,
  RawVideo,
  Tensor,
} from '@huggingface/transformers';
import { CanopyError } from '../../core/errors.ts';
import type { Picture } from '../../ports/encoder.ts';
import type { EncoderDevice } from '../../ports/encoder-loader.ts';
import type { MediaModel } from './media-model.ts';
import type { TokenBatch } from './text-model.ts';

/** The architecture that {@link openMultimodalModel} opens, as its config names it. */
export const MULTIMODAL_TYPE = 'embedding_gemma2';
/** What EmbeddingGemma 2 wants before a query and before a document. */
export const MULTIMODAL_PREFIXES = {
  query: 'task: search result | query: ',
  region: 'title: none | text: ',
} as const;

/** Which files to open, and on what. */
export interface OpenMultimodalModel {
  /** The model as transformers.js names it. */
  readonly id: string;
  readonly revision?: string;
  readonly device: EncoderDevice | 'cpu';
  /** Weight format as transformers.js names it, for every part. */
  readonly dtype: string;
  /** Leading numbers of each vector that are kept (Matryoshka); all of them unless told otherwise. */
  readonly dimensions?: number;
}

type Tower = 'vision' | 'audio';
/** The part of the processor that is used; its published types are those of its base class. */
interface MediaProcessor {
  readonly tokenizer: PreTrainedTokenizer;
  readonly image_token: string;
  readonly video_token: string;
  readonly audio_token: string;
  readonly image_processor: { readonly max_soft_tokens: number };
  readonly video_processor: { readonly frame_processor: { readonly max_soft_tokens: number } };
  (
    text: string,
    images: RawImage[][] | null,
    audio: Float32Array[] | null,
    videos: RawVideo[] | null,
  ): Promise<Record<string, Tensor>>;
}
type Network = Awaited<ReturnType<typeof AutoModel.from_pretrained>>;
type Config = Awaited<ReturnType<typeof AutoConfig.from_pretrained>> & {
  text_config: { hidden_size: number };
};
type Dtype = NonNullable<Parameters<typeof AutoModel.from_pretrained>[1]>['dtype'];

/**
 * Opens EmbeddingGemma 2 through transformers.js; `env` has been set up by the caller. Only the text part is loaded at
 * first: the part that sees and the part that hears come with the first picture and the first sound.
 */
export async function openMultimodalModel(options: OpenMultimodalModel): Promise<MediaModel> {
  const { id } = options;
  const revision = options.revision === undefined ? {} : { revision: options.revision };
  const full = (await AutoConfig.from_pretrained(id, revision)) as Config;
  const width = full.text_config.hidden_size;
  const dimensions = options.dimensions ?? width;
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > width) {
    throw new CanopyError('INVALID_ARGUMENT', `${id} gives up to ${width} numbers per vector.`);
  }
  const load = (fileName?: string) =>
    AutoModel.from_pretrained(id, {
      ...revision,
      // A config without towers makes transformers.js open one file only.
      config: { ...full, vision_config: null, audio_config: null } as unknown as Config,
      device: options.device,
      dtype: options.dtype as NonNullable<Dtype>,
      ...(fileName === undefined ? {} : { model_file_name: fileName }),
    });
  const loaded = await EmbeddingGemma2Processor.from_pretrained(id, revision);
  const processor = loaded as unknown as MediaProcessor;
  const { tokenizer } = processor;
  const network = await load();
  const towers = new Map<Tower, Promise<void>>();
  const open = (tower: Tower): Promise<void> => {
    const opening = towers.get(tower) ?? graftTower(network, tower, load);
    towers.set(tower, opening);
    return opening;
  };
  const tokenise = (text: string) => tokenizer.encode(text, { add_special_tokens: false });
  const around = specialTokens(tokenise('a'), tokenizer.encode('a', { add_special_tokens: true }));

  return {
    dimensions,
    ...around,
    tokenise,
    hasTwoRoles: false,
    run: (batch) => runText(network, batch, dimensions),
    mediaTokens: ({ pictures, moving, audio }) =>
      pictures.length * pictureTokens(processor, moving) +
      (audio === undefined ? 0 : audioTokens(audio)),
    async runMedia(text, { pictures, moving, audio }) {
      if (pictures.length > 0) await open('vision');
      if (audio !== undefined) await open('audio');
      const marks = [
        ...(moving && pictures.length > 0 ? [processor.video_token] : []),
        ...(moving ? [] : pictures.map(() => processor.image_token)),
        ...(audio === undefined ? [] : [processor.audio_token]),
      ];
      const images = pictures.map(rawImage);
      const inputs = await processor(
        [text, ...marks].join(' '),
        moving || images.length === 0 ? null : [images],
        audio === undefined ? null : [audio],
        moving && images.length > 0 ? [new RawVideo(images, images.length)] : null,
      );
      const outputs: Record<string, Tensor> = await network(inputs);
      return {
        vector: leading(outputs.sentence_embedding, dimensions),
        tokens: inputs.input_ids!.dims[1]!,
      };
    },
    async dispose() {
      await network.dispose();
    },
  };
}

/** Loads the file of one tower alone and gives its session to the network, which asks for it by this name. */
async function graftTower(
  network: Network,
  tower: Tower,
  load: (fileName: string) => Promise<Network>,
): Promise<void> {
  const name = `${tower}_encoder`;
  const alone = await load(name);
  network.sessions[name] = alone.sessions.model;
}

async function runText(
  network: Network,
  { rows, length, ids, mask }: TokenBatch,
  dimensions: number,
): Promise<Float32Array> {
  const shape = [rows, length];
  const outputs: Record<string, Tensor> = await network({
    input_ids: new Tensor('int64', ids, shape),
    attention_mask: new Tensor('int64', mask, shape),
  });
  return leading(outputs.sentence_embedding, dimensions);
}

/** The first numbers of every row: Matryoshka training puts most of the meaning there. */
function leading(vectors: Tensor | undefined, dimensions: number): Float32Array {
  if (vectors === undefined) throw new Error('the graph gives no sentence vector');
  const [rows = 0, width = 0] = vectors.dims;
  const data = vectors.data as Float32Array;
  const kept = new Float32Array(rows * dimensions);
  for (let row = 0; row < rows; row++) {
    kept.set(data.subarray(row * width, row * width + dimensions), row * dimensions);
  }
  return kept;
}

function rawImage({ width, height, data }: Picture): RawImage {
  return new RawImage(data, width, height, 4);
}

/** Most tokens a picture can take, with its two border tokens. */
function pictureTokens(
  { image_processor, video_processor }: MediaProcessor,
  moving: boolean,
): number {
  return (moving ? video_processor.frame_processor : image_processor).max_soft_tokens + 2;
}

/** One token for every 40 ms, with its two border tokens. */
function audioTokens(audio: Float32Array): number {
  return Math.ceil(audio.length / 640) + 2;
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
