import type { ReplyEnd } from './read-reply.ts';

const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Leaves out what some models think aloud before they answer: a `<think>` block at the very beginning. Everything else
 * passes unchanged, as soon as it is clear that no such block has begun. A block that never ends yields nothing.
 */
export async function* withoutThinking(
  pieces: AsyncGenerator<string, ReplyEnd>,
): AsyncGenerator<string, ReplyEnd> {
  let held = '';
  let answering = false;
  try {
    for (;;) {
      const step = await pieces.next();
      if (step.done) {
        if (!answering && !held.trimStart().startsWith(OPEN) && held !== '') yield held;
        return step.value;
      }
      held += step.value;
      const answer = answering ? held : answerIn(held);
      if (answer === undefined) continue;
      answering = true;
      held = '';
      yield answer;
    }
  } finally {
    await pieces.return({});
  }
}

/** What of the beginning of a reply is answer; undefined while that cannot be told. */
function answerIn(held: string): string | undefined {
  const text = held.trimStart();
  if (!text.startsWith(OPEN)) return OPEN.startsWith(text) ? undefined : held;
  const end = text.indexOf(CLOSE);
  // Blank lines between thought and answer belong to neither.
  const answer = end === -1 ? '' : text.slice(end + CLOSE.length).trimStart();
  return answer === '' ? undefined : answer;
}
