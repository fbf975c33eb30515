import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { ChatModel, ChatUsage } from '../src/ports/chat-model.ts';

const Stored = v.object({
  text: v.string(),
  milliseconds: v.number(),
  usage: v.optional(v.object({ promptTokens: v.number(), completionTokens: v.number() })),
});
type Stored = v.InferOutput<typeof Stored>;

/** Tokens of a reply whose request names no limit: a small model may go on for ever, and a limit that is set is no fault. */
const MOST_TOKENS = 256;

/** A chat model whose replies are kept on disk, with the time that each took when it was asked. */
export interface CachedChatModel {
  readonly model: ChatModel;
  /** Milliseconds of all replies so far, cached ones with the time they once took. */
  milliseconds(): number;
}

/**
 * Asks the same thing once: replies are kept by model and messages, so an interrupted run resumes and two strategies that
 * ask alike share the reply. Failures are not kept.
 *
 * @param name of the model behind the endpoint, part of the key.
 */
export function cachedChatModel(inner: ChatModel, name: string, folder: string): CachedChatModel {
  let milliseconds = 0;
  return {
    milliseconds: () => milliseconds,
    model: {
      name: inner.name,
      async *stream(request, options): AsyncGenerator<string, ChatUsage | undefined> {
        const { messages, maxTokens, json } = request;
        const key = JSON.stringify([name, messages, maxTokens, json]);
        const hash = createHash('sha256').update(key).digest('hex');
        const path = join(folder, hash.slice(0, 2), `${hash.slice(2)}.json`);
        const known = await readStored(path);
        const limited = { ...request, maxTokens: maxTokens ?? MOST_TOKENS };
        const reply = known ?? (await askWhole(inner, limited, options));
        if (known === undefined) await writeStored(path, reply);
        milliseconds += reply.milliseconds;
        if (reply.text !== '') yield reply.text;
        return reply.usage;
      },
    },
  };
}

async function askWhole(
  inner: ChatModel,
  ...[request, options]: Parameters<ChatModel['stream']>
): Promise<Stored> {
  const started = performance.now();
  const reply = inner.stream(request, options);
  let text = '';
  for (;;) {
    const step = await reply.next();
    if (!step.done) text += step.value;
    else {
      const milliseconds = performance.now() - started;
      return { text, milliseconds, ...(step.value === undefined ? {} : { usage: step.value }) };
    }
  }
}

/** A damaged file counts as missing. */
async function readStored(path: string): Promise<Stored | undefined> {
  try {
    return v.parse(Stored, JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

async function writeStored(path: string, reply: Stored): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  const part = `${path}.${process.pid}`;
  await writeFile(part, JSON.stringify(reply));
  await rename(part, path);
}
