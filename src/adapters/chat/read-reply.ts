import { createParser } from 'eventsource-parser';
import * as v from 'valibot';
import { CanopyError } from '../../core/errors.ts';
import type { ChatUsage } from '../../ports/chat-model.ts';
import { badReply, emptyReply, errorText, streamCut } from './chat-errors.ts';

const Count = v.pipe(v.number(), v.minValue(0));
const Message = v.nullish(
  v.object({ content: v.optional(v.unknown()), refusal: v.optional(v.unknown()) }),
);
/** A streamed piece or a whole reply; what we do not need is not looked at, and a usage that cannot be is none. */
const Reply = v.object({
  choices: v.nullish(
    v.array(v.object({ delta: Message, message: Message, finish_reason: v.optional(v.unknown()) })),
  ),
  usage: v.fallback(
    v.nullish(v.object({ prompt_tokens: Count, completion_tokens: Count })),
    undefined,
  ),
  error: v.optional(v.unknown()),
});

/** What is known of a reply when it is over. */
export interface ReplyEnd {
  readonly usage?: ChatUsage;
  /** Why there is no more of it, where that is not the model's own end: its token limit, or a filter of the endpoint. */
  readonly cut?: 'length' | 'content_filter';
  /** What the model says where it declines to answer. */
  readonly refusal?: string;
}

/**
 * Reads a successful reply, streamed or whole: yields its text and returns how it ended. Throws `CHAT_BAD_REPLY`,
 * `CHAT_STREAM_CUT`, or `CHAT_SERVER_ERROR` for an error that comes inside the stream.
 *
 * @param onChunk called whenever anything arrives, for idle timers.
 */
export async function* readReply(
  url: URL,
  response: Response,
  onChunk: () => void,
): AsyncGenerator<string, ReplyEnd> {
  const type = response.headers.get('content-type') ?? '';
  if (/html/i.test(type)) throw badReply(url, 'it sent a web page.');
  if (/json/i.test(type) && !/json(l|-seq|lines)|ndjson/i.test(type)) {
    const text = await response.text();
    onChunk();
    if (text.trim() === '') throw emptyReply(url);
    const reply = parseReply(url, text);
    const choice = reply.choices?.[0];
    if (choice?.message == null) throw badReply(url, `no message in “${excerpt(text)}”`);
    const words = wordsOf(choice.message.content);
    if (words !== '') yield words;
    return { ...usageOf(reply), ...cutOf(choice.finish_reason), ...refusalOf(choice.message) };
  }
  return yield* readStream(url, response, onChunk);
}

async function* readStream(
  url: URL,
  response: Response,
  onChunk: () => void,
): AsyncGenerator<string, ReplyEnd> {
  const events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  let end: ReplyEnd = {};
  let finished = false;
  let seen = false;
  let start = '';
  for await (const text of decode(url, response, () => finished)) {
    onChunk();
    if (start.length < 200) start += text;
    parser.feed(text);
    for (const data of events.splice(0)) {
      seen = true;
      if (data.trim() === '[DONE]') return end;
      const reply = parseReply(url, data);
      const choice = reply.choices?.[0];
      end = { ...end, ...usageOf(reply), ...cutOf(choice?.finish_reason) };
      const { refusal } = refusalOf(choice?.delta ?? choice?.message);
      if (refusal !== undefined) end = { ...end, refusal: (end.refusal ?? '') + refusal };
      const words = wordsOf(choice?.delta?.content ?? choice?.message?.content);
      if (words !== '') yield words;
      // Some endpoints number the reasons.
      if (choice?.finish_reason != null) finished = true;
    }
  }
  if (start.trim() === '') throw emptyReply(url);
  if (!seen) throw badReply(url, `“${excerpt(start)}”`);
  if (!finished) throw streamCut(url, 'the connection closed before the end.');
  return end;
}

/** Text of the body as it comes; a connection that breaks once the reply is finished has lost nothing. */
async function* decode(
  url: URL,
  response: Response,
  isFinished: () => boolean,
): AsyncGenerator<string, void> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield decoder.decode(value, { stream: true });
    }
    // Some servers end without the blank line that closes the last event.
    yield `${decoder.decode()}\n\n`;
  } catch (thrown) {
    if (thrown instanceof CanopyError) throw thrown;
    if (!isFinished()) throw streamCut(url, 'the connection was lost.', thrown);
  } finally {
    // Ends the transfer when the consumer stops early; on a stream that already failed it only repeats that failure.
    await reader.cancel().catch(() => undefined);
  }
}

function parseReply(url: URL, text: string): v.InferOutput<typeof Reply> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw badReply(url, `“${excerpt(text)}” is not JSON.`, cause);
  }
  const reply = v.safeParse(Reply, parsed);
  if (!reply.success) throw badReply(url, `“${excerpt(text)}” is not a chat completion.`);
  if (reply.output.error !== undefined && reply.output.error !== null) {
    throw new CanopyError('CHAT_SERVER_ERROR', `${url.host} failed: “${errorText(text)}”`, {
      nextStep: 'Try again in a moment; if it stays, the server’s own log knows more.',
    });
  }
  return reply.output;
}

/** The words of a message: its content, or the texts of the parts it comes in; other kinds of content have none. */
function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const parts: readonly unknown[] = content;
  return parts
    .map((part) => {
      const text: unknown =
        typeof part === 'object' && part !== null && 'text' in part ? part.text : part;
      return typeof text === 'string' ? text : '';
    })
    .join('');
}

function refusalOf(message: v.InferOutput<typeof Message>): Pick<ReplyEnd, 'refusal'> {
  const refusal = message?.refusal;
  return typeof refusal === 'string' && refusal !== '' ? { refusal } : {};
}

function usageOf({ usage }: v.InferOutput<typeof Reply>): Pick<ReplyEnd, 'usage'> {
  if (usage === null || usage === undefined) return {};
  return {
    usage: { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens },
  };
}

function cutOf(reason: unknown): Pick<ReplyEnd, 'cut'> {
  return reason === 'length' || reason === 'content_filter' ? { cut: reason } : {};
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
