import type { LanguageModelMiddleware } from 'ai';
import type { Canopy } from '../../library/canopy.ts';
import { markDocument, pruneMarked, wordsOf } from '../../library/marked-text.ts';
import type { CompressCallOptions } from '../../library/options.ts';

type Params = Awaited<ReturnType<NonNullable<LanguageModelMiddleware['transformParams']>>>;
type Message = Params['prompt'][number];
type UserPart = Extract<Message, { role: 'user' }>['content'][number];

/** Options of {@link canopyMiddleware}. */
export interface CanopyMiddlewareOptions extends CompressCallOptions {
  readonly canopy: Pick<Canopy, 'compress'>;
}

/** Attached files of these types are text, and are pruned. */
const TEXT = /^(text\/|application\/(json|xml|x-ndjson|yaml))/;

/**
 * Middleware for `wrapLanguageModel` that prunes before the model is called: attached files that are text, and documents
 * marked by `markDocument` inside any message. The question is the last user message without them; all documents of a
 * call are one pool. Everything else of the prompt passes through untouched. A call fails with a `CanopyError` when
 * pruning does, rather than send more than was meant.
 */
export function canopyMiddleware({
  canopy,
  ...options
}: CanopyMiddlewareOptions): LanguageModelMiddleware {
  return {
    specificationVersion: 'v3',
    transformParams: async ({ params }) => {
      const marked = params.prompt.map(markFiles);
      const texts = marked.flatMap(textsOf);
      const question = questionOf(marked);
      const signal = options.signal ?? params.abortSignal;
      const call = signal === undefined ? options : { ...options, signal };
      const pruned = await pruneMarked(texts, question, canopy, call);
      if (pruned.every((text, index) => text === texts[index])) return params;
      const next = pruned[Symbol.iterator]();
      const prompt = marked.map((message) => withTexts(message, () => next.next().value ?? ''));
      return { ...params, prompt: prompt.filter(({ content }) => content.length > 0) };
    },
  };
}

/** Attached text files become marked documents; the middle of what is otherwise one step for files and marks. */
function markFiles(message: Message): Message {
  if (message.role !== 'user') return message;
  return { ...message, content: message.content.map(markFile) };
}

function markFile(part: UserPart): UserPart {
  if (part.type !== 'file' || !TEXT.test(part.mediaType) || part.data instanceof URL) return part;
  const text = markDocument(decode(part.data), { title: part.filename ?? '' });
  const { providerOptions } = part;
  return { type: 'text', text, ...(providerOptions === undefined ? {} : { providerOptions }) };
}

/** File data of a prompt is bytes or base64. */
function decode(data: Uint8Array | string): string {
  const bytes =
    typeof data === 'string' ? Uint8Array.from(atob(data), (char) => char.charCodeAt(0)) : data;
  return new TextDecoder().decode(bytes);
}

function textsOf(message: Message): string[] {
  if (typeof message.content === 'string') return [message.content];
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

/** The message with new texts, taken in the order of {@link textsOf}; parts that became empty are left out. */
function withTexts(message: Message, next: () => string): Message {
  if (message.role === 'system') return { ...message, content: next() };
  const content = (message.content as UserPart[]).flatMap((part): UserPart[] => {
    if (part.type !== 'text') return [part];
    const text = next();
    return text === '' && part.text !== '' ? [] : [{ ...part, text }];
  });
  return { ...message, content } as Message;
}

function questionOf(prompt: readonly Message[]): string {
  for (const message of prompt.toReversed()) {
    const words = message.role === 'user' ? textsOf(message).map(wordsOf).join('\n').trim() : '';
    if (words !== '') return words;
  }
  return '';
}
