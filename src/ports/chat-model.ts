import type { CallOptions } from './encoder.ts';

/** Why something is sent; shown in the ledger. */
export type ChatPurpose =
  | 'critic'
  | 'reader'
  | 'router'
  | 'table-question'
  | 'connection-test'
  // The documents themselves, for an encoder that runs elsewhere; only where the person chose one.
  | 'embedding';

/** A picture that goes along with a message. */
export interface MessagePicture {
  /** What it is, for models that read names and for the ledger, such as `[3] at 1:20`. */
  readonly label: string;
  /** `data:image/jpeg;base64,…` */
  readonly dataUrl: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** One turn of what a language model is told. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
  /** Follow the words, in this order. */
  readonly pictures?: readonly MessagePicture[];
}

/** One request to a language model. */
export interface ChatRequest {
  readonly purpose: ChatPurpose;
  readonly messages: readonly ChatMessage[];
  /** Most tokens the reply may have. */
  readonly maxTokens?: number;
  /** Ask for a JSON object where the endpoint can promise one. */
  readonly json?: boolean;
}

/** Tokens as the endpoint itself counts them. */
export interface ChatUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** A language model that answers in a stream. */
export interface ChatModel {
  /** Name shown beside an answer, such as the endpoint's host. */
  readonly name: string;
  /**
   * Pieces of the reply as they come; the generator's return value is the usage where the endpoint tells it. Throws
   * `ABORTED`, or a `CHAT_…` code.
   */
  stream(
    request: ChatRequest,
    options?: CallOptions,
  ): AsyncGenerator<string, ChatUsage | undefined>;
}
