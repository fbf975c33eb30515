import { CanopyError, throwIfAborted } from '../../core/errors.ts';
import type { ChatPurpose } from '../../ports/chat-model.ts';
import { httpError, isRedirect, redirected, silent, unreachable } from './chat-errors.ts';
import type { EgressLedger, EgressOutcome } from './egress-ledger.ts';
import { IDLE_TIMEOUT_MS, type IdleTimer, startIdleTimer } from './idle-timer.ts';
import { pause } from './pause.ts';
import { postJson, type Transport } from './post-json.ts';
import { isRetryable, MAX_ATTEMPTS, parseRetryAfter, retryDelay } from './retry-delay.ts';

/** A request whose answer is one JSON document. */
export interface JsonRequest {
  readonly url: string;
  readonly purpose: ChatPurpose;
  readonly model: string;
  readonly body: unknown;
  /** Estimated tokens of what the body carries. */
  readonly tokens: number;
  readonly signal?: AbortSignal;
}

/** Sends a request and gives back the parsed answer. Rejects with `ABORTED`, or a `CHAT_…` code. */
export type SendJson = (request: JsonRequest) => Promise<unknown>;

/** How a {@link SendJson} reaches the outside. */
export interface SendJsonOptions extends Transport {
  readonly ledger: EgressLedger;
  /** Milliseconds without a sign of life after which a request is given up. */
  readonly idleTimeoutMs?: number;
  /** For tests: the pauses. */
  readonly sleep?: typeof pause;
}

/** The way out for everything that is no chat: each attempt stands in the ledger before it leaves. */
export function createSendJson(options: SendJsonOptions): SendJson {
  const { sleep = pause } = options;
  return async (request) => {
    const url = new URL(request.url);
    const body = JSON.stringify(request.body);
    for (let attempt = 1; ; attempt++) {
      throwIfAborted(request.signal);
      const answer = await attemptOnce(url, body, request, options);
      if ('value' in answer) return answer.value;
      const delay = retryDelay(attempt, answer.retryAfterMs, Math.random());
      if (delay === undefined || attempt >= MAX_ATTEMPTS) throw answer.error;
      await sleep(delay, request.signal);
    }
  };
}

type Attempt =
  | { readonly value: unknown }
  | { readonly error: CanopyError; readonly retryAfterMs: number | undefined };

async function attemptOnce(
  url: URL,
  body: string,
  { purpose, model, tokens, signal }: JsonRequest,
  options: SendJsonOptions,
): Promise<Attempt> {
  const { idleTimeoutMs = IDLE_TIMEOUT_MS } = options;
  const close = await options.ledger.open({ url: url.href, purpose, model, body, tokens }, signal);
  const timer = startIdleTimer(idleTimeoutMs, signal);
  let outcome: EgressOutcome = { error: 'Stopped before the reply was finished.' };
  try {
    const response = await postJson(url, body, options, timer.signal);
    if (isRedirect(response)) throw redirected(url);
    const { status, ok } = response;
    outcome = { ...outcome, status };
    const text = await readText(response, timer);
    outcome = { status };
    if (ok) return { value: parsed(url, text) };
    const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), Date.now());
    const error = httpError(url, model, status, text.slice(0, 4000), retryAfterMs);
    outcome = { status, error: error.message };
    if (isRetryable(status)) return { error, retryAfterMs };
    throw error;
  } catch (thrown) {
    throwIfAborted(signal);
    const error = explain(thrown, url, options.pageUrl, timer, idleTimeoutMs);
    outcome = { ...outcome, error: error.message };
    throw error;
  } finally {
    timer.stop();
    close(outcome);
  }
}

function explain(
  thrown: unknown,
  url: URL,
  pageUrl: string | undefined,
  timer: IdleTimer,
  idleTimeoutMs: number,
): CanopyError {
  if (timer.expired()) return silent(url, idleTimeoutMs, thrown);
  return thrown instanceof CanopyError ? thrown : unreachable(url, pageUrl, thrown);
}

/** The whole body; each piece that comes is a sign of life. */
async function readText({ body }: Response, timer: IdleTimer): Promise<string> {
  timer.alive();
  if (body === null) return '';
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    timer.alive();
    text += decoder.decode(value, { stream: true });
  }
}

function parsed(url: URL, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CanopyError('CHAT_BAD_REPLY', `${url.href} did not answer with JSON.`, {
      nextStep: 'Check the address; it usually ends in /v1.',
      cause,
    });
  }
}
