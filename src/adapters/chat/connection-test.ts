import { CanopyError, toCanopyError } from '../../core/errors.ts';
import type { CallOptions } from '../../ports/encoder.ts';
import { completionsUrl, isLocalNetwork, isLoopback } from './chat-endpoint.ts';
import { isMixedContent, isOffline } from './chat-errors.ts';
import { createOpenAiChatModel, type OpenAiChatModelOptions } from './openai-chat-model.ts';

/** What a connection test found. */
export type Diagnosis =
  | 'works'
  | 'address-invalid'
  | 'mixed-content'
  | 'offline'
  | 'blocked-by-page'
  | 'not-running'
  | 'cors'
  | 'local-network-blocked'
  | 'origin-refused'
  | 'key-refused'
  | 'model-or-path-unknown'
  | 'rate-limited'
  | 'server-error'
  | 'not-a-chat-api'
  | 'request-refused';

/** The result of a connection test, in words for the person. */
export interface ConnectionReport {
  readonly diagnosis: Diagnosis;
  /** What happened. */
  readonly message: string;
  /** What to do about it; empty when it works. */
  readonly nextStep: string;
  readonly milliseconds: number;
}

/** What a connection test needs. */
export interface ConnectionTestOptions extends OpenAiChatModelOptions {
  /** State of the browser's local-network permission, where it has one. */
  readonly localNetworkPermission?: () => Promise<PermissionState | undefined>;
}

/**
 * Asks the endpoint for one word and names what went wrong: address, mixed content, the page's policy, CORS, the
 * browser's local-network permission, a server that is not running, key, model. No document is involved; both requests
 * it may make stand in the ledger. Rejects with `ABORTED` only.
 */
export async function testConnection(
  options: ConnectionTestOptions,
  callOptions: CallOptions = {},
): Promise<ConnectionReport> {
  const started = Date.now();
  const report = (diagnosis: Diagnosis, message: string, nextStep: string): ConnectionReport => ({
    diagnosis,
    message,
    nextStep,
    milliseconds: Date.now() - started,
  });
  const messages = [{ role: 'user', content: 'Reply with the word: ready' }] as const;
  try {
    // One attempt: a person who tests wants to see the first failure.
    const model = createOpenAiChatModel({ ...options, attempts: 1 });
    const request = { purpose: 'connection-test', messages, maxTokens: 16 } as const;
    let reply = '';
    for await (const piece of model.stream(request, callOptions)) reply += piece;
    return report('works', `${options.model} answered: “${reply.trim().slice(0, 60)}”`, '');
  } catch (thrown) {
    const error = toCanopyError(thrown, 'CHAT_BAD_REPLY');
    if (error.code === 'ABORTED') throw error;
    const diagnosis = await diagnose(error, options, callOptions);
    const own = explanation(diagnosis, options);
    return report(diagnosis, own?.message ?? error.message, own?.nextStep ?? error.nextStep ?? '');
  }
}

async function diagnose(
  error: CanopyError,
  options: ConnectionTestOptions,
  callOptions: CallOptions,
): Promise<Diagnosis> {
  const status = options.ledger.entries().at(-1)?.status;
  switch (error.code) {
    case 'INVALID_ARGUMENT':
      return 'address-invalid';
    case 'CHAT_BLOCKED':
      return 'blocked-by-page';
    case 'CHAT_UNREACHABLE':
      return diagnoseUnreachable(options, callOptions);
    case 'CHAT_UNAUTHORISED':
      return status === 403 && (options.key ?? '') === '' ? 'origin-refused' : 'key-refused';
    case 'CHAT_REJECTED':
      return status === 404 ? 'model-or-path-unknown' : 'request-refused';
    case 'CHAT_RATE_LIMITED':
      return 'rate-limited';
    case 'CHAT_SERVER_ERROR':
      return 'server-error';
    default:
      return 'not-a-chat-api';
  }
}

async function diagnoseUnreachable(
  options: ConnectionTestOptions,
  { signal }: CallOptions,
): Promise<Diagnosis> {
  const url = completionsUrl(options.baseUrl);
  if (url === undefined) return 'address-invalid';
  if (isOffline(url)) return 'offline';
  // Outside a browser nothing but the server itself stands in the way.
  if (options.pageUrl === undefined) return 'not-running';
  const page = new URL(options.pageUrl);
  if (isMixedContent(url, page)) return 'mixed-content';
  if (isLocalNetwork(url) && !isLocalNetwork(page)) {
    const permission = await options.localNetworkPermission?.();
    if (permission === 'denied' || permission === 'prompt') return 'local-network-blocked';
  }
  return (await answersAnything(url, options, signal)) ? 'cors' : 'not-running';
}

/**
 * A browser reports a refused cross-origin call and a server that is not there alike. A request whose answer may not be
 * read ("no-cors") tells them apart: it succeeds as soon as anything answers.
 */
async function answersAnything(
  url: URL,
  { ledger, fetch: send = fetch }: ConnectionTestOptions,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const request = {
    url: url.origin,
    purpose: 'connection-test',
    model: '',
    body: '',
    tokens: 0,
  } as const;
  const close = await ledger.open(request, signal);
  try {
    await send(url.origin, {
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      ...(signal === undefined ? {} : { signal }),
    });
    close({});
    return true;
  } catch (thrown) {
    if (signal?.aborted) throw new CanopyError('ABORTED', 'Cancelled.', { cause: thrown });
    close({ error: toCanopyError(thrown, 'CHAT_UNREACHABLE').message });
    return false;
  }
}

/** Words for what only the test can tell; every other failure explains itself. */
function explanation(
  diagnosis: Diagnosis,
  { baseUrl, pageUrl }: ConnectionTestOptions,
): { readonly message: string; readonly nextStep: string } | undefined {
  const url = completionsUrl(baseUrl);
  if (url === undefined) return undefined;
  const origin = pageUrl === undefined ? 'this page' : new URL(pageUrl).origin;
  if (diagnosis === 'cors') {
    return {
      message: `${url.host} is running, but it does not let ${origin} use it (CORS).`,
      nextStep: isLocalNetwork(url)
        ? `Allow this page in the server: Ollama OLLAMA_ORIGINS=${origin}, LM Studio “Enable CORS”, vLLM --allowed-origins '["${origin}"]'; then restart it.`
        : 'This service does not take calls from browsers. Use one that does, or a small proxy of your own.',
    };
  }
  if (diagnosis === 'local-network-blocked') {
    return {
      message: `The browser does not let this page reach ${url.host} in your local network.`,
      nextStep:
        'Allow “local network” for this page in the browser’s site settings, then test again.',
    };
  }
  if (diagnosis === 'not-running') {
    return {
      message: `Nothing answers at ${url.origin}.`,
      nextStep: isLoopback(url)
        ? 'Start the server and check the port (Ollama 11434, LM Studio 1234, vLLM 8000).'
        : 'Check the address and your connection.',
    };
  }
  return undefined;
}
