import type { VideoItem } from './item.ts';

/**
 * The lines of a transcript that begin from `start` up to `end`, each reaching to the next: finer than the clips that a
 * video's leaves are, for quoting and for finding the moment. Ours.
 *
 * @param start milliseconds, as `end` and the lines returned.
 */
export function transcriptLines(
  { segments }: Pick<VideoItem, 'segments'>,
  start: number,
  end: number,
): { readonly start: number; readonly end: number }[] {
  const begins = [...new Set(segments.map((segment) => Math.floor(segment.start * 1000)))]
    .filter((begin) => begin >= start && begin < end)
    .sort((a, b) => a - b);
  return begins.map((begin, at) => ({ start: begin, end: begins[at + 1] ?? end }));
}
