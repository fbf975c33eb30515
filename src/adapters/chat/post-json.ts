import { isMixedContent, policyBlocked, unreachable } from './chat-errors.ts';
import { watchPolicy } from './page-policy.ts';

/** How a request reaches the outside. */
export interface Transport {
  /** Sent as a bearer token and kept nowhere. */
  readonly key?: string;
  /** Address of the page that asks, for messages about CORS and mixed content; absent outside browsers. */
  readonly pageUrl?: string;
  /** For tests: what sends, and where the browser tells what it blocked. */
  readonly fetch?: typeof fetch;
  readonly policyEvents?: EventTarget;
}

/**
 * Posts a JSON body; nothing about the person but the body and the key goes along, and redirects are not followed. The
 * caller has written the request into the ledger.
 *
 * @throws CanopyError `CHAT_UNREACHABLE` for mixed content, `CHAT_BLOCKED` when the page's policy stops the request;
 * whatever `fetch` throws otherwise.
 */
export async function postJson(
  url: URL,
  body: string,
  { key, pageUrl, fetch: send = fetch, policyEvents }: Transport,
  signal: AbortSignal,
): Promise<Response> {
  const page = pageUrl === undefined ? undefined : new URL(pageUrl);
  if (isMixedContent(url, page)) throw unreachable(url, pageUrl, undefined);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (key !== undefined && key !== '') headers.authorization = `Bearer ${key}`;
  const policy = watchPolicy(url, policyEvents);
  try {
    return await send(url.href, {
      method: 'POST',
      headers,
      body,
      signal,
      redirect: 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
  } catch (thrown) {
    if (!signal.aborted && (await policy.blocked())) throw policyBlocked(url, thrown);
    throw thrown;
  } finally {
    policy.stop();
  }
}
