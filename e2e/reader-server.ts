import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHashEncoder } from '../src/adapters/memory/hash-encoder.ts';
import { SYSTEM_PROMPTS } from '../src/pipeline/prompts.ts';
import type { ChatPurpose } from '../src/ports/chat-model.ts';

/** A request as the server got it, byte for byte. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The raw body. */
  readonly body: string;
  /** Recognised by its system message; undefined for anything that is not one of ours. */
  readonly purpose: ChatPurpose | undefined;
  /** Content of the last message. */
  readonly prompt: string;
}

/** What goes wrong. */
export type ReaderFault =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: string;
      readonly retryAfter?: string;
    }
  /** Closes the connection after this many pieces. */
  | { readonly kind: 'cut'; readonly afterPieces: number }
  /** Ends the stream politely, but without a finish. */
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'wrong-json' }
  | { readonly kind: 'html' }
  /** An error object inside the stream, after this many pieces. */
  | { readonly kind: 'stream-error'; readonly afterPieces: number }
  /** Milliseconds before the reply, and between its pieces. */
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** Answers, but without the headers that let a page of another origin read it. */
  | { readonly kind: 'no-cors' }
  /** Refuses by `Origin`, as Ollama does: 403 without a body or CORS headers. */
  | { readonly kind: 'origin-refused' }
  /** Answers 400 as long as the body has this field. */
  | { readonly kind: 'refuses-field'; readonly field: string; readonly message: string };

/** How a reader server behaves. */
export interface ReaderServerOptions {
  /** The reply to a request; only what it answers is scripted, everything else is real HTTP. */
  readonly answer?: (request: ReceivedRequest) => string;
  /** `json` replies whole even where streaming was asked for. */
  readonly reply?: 'sse' | 'json';
  /** Requests with another key get 401. */
  readonly key?: string;
}

/** A running server. */
export interface ReaderServer {
  /** Base address, without `/v1`. */
  readonly url: string;
  /** Everything received, oldest first; preflights have the method OPTIONS. */
  readonly requests: ReceivedRequest[];
  /** All bodies in one string, to search what left. */
  received(): string;
  /** Sets what goes wrong, for the next `times` requests (all, unless given). */
  fail(fault: ReaderFault | undefined, times?: number): void;
  /** Replaces the script. */
  script(answer: (request: ReceivedRequest) => string): void;
  close(): Promise<void>;
}

/** Replies that carry a question through without a follow-up. */
export function defaultAnswer({ purpose }: ReceivedRequest): string {
  switch (purpose) {
    case 'critic':
      return '{"rationale": "The evidence states it.", "answer": null, "sufficient": true, "missing": null, "query": null}';
    case 'table-question':
      return '{"reason": "It names one row.", "kind": "lookup"}';
    case 'router':
      return '{"sources": ["text"]}';
    case 'reader':
      return 'The evidence says so [1].';
    default:
      return 'ready';
  }
}

/** Starts a real HTTP server that speaks the chat-completions API on a free port of this machine. */
export async function startReaderServer(options: ReaderServerOptions = {}): Promise<ReaderServer> {
  const requests: ReceivedRequest[] = [];
  let answer = options.answer ?? defaultAnswer;
  let fault: ReaderFault | undefined;
  let faultsLeft = 0;
  const server = createServer((incoming, response) => {
    readBody(incoming)
      .then(async (body) => {
        const request = receivedRequest(incoming, body);
        requests.push(request);
        const present = faultsLeft > 0 ? fault : undefined;
        if (request.method !== 'OPTIONS' && present !== undefined) faultsLeft--;
        await handle(request, response, present, answer, options);
      })
      // The client went away, or the script threw: either way this connection is over.
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    received: () => requests.map(({ body }) => body).join('\n'),
    fail(next, times = Number.POSITIVE_INFINITY) {
      fault = next;
      faultsLeft = times;
    },
    script(next) {
      answer = next;
    },
    close: () => closeServer(server),
  };
}

async function handle(
  request: ReceivedRequest,
  response: ServerResponse,
  fault: ReaderFault | undefined,
  answer: (request: ReceivedRequest) => string,
  options: ReaderServerOptions,
): Promise<void> {
  if (fault?.kind === 'origin-refused') return end(response, 403);
  if (fault?.kind !== 'no-cors') allowOrigins(response);
  if (request.method === 'OPTIONS') return end(response, 204);
  const embeds = request.path === '/v1/embeddings';
  if (!embeds && request.path !== '/v1/chat/completions') {
    return json(response, 404, { error: { message: `No such path: ${request.path}` } });
  }
  if (options.key !== undefined && request.headers.authorization !== `Bearer ${options.key}`) {
    return json(response, 401, { error: { message: 'Incorrect API key provided' } });
  }
  if (fault?.kind === 'slow') await pause(fault.milliseconds);
  if (fault !== undefined && answerFault(fault, request, response)) return;
  if (embeds) return json(response, 200, await embeddings(JSON.parse(request.body)));
  const body = JSON.parse(request.body) as { readonly stream?: boolean };
  const text = answer(request);
  if (body.stream !== true || options.reply === 'json') {
    const choices = [
      { index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' },
    ];
    return json(response, 200, { choices, usage: usageOf(request, text) });
  }
  await stream(response, text, usageOf(request, text), fault);
}

/** What an embeddings request asks for: texts, or as vLLM takes it one message with pictures. */
interface EmbeddingsBody {
  readonly dimensions: number;
  readonly input?: readonly string[];
  readonly messages?: readonly { readonly content: readonly { readonly text?: string }[] }[];
}

/** Vectors by the words alone; a picture is as near as the words that come with it. */
async function embeddings({ dimensions, input, messages = [] }: EmbeddingsBody): Promise<object> {
  const texts =
    input ?? messages.map(({ content }) => content.map(({ text = '' }) => text).join(' '));
  const encoder = createHashEncoder({ dimensions });
  const vectors = await Promise.all(texts.map((text) => encoder.embedQuery(text)));
  return { data: vectors.map((vector, index) => ({ index, embedding: [...vector] })) };
}

/** Answers a fault that replaces the reply; false when the fault only disturbs it. */
function answerFault(
  fault: ReaderFault,
  request: ReceivedRequest,
  response: ServerResponse,
): boolean {
  switch (fault.kind) {
    case 'status':
      if (fault.retryAfter !== undefined) response.setHeader('retry-after', fault.retryAfter);
      end(response, fault.status, fault.body ?? '{"error": {"message": "scripted failure"}}');
      return true;
    case 'wrong-json':
      json(response, 200, { weather: 'fine' });
      return true;
    case 'html':
      response.setHeader('content-type', 'text/html');
      end(response, 200, '<!doctype html><title>Welcome</title>');
      return true;
    case 'refuses-field':
      if (!request.body.includes(`"${fault.field}"`)) return false;
      json(response, 400, { error: { message: fault.message } });
      return true;
    default:
      return false;
  }
}

async function stream(
  response: ServerResponse,
  text: string,
  usage: object,
  fault: ReaderFault | undefined,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (data: object) =>
    new Promise<void>((resolve) =>
      response.write(`data: ${JSON.stringify(data)}\n\n`, () => resolve()),
    );
  const pieces = text.match(/\S+\s*|\s+/g) ?? [];
  for (const [index, content] of pieces.entries()) {
    if (fault?.kind === 'cut' && index >= fault.afterPieces) {
      response.destroy();
      return;
    }
    if (fault?.kind === 'stream-error' && index >= fault.afterPieces) {
      await send({ error: { message: 'overloaded' } });
      response.end();
      return;
    }
    if (fault?.kind === 'slow') await pause(fault.milliseconds);
    await send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
  }
  if (fault?.kind !== 'unfinished') {
    await send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    await send({ choices: [], usage });
    response.write('data: [DONE]\n\n');
  }
  response.end();
}

function receivedRequest(incoming: IncomingMessage, body: string): ReceivedRequest {
  const messages = messagesOf(body);
  const system = messages.find(({ role }) => role === 'system')?.content;
  const purpose = Object.entries(SYSTEM_PROMPTS).find(([, prompt]) => prompt === system)?.[0];
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body,
    purpose: purpose as ChatPurpose | undefined,
    prompt: messages.at(-1)?.content ?? '',
  };
}

function messagesOf(body: string): { readonly role: string; readonly content: string }[] {
  try {
    return (JSON.parse(body) as { messages?: { role: string; content: string }[] }).messages ?? [];
  } catch {
    return [];
  }
}

/** Token counts that a test can foretell: one per four characters. */
function usageOf(request: ReceivedRequest, text: string) {
  return {
    prompt_tokens: Math.ceil(request.body.length / 4),
    completion_tokens: Math.ceil(text.length / 4),
  };
}

function allowOrigins(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', 'authorization, content-type');
  response.setHeader('access-control-allow-methods', 'POST, OPTIONS');
  response.setHeader('access-control-expose-headers', 'retry-after');
}

function json(response: ServerResponse, status: number, body: object): void {
  response.setHeader('content-type', 'application/json');
  end(response, status, JSON.stringify(body));
}

function end(response: ServerResponse, status: number, body = ''): void {
  response.statusCode = status;
  response.end(body);
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
