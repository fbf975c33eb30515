import { CanopyError, throwIfAborted, toCanopyError } from '../../core/errors.ts';
import { messageTokens } from '../../core/message-tokens.ts';
import type { ChatModel, ChatRequest, ChatUsage, MessagePicture } from '../../ports/chat-model.ts';
import { type ChatEndpoint, completionsUrl } from './chat-endpoint.ts';
import {
  endedEarly,
  errorText,
  httpError,
  isContextLength,
  isRedirect,
  redirected,
  refused,
  silent,
  streamCut,
  unreachable,
} from './chat-errors.ts';
import type { EgressLedger, EgressOutcome } from './egress-ledger.ts';
import { IDLE_TIMEOUT_MS, type IdleTimer, startIdleTimer } from './idle-timer.ts';
import { pause } from './pause.ts';
import { postJson, type Transport } from './post-json.ts';
import { type ReplyEnd, readReply } from './read-reply.ts';
import { isRetryable, MAX_ATTEMPTS, parseRetryAfter, retryDelay } from './retry-delay.ts';
import { withoutThinking } from './without-thinking.ts';

/** How a chat model over HTTP is set up. */
export interface OpenAiChatModelOptions extends ChatEndpoint, Transport {
  readonly ledger: EgressLedger;
  /** Milliseconds without a sign of life after which a request is given up. */
  readonly idleTimeoutMs?: number;
  /** Attempts at one request, the first included. */
  readonly attempts?: number;
  /** For tests: the pauses and the jitter. */
  readonly sleep?: typeof pause;
  readonly random?: () => number;
}

/** Parts of a request that not every endpoint knows; each is left out for good once it is refused. */
interface Extras {
  json: boolean;
  usage: boolean;
  /** Newer models want the limit under another name. */
  limit: 'max_tokens' | 'max_completion_tokens';
}

/**
 * A chat model behind any OpenAI-compatible endpoint. Every attempt stands in the ledger before it leaves. Rate limits,
 * overload and server failures are tried again, with the pauses the endpoint asks for, as long as nothing was answered.
 *
 * @throws CanopyError `INVALID_ARGUMENT` when the address is not an http one.
 */
export function createOpenAiChatModel(options: OpenAiChatModelOptions): ChatModel {
  const url = completionsUrl(options.baseUrl);
  if (url === undefined) {
    throw new CanopyError('INVALID_ARGUMENT', `“${options.baseUrl}” is not a web address.`, {
      nextStep: 'Enter an address like https://api.openai.com/v1 or http://localhost:11434.',
    });
  }
  const extras: Extras = { json: true, usage: true, limit: 'max_tokens' };
  const sleep = options.sleep ?? pause;
  const random = options.random ?? Math.random;
  const attempts = options.attempts ?? MAX_ATTEMPTS;
  return {
    name: url.host,
    async *stream(request, { signal } = {}) {
      for (let attempt = 1; ; ) {
        throwIfAborted(signal);
        const result = yield* attemptOnce(url, request, extras, options, signal);
        if (result.outcome === 'answered') return result.usage;
        if (result.outcome === 'fewer-extras') continue;
        const delay = retryDelay(attempt, result.retryAfterMs, random());
        if (delay === undefined || attempt >= attempts) throw result.error;
        await sleep(delay, signal);
        attempt++;
      }
    },
  };
}

type Attempt =
  | { readonly outcome: 'answered'; readonly usage: ChatUsage | undefined }
  | { readonly outcome: 'fewer-extras' }
  | {
      readonly outcome: 'retry';
      readonly error: CanopyError;
      readonly retryAfterMs: number | undefined;
    };

async function* attemptOnce(
  url: URL,
  request: ChatRequest,
  extras: Extras,
  options: OpenAiChatModelOptions,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, Attempt> {
  const body = requestBody(options.model, request, extras);
  const close = await openEntry(url, request, body, options, signal);
  const timer = startIdleTimer(options.idleTimeoutMs ?? IDLE_TIMEOUT_MS, signal);
  let outcome: EgressOutcome = { error: 'Stopped before the reply was finished.' };
  let answered = false;
  try {
    const response = await postJson(url, body, options, timer.signal);
    if (isRedirect(response)) throw redirected(url);
    outcome = { ...outcome, status: response.status };
    timer.alive();
    if (!response.ok) {
      const text = (await response.text()).slice(0, 4000);
      const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), Date.now());
      const error = httpError(url, options.model, response.status, text, retryAfterMs);
      outcome = { status: response.status, error: error.message };
      if (dropRefused(response.status, errorText(text), request, extras))
        return { outcome: 'fewer-extras' };
      if (isRetryable(response.status)) return { outcome: 'retry', error, retryAfterMs };
      throw error;
    }
    const reply = withoutThinking(readReply(url, response, timer.alive));
    for (;;) {
      const step = await reply.next();
      if (step.done) {
        const { usage, cut, refusal } = step.value;
        outcome = { status: response.status, ...(usage === undefined ? {} : { usage }) };
        if (refusal !== undefined) throw refused(options.model, refusal);
        if (isCut(cut, request, answered)) throw endedEarly(url, options.model, cut, answered);
        return { outcome: 'answered', usage };
      }
      answered = true;
      yield step.value;
    }
  } catch (thrown) {
    const error = explain(thrown, url, options, timer, answered, signal);
    outcome = { ...outcome, error: error.message };
    if (error.code === 'CHAT_SERVER_ERROR' && !answered) {
      return { outcome: 'retry', error, retryAfterMs: undefined };
    }
    throw error;
  } finally {
    timer.stop();
    close(outcome);
  }
}

/**
 * Whether the end of a reply is a fault. A limit that the request set itself is kept to, and what came is for the asker to
 * read; where nothing came, all tokens went into thinking, and that is for the reader to tell.
 */
function isCut(
  cut: ReplyEnd['cut'],
  { maxTokens }: ChatRequest,
  answered: boolean,
): cut is NonNullable<ReplyEnd['cut']> {
  if (cut === 'length') return maxTokens === undefined && answered;
  return cut === 'content_filter';
}

function openEntry(
  url: URL,
  { purpose, messages }: ChatRequest,
  body: string,
  { ledger, model }: OpenAiChatModelOptions,
  signal: AbortSignal | undefined,
) {
  const tokens = messageTokens(messages);
  return ledger.open({ url: url.href, purpose, model, body, tokens }, signal);
}

function requestBody(model: string, request: ChatRequest, extras: Extras): string {
  return JSON.stringify({
    model,
    messages: request.messages.map(({ role, content, pictures = [] }) => ({
      role,
      content: pictures.length === 0 ? content : contentParts(content, pictures),
    })),
    temperature: 0,
    stream: true,
    ...(extras.usage ? { stream_options: { include_usage: true } } : {}),
    ...(request.maxTokens === undefined ? {} : { [extras.limit]: request.maxTokens }),
    ...(request.json === true && extras.json ? { response_format: { type: 'json_object' } } : {}),
  });
}

/** The words, then each picture after its label. */
function contentParts(content: string, pictures: readonly MessagePicture[]): unknown[] {
  return [
    { type: 'text', text: content },
    ...pictures.flatMap(({ label, dataUrl }) => [
      { type: 'text', text: label },
      { type: 'image_url', image_url: { url: dataUrl } },
    ]),
  ];
}

/** Leaves out what the endpoint refuses; true when something changed, so that asking again makes sense. */
function dropRefused(status: number, said: string, request: ChatRequest, extras: Extras): boolean {
  if ((status !== 400 && status !== 422) || isContextLength(said)) return false;
  const before = JSON.stringify(extras);
  if (request.json === true && /response.?format|json/i.test(said)) extras.json = false;
  if (/stream.?options|include.?usage/i.test(said)) extras.usage = false;
  if (/max_completion_tokens/i.test(said)) extras.limit = 'max_completion_tokens';
  return JSON.stringify(extras) !== before;
}

function explain(
  thrown: unknown,
  url: URL,
  options: OpenAiChatModelOptions,
  timer: IdleTimer,
  answered: boolean,
  signal: AbortSignal | undefined,
): CanopyError {
  if (signal?.aborted) return new CanopyError('ABORTED', 'Cancelled.', { cause: thrown });
  if (timer.expired()) {
    const milliseconds = options.idleTimeoutMs ?? IDLE_TIMEOUT_MS;
    if (!answered) return silent(url, milliseconds, thrown);
    return streamCut(url, `nothing came for ${Math.round(milliseconds / 1000)} s.`, thrown);
  }
  if (thrown instanceof TypeError) return unreachable(url, options.pageUrl, thrown);
  return toCanopyError(thrown, 'CHAT_BAD_REPLY');
}
