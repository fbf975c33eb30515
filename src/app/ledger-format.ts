import * as v from 'valibot';

const Body = v.object({
  messages: v.array(v.object({ role: v.string(), content: v.string() })),
});

/** The messages of a body, for reading; a body that is no chat request is one message. */
export function messagesOf(body: string): readonly { role: string; content: string }[] {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Body), body);
  return parsed.success ? parsed.output.messages : [{ role: '', content: body }];
}
