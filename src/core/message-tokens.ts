import { estimateTokens } from './estimate-tokens.ts';
import { pictureTokens } from './picture-tokens.ts';

/** The part of a chat message that costs tokens. */
export interface CountedMessage {
  readonly content: string;
  /** Pixels of the pictures that go along. */
  readonly pictures?: readonly { readonly width: number; readonly height: number }[];
}

/** Estimated tokens of the messages of one request, words and pictures (ours). */
export function messageTokens(messages: readonly CountedMessage[]): number {
  return messages.reduce(
    (sum, { content, pictures = [] }) =>
      pictures.reduce(
        (seen, { width, height }) => seen + pictureTokens(width, height),
        sum + estimateTokens(content),
      ),
    0,
  );
}
