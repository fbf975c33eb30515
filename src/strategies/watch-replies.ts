import { findJsonObject, textField, yesNoField } from '../pipeline/parse-reply.ts';
import type { ChatModel, ChatPurpose } from '../ports/chat-model.ts';

/** A chat model that counts the replies which could not be read. */
export interface WatchedModel {
  readonly model: ChatModel;
  /** Replies so far that should have been JSON of a known form and were not. */
  failures(): number;
}

/** Whether a reply has the form that its purpose asks for. */
const READABLE: Partial<Record<ChatPurpose, (reply: string) => boolean>> = {
  critic(reply) {
    const object = findJsonObject(reply, ['sufficient', 'ids']);
    if (object === undefined) return false;
    return Array.isArray(object.ids) || yesNoField(object, 'sufficient') !== undefined;
  },
  router: (reply) => findJsonObject(reply, ['sources']) !== undefined,
  'table-question'(reply) {
    const object = findJsonObject(reply, ['kind']);
    return object !== undefined && /^(aggregate|lookup)$/i.test(textField(object, 'kind') ?? '');
  },
};

/** Passes everything on and counts what cannot be read, so that small models can be told by how they keep to a form. */
export function watchReplies(inner: ChatModel): WatchedModel {
  let failures = 0;
  return {
    failures: () => failures,
    model: {
      name: inner.name,
      async *stream(request, options) {
        let text = '';
        const reply = inner.stream(request, options);
        try {
          for (;;) {
            const step = await reply.next();
            if (step.done) {
              if (READABLE[request.purpose]?.(text) === false) failures++;
              return step.value;
            }
            text += step.value;
            yield step.value;
          }
        } finally {
          await reply.return(undefined);
        }
      },
    },
  };
}
