import * as v from 'valibot';

const Part = v.object({
  text: v.optional(v.string()),
  image_url: v.optional(v.object({ url: v.string() })),
});
const Body = v.object({
  messages: v.array(v.object({ role: v.string(), content: v.union([v.string(), v.array(Part)]) })),
});

/** A picture that left, with the words that stood before it. */
export interface SentPicture {
  readonly label: string;
  readonly dataUrl: string;
}

/** One message of a request, for reading. */
export interface SentMessage {
  readonly role: string;
  readonly content: string;
  readonly pictures: readonly SentPicture[];
}

/** The messages of a body, for reading; a body that is no chat request is one message. */
export function messagesOf(body: string): readonly SentMessage[] {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Body), body);
  if (!parsed.success) return [{ role: '', content: body, pictures: [] }];
  return parsed.output.messages.map(({ role, content }) =>
    typeof content === 'string'
      ? { role, content, pictures: [] }
      : { role, content: wordsOf(content), pictures: picturesOf(content) },
  );
}

type Parts = readonly v.InferOutput<typeof Part>[];

/** The words that are no picture's label. */
function wordsOf(parts: Parts): string {
  return parts
    .flatMap(({ text }, at) =>
      text === undefined || parts[at + 1]?.image_url !== undefined ? [] : [text],
    )
    .join('\n');
}

function picturesOf(parts: Parts): SentPicture[] {
  return parts.flatMap(({ image_url }, at) => {
    const label = parts[at - 1]?.text ?? '';
    // Only pictures that went along: the page itself never fetches one.
    return image_url?.url.startsWith('data:') ? [{ label, dataUrl: image_url.url }] : [];
  });
}

/** A stretch of a body; of a picture's characters only the first are shown, and how many more there are. */
export interface BodyStretch {
  readonly text: string;
  readonly folded: number;
}

/** Characters of a picture that are shown. */
const SHOWN = 24;

/** The exact body with the base64 of pictures folded: it is as long as a book and nobody reads it. */
export function foldPictures(body: string): readonly BodyStretch[] {
  const stretches: BodyStretch[] = [];
  let at = 0;
  for (const { index, 0: found } of body.matchAll(/(?<=;base64,)[\w+/=]+/g)) {
    if (found.length <= 2 * SHOWN) continue;
    stretches.push({
      text: body.slice(at, index + SHOWN),
      folded: found.length - SHOWN,
    });
    at = index + found.length;
  }
  return [...stretches, { text: body.slice(at), folded: 0 }];
}
