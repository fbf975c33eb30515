import type { TextModel } from './text-model.ts';

/** One reading of the network: a whole text, or one window of a text that is too long. */
export interface Pass {
  /** Index of the text among those planned together. */
  readonly text: number;
  readonly ids: readonly number[];
  /** Share of this pass in the text's vector: its number of content tokens, or 1 for a text read at once. */
  readonly weight: number;
}

/** How much a pass may hold. */
export interface WindowLimits {
  /** Most tokens of one pass, special tokens included. */
  readonly window: number;
  /** Most tokens of the prefix that each window of a long text repeats. */
  readonly prefixTokens: number;
}

/**
 * Plans the passes of one region. Prefix, newline and content are read at once when they fit; otherwise the content is
 * cut into windows as even as possible, the longer ones first, each behind the (bounded) prefix, so that every content
 * token is read exactly once. The prefix carries its model's own region prefix already.
 */
export function planPasses(
  model: Pick<TextModel, 'tokenise' | 'head' | 'tail'>,
  { window, prefixTokens }: WindowLimits,
  text: number,
  prefix: string,
  content: string,
): Pass[] {
  const { head, tail } = model;
  const capacity = window - head.length - tail.length;
  const whole = model.tokenise(prefix === '' ? content : `${prefix}\n${content}`);
  if (whole.length <= capacity) return [{ text, ids: [...head, ...whole, ...tail], weight: 1 }];

  // Of a small window at least half is for content.
  const most = Math.min(prefixTokens, capacity >> 1);
  const before = prefix === '' ? [] : model.tokenise(prefix).slice(0, most);
  const tokens = model.tokenise(content);
  const room = capacity - before.length;
  // Content that fits beside the shortened prefix still needs one window.
  const windows = Math.max(1, Math.ceil(tokens.length / room));
  const short = Math.floor(tokens.length / windows);
  const longer = tokens.length % windows;
  const passes: Pass[] = [];
  for (let i = 0, start = 0; i < windows; i++) {
    const end = start + short + (i < longer ? 1 : 0);
    const ids = [...head, ...before, ...tokens.slice(start, end), ...tail];
    passes.push({ text, ids, weight: Math.max(1, end - start) });
    start = end;
  }
  return passes;
}
