import { CanopyError } from '../core/errors.ts';
import type { EvidenceForest } from '../core/evidence-forest.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import type { CallOptions } from '../ports/encoder.ts';
import type { EvidencePictures } from '../ports/evidence-pictures.ts';
import { costOfCall, type ModelCost } from './model-cost.ts';
import { readerMessages } from './prompts.ts';

/** What the reader sees: the question and kept evidence, never an item. */
export interface ReaderRequest {
  readonly question: string;
  /** Citation markers number the spans of these forests in reading order. */
  readonly evidence: readonly EvidenceForest[];
}

/** Writes the answer (paper, section 4). */
export interface Reader {
  /** Shown beside the answer. */
  readonly name: string;
  /** True when answers are quotations, made without a language model. */
  readonly extractive: boolean;
  /**
   * Pieces of the answer as they come, with `[n]` marks; the generator returns the cost. Throws `ABORTED`, or a
   * `CHAT_…` code; no words at all are `CHAT_BAD_REPLY`, never an empty answer.
   */
  read(request: ReaderRequest, options?: CallOptions): AsyncGenerator<string, ModelCost>;
}

/** What the reader without a language model is called. */
export const QUOTATION = { name: 'quotation', extractive: true } as const;

/**
 * A reader that asks a language model. Where `pictures` is given and the model can see, kept pictures and the frames of
 * kept stretches of video go along with the words.
 */
export function modelReader(model: ChatModel, pictures?: EvidencePictures): Reader {
  return {
    name: model.name,
    extractive: false,
    async *read({ question, evidence }, options) {
      const seen = (await pictures?.picturesOf(evidence, options)) ?? [];
      const messages = readerMessages(question, evidence, seen);
      const usage = yield* withWords(
        model.name,
        model.stream({ purpose: 'reader', messages }, options),
      );
      return costOfCall(messages, usage);
    },
  };
}

/** Passes a reply on; a model that spent its tokens thinking sends nothing, which must not look like an answer. */
export async function* withWords(
  name: string,
  reply: ReturnType<ChatModel['stream']>,
): ReturnType<ChatModel['stream']> {
  let hasWords = false;
  try {
    for (;;) {
      const step = await reply.next();
      if (step.done && !hasWords) throw noWords(name);
      if (step.done) return step.value;
      hasWords ||= step.value.trim() !== '';
      yield step.value;
    }
  } finally {
    // A consumer that stops early stops the request too; on a reply that has ended this does nothing.
    await reply.return(undefined);
  }
}

function noWords(name: string): CanopyError {
  return new CanopyError(
    'CHAT_BAD_REPLY',
    `${name} answered with no words; it may have spent all its tokens thinking.`,
    { nextStep: 'Raise the endpoint’s token limit, or choose another model, then ask again.' },
  );
}
