import { CanopyError, throwIfAborted } from '../../core/errors.ts';
import type { ChatPurpose } from '../../ports/chat-model.ts';
import { httpError, isMixedContent, isRedirect, redirected, unreachable } from './chat-errors.ts';
import type { EgressLedger, EgressOutcome } from './egress-ledger.ts';
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
export interface SendJsonOptions {
  readonly ledger: EgressLedger;
  /** Sent as a bearer token and kept nowhere. */
  readonly key?: string;
  readonly pageUrl?: string;
  /** For tests: the transport and the pauses. */
  readonly fetch?: typeof fetch;
  readonly sleep?: (milliseconds: number) => Promise<void>;
}

/** The way out for everything that is no chat: each attempt stands in the ledger before it leaves. */
export function createSendJson(options: SendJsonOptions): SendJson {
  const { ledger, sleep = pause } = options;
  return async (request) => {
    const url = new URL(request.url);
    const { purpose, model, tokens, signal } = request;
    const body = JSON.stringify(request.body);
    for (let attempt = 1; ; attempt++) {
      throwIfAborted(signal);
      const close = await ledger.open({ url: url.href, purpose, model, body, tokens }, signal);
      let outcome: EgressOutcome = { error: 'Stopped before the reply was finished.' };
      let delay: number | undefined;
      try {
        const response = await post(url, body, options, signal);
        if (isRedirect(response)) throw redirected(url);
        outcome = { status: response.status };
        if (response.ok) return await parsed(response);
        const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), Date.now());
        const text = (await response.text()).slice(0, 4000);
        const error = httpError(url, model, response.status, text, retryAfterMs);
        outcome = { status: response.status, error: error.message };
        const again = isRetryable(response.status) && attempt < MAX_ATTEMPTS;
        if (again) delay = retryDelay(attempt, retryAfterMs, Math.random());
        if (delay === undefined) throw error;
      } catch (thrown) {
        throwIfAborted(signal);
        const error =
          thrown instanceof CanopyError ? thrown : unreachable(url, options.pageUrl, thrown);
        outcome = { ...outcome, error: error.message };
        throw error;
      } finally {
        close(outcome);
      }
      await sleep(delay);
    }
  };
}

function post(
  url: URL,
  body: string,
  { key, pageUrl, fetch: send = fetch }: SendJsonOptions,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const page = pageUrl === undefined ? undefined : new URL(pageUrl);
  if (isMixedContent(url, page)) throw unreachable(url, pageUrl, undefined);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (key !== undefined && key !== '') headers.authorization = `Bearer ${key}`;
  return send(url.href, {
    method: 'POST',
    headers,
    body,
    ...(signal === undefined ? {} : { signal }),
    redirect: 'manual',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  });
}

async function parsed(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CanopyError('CHAT_BAD_REPLY', `${response.url} did not answer with JSON.`, {
      nextStep: 'Check the address; it usually ends in /v1.',
      cause,
    });
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
