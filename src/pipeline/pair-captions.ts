/** A file with the captions that belong to it. */
export interface CaptionedFile<Named> {
  readonly file: Named;
  /** Empty for whatever is no video, and for a video without. */
  readonly captions: readonly Named[];
}

/** Names of files that are videos. */
export const VIDEO = /\.(mp4|m4v|mov|webm|mkv)$/i;
const CAPTIONS = /\.(vtt|srt)$/i;

/**
 * Gives videos the captions that were handed in with them: those whose name is the video's, or the video's with a
 * language (`talk.mp4`, `talk.en.vtt`). Captions without a video stay files of their own. Ours.
 */
export function pairCaptions<Named extends { readonly name: string }>(
  files: readonly Named[],
): CaptionedFile<Named>[] {
  const owners = new Map<string, Named>();
  for (const file of files) if (VIDEO.test(file.name)) owners.set(stem(file.name), file);
  const found = new Map<Named, Named[]>();
  const rest = files.filter((file) => {
    if (!CAPTIONS.test(file.name)) return true;
    const own = stem(file.name);
    const owner = owners.get(own) ?? owners.get(own.replace(/\.[a-z-]{2,10}$/, ''));
    if (owner === undefined) return true;
    found.set(owner, [...(found.get(owner) ?? []), file]);
    return false;
  });
  return rest.map((file) => ({ file, captions: found.get(file) ?? [] }));
}

function stem(name: string): string {
  return name.slice(0, name.lastIndexOf('.')).toLowerCase();
}
