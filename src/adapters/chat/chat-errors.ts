import { CanopyError } from '../../core/errors.ts';
import { isLocalNetwork, isLoopback } from './chat-endpoint.ts';

/** Why the browser could not even ask. `pageUrl` is the address of the page, where there is one. */
export function unreachable(url: URL, pageUrl: string | undefined, cause: unknown): CanopyError {
  if (isOffline(url)) return offline(url, cause);
  const page = pageUrl === undefined ? undefined : new URL(pageUrl);
  const details = { cause, nextStep: unreachableNextStep(url, page) };
  const message = isMixedContent(url, page)
    ? `The browser blocks ${url.origin}: a page loaded over https may not call an http address (mixed content).`
    : `${url.origin} could not be reached. ${whyUnreachable(url, page)}`;
  return new CanopyError('CHAT_UNREACHABLE', message, details);
}

/** True when the browser will block the request because the page is https and the endpoint is not. */
export function isMixedContent(url: URL, page: URL | undefined): boolean {
  return page?.protocol === 'https:' && url.protocol === 'http:' && !isLoopback(url);
}

/** True when the browser knows of no network at all, which only this machine itself can do without. */
export function isOffline(url: URL): boolean {
  return globalThis.navigator?.onLine === false && !isLoopback(url);
}

/** The error for a device without a network. */
export function offline({ host }: URL, cause?: unknown): CanopyError {
  return new CanopyError(
    'CHAT_UNREACHABLE',
    `This device has no network, so ${host} cannot be reached.`,
    {
      nextStep: 'Connect it and ask again, or choose in the settings to answer on this device.',
      cause,
    },
  );
}

/** The error for a request that the page's own policy (CSP) stopped before it left. */
export function policyBlocked(url: URL, cause: unknown): CanopyError {
  const isHttp = url.protocol === 'http:';
  return new CanopyError(
    'CHAT_BLOCKED',
    `This page's own policy (connect-src) does not let it call ${url.origin}; nothing was sent.`,
    {
      nextStep: `${
        isHttp
          ? 'Plain http is allowed on this machine only: use an https address, http://localhost or http://127.0.0.1.'
          : 'Use another address.'
      } Whoever hosts this page can widen connect-src, see docs/deployment.md.`,
      cause,
    },
  );
}

/** The error for an endpoint of which nothing was heard for so many milliseconds. */
export function silent({ host }: URL, milliseconds: number, cause: unknown): CanopyError {
  const seconds = Math.round(milliseconds / 1000);
  return new CanopyError('CHAT_UNREACHABLE', `${host} did not answer within ${seconds} s.`, {
    nextStep: 'See whether the server is busy loading the model, then ask again.',
    cause,
  });
}

function whyUnreachable(url: URL, page: URL | undefined): string {
  const reasons = ['no server runs there'];
  if (page !== undefined && page.origin !== url.origin) {
    reasons.push(`it does not allow calls from ${page.origin} (CORS)`);
    if (isLocalNetwork(url) && !isLocalNetwork(page)) {
      reasons.push('the browser was not given permission for the local network');
    }
  }
  const last = reasons.pop()!;
  return reasons.length === 0
    ? `Most likely ${last}.`
    : `Either ${reasons.join(', ')}, or ${last}; the browser does not tell which.`;
}

function unreachableNextStep(url: URL, page: URL | undefined): string {
  if (isMixedContent(url, page)) {
    return 'Use an https address, run the server on this machine (http://localhost), or open this page over http.';
  }
  if (isLocalNetwork(url)) {
    const origin = page?.origin ?? 'this page';
    return `Start the server and let it accept ${origin} (Ollama: set OLLAMA_ORIGINS=${origin}; LM Studio: switch on CORS), and allow local-network access if the browser asks.`;
  }
  return 'Check the address and the connection, and that the service allows calls from browsers.';
}

/**
 * The error for an endpoint that sends the request on elsewhere. It is not followed: the ledger names one address, and the
 * evidence goes there or nowhere.
 */
export function redirected({ href }: URL): CanopyError {
  return new CanopyError('CHAT_REJECTED', `${href} sends requests on to another address.`, {
    nextStep: 'Enter the address at which the API itself answers, most likely with https.',
  });
}

/** Whether a reply is a redirect that was not followed; browsers hide its status. */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

/** The error for a reply that is not a success. `text` is the start of its body. */
export function httpError(
  url: URL,
  model: string,
  status: number,
  text: string,
  retryAfterMs: number | undefined,
): CanopyError {
  const said = errorText(text);
  const quoted = said === '' ? '' : ` It says: “${said}”`;
  const from = `${url.host} answered ${status}.${quoted}`;
  if (status === 401) return unauthorised(`${url.host} does not accept the key.${quoted}`);
  if (status === 403) {
    return said === '' || /origin|cors/i.test(said)
      ? new CanopyError('CHAT_UNAUTHORISED', `${from} It refuses this page or this key.`, {
          nextStep: isLocalNetwork(url)
            ? 'Let the server accept this page’s address (Ollama: OLLAMA_ORIGINS), then restart it.'
            : 'Check the key, and that it may be used from this page.',
        })
      : unauthorised(from);
  }
  if (status === 404) {
    return new CanopyError('CHAT_REJECTED', from, {
      nextStep: /model/i.test(said)
        ? `Check the model’s name (“${model}”), or download it in the server first.`
        : `Check the address: ${url.href} does not exist. It usually ends in /v1.`,
    });
  }
  if (status === 429) {
    const wait = retryAfterMs === undefined ? 'a while' : `${Math.ceil(retryAfterMs / 1000)} s`;
    return new CanopyError('CHAT_RATE_LIMITED', `${url.host} limits requests.${quoted}`, {
      nextStep: `Wait ${wait} and ask again, or check your plan’s limits.`,
    });
  }
  if (status >= 500) {
    return new CanopyError('CHAT_SERVER_ERROR', from, {
      nextStep: 'Try again in a moment; if it stays, the server’s own log knows more.',
    });
  }
  if (status === 413 || isContextLength(said)) {
    return new CanopyError(
      'CHAT_REJECTED',
      `The question with its evidence is too long for ${model}.${quoted}`,
      {
        nextStep: 'Turn the dial to keep less, or choose a model that reads more.',
      },
    );
  }
  return new CanopyError('CHAT_REJECTED', from, {
    nextStep: 'Check the model’s name and the settings of the endpoint.',
  });
}

function unauthorised(message: string): CanopyError {
  return new CanopyError('CHAT_UNAUTHORISED', message, {
    nextStep: 'Check the key in the settings.',
  });
}

/** True when an endpoint complains about the length of the prompt. */
export function isContextLength(said: string): boolean {
  return /context.{0,12}(length|size|window)|maximum context|too (long|large|many tokens)|exceeds? .{0,40}(tokens|context)/i.test(
    said,
  );
}

/** A reply that is no chat completion. */
export function badReply(url: URL, what: string, cause?: unknown): CanopyError {
  return new CanopyError(
    'CHAT_BAD_REPLY',
    `${url.host} did not answer like a chat endpoint: ${what}`,
    {
      nextStep:
        'Check the address; it should be that of an OpenAI-compatible API and usually ends in /v1.',
      ...(cause === undefined ? {} : { cause }),
    },
  );
}

/** A success without a body. */
export function emptyReply({ host }: URL): CanopyError {
  return new CanopyError('CHAT_BAD_REPLY', `${host} sent an empty reply.`, {
    nextStep: 'Ask again; if it stays empty, check the address, which usually ends in /v1.',
  });
}

/** A reply in which the model declines to answer. */
export function refused(model: string, refusal: string): CanopyError {
  return new CanopyError('CHAT_REJECTED', `${model} declined to answer: “${oneLine(refusal)}”`, {
    nextStep: 'Ask in other words, or choose another model.',
  });
}

/** A reply that ended before it was finished. */
export function streamCut(url: URL, why: string, cause?: unknown): CanopyError {
  return new CanopyError('CHAT_STREAM_CUT', `The reply of ${url.host} broke off: ${why}`, {
    nextStep: 'What has arrived so far is shown. Ask again for a whole answer.',
    ...(cause === undefined ? {} : { cause }),
  });
}

/** A reply that the endpoint ended before the model was through; `answered` when some of it arrived. */
export function endedEarly(
  { host }: URL,
  model: string,
  cut: 'length' | 'content_filter',
  answered: boolean,
): CanopyError {
  if (cut === 'length') {
    return new CanopyError(
      'CHAT_STREAM_CUT',
      `The answer broke off at the token limit of ${model}.`,
      {
        nextStep:
          'What has arrived so far is shown. Raise the limit at the endpoint, ask for something shorter, or choose another model.',
      },
    );
  }
  return new CanopyError(
    answered ? 'CHAT_STREAM_CUT' : 'CHAT_REJECTED',
    `${host} withheld ${answered ? 'the rest of the answer' : 'the answer'} (content filter).`,
    {
      nextStep: `${answered ? 'What has arrived so far is shown. ' : ''}Ask in other words, or choose another model.`,
    },
  );
}

/** What an error body says, in one line of at most 200 characters. */
export function errorText(body: string): string {
  const text = messageIn(body) ?? (/^\s*</.test(body) ? '' : body);
  return oneLine(text);
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

function messageIn(body: string): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return undefined;
  }
  // {error: {message}}, {error: "…"}, {message}, {detail}: endpoints differ.
  for (const key of ['error', 'message', 'detail'] as const) {
    const value: unknown = (parsed as Record<string, unknown> | null)?.[key];
    if (typeof value === 'string') return value;
    const message: unknown = (value as Record<string, unknown> | undefined)?.message;
    if (typeof message === 'string') return message;
  }
  return undefined;
}
