import type { Canopy } from '../../library/canopy.ts';
import { pruneMarked, wordsOf } from '../../library/marked-text.ts';
import type { CompressCallOptions } from '../../library/options.ts';

/** Options of {@link canopyFetch}. */
export interface CanopyFetchOptions extends CompressCallOptions {
  readonly canopy: Pick<Canopy, 'compress'>;
  /** What sends; the platform's `fetch` unless given. */
  readonly fetch?: typeof fetch;
}

/** Stands in every marked document; a body without it is not touched. */
const SIGN = '<canopy-document key=';

/**
 * A `fetch` for OpenAI-compatible clients that prunes the documents marked by `markDocument` in a JSON body before it
 * leaves. The question is the last user message without them. Bodies without a marked document, and everything else of
 * those with one, pass through as they are. Rejects with a `CanopyError` when pruning fails, rather than send more than
 * was meant.
 */
export function canopyFetch({ canopy, fetch: send, ...options }: CanopyFetchOptions): typeof fetch {
  return async (input, init) => {
    const transmit = send ?? globalThis.fetch;
    const body = await bodyOf(input, init);
    if (!body?.includes(SIGN)) return transmit(input, init);
    const signal = options.signal ?? init?.signal ?? undefined;
    const call = signal === undefined ? options : { ...options, signal };
    const pruned = await pruneBody(body, canopy, call);
    const request = input instanceof Request ? input.clone() : undefined;
    const headers = new Headers(init?.headers ?? request?.headers);
    headers.delete('content-length');
    const { method = request?.method ?? 'POST' } = init ?? {};
    const target = request?.url ?? (input as string | URL);
    const passed = request === undefined ? {} : { signal: request.signal };
    return transmit(target, { ...passed, ...init, method, headers, body: pruned });
  };
}

async function bodyOf(
  input: string | URL | Request,
  init: RequestInit | undefined,
): Promise<string | undefined> {
  if (typeof init?.body === 'string') return init.body;
  if (init?.body != null || !(input instanceof Request)) return undefined;
  return input.clone().text();
}

async function pruneBody(
  body: string,
  canopy: Pick<Canopy, 'compress'>,
  options: CompressCallOptions,
): Promise<string> {
  const parsed = parse(body);
  if (parsed === undefined) return body;
  const texts: string[] = [];
  mapStrings(parsed, (text) => {
    if (text.includes(SIGN)) texts.push(text);
    return text;
  });
  const pruned = (await pruneMarked(texts, questionOf(parsed), canopy, options))[Symbol.iterator]();
  const next = (text: string) => (text.includes(SIGN) ? (pruned.next().value ?? '') : text);
  return JSON.stringify(mapStrings(parsed, next));
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Not ours to judge: whoever sent it hears from the server.
    return undefined;
  }
}

/** Applies `change` to every string of a JSON value, in order. */
function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((entry) => mapStrings(entry, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, mapStrings(entry, change)]),
  );
}

/** The last words of a user, in the chat (`messages`) or the responses (`input`) form. */
function questionOf(body: unknown): string {
  const { messages, input } = body as { messages?: unknown; input?: unknown };
  if (typeof input === 'string') return wordsOf(input);
  const turns: unknown[] = [messages, input].find(Array.isArray) ?? [];
  for (const turn of turns.toReversed()) {
    const { role, content } = turn as { role?: unknown; content?: unknown };
    const words = role === 'user' ? contentTexts(content).map(wordsOf).join('\n').trim() : '';
    if (words !== '') return words;
  }
  return '';
}

function contentTexts(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: unknown) => {
    const { text } = part as { text?: unknown };
    return typeof text === 'string' ? [text] : [];
  });
}
