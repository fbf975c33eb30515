import type { TranscriptSegment } from '../core/item.ts';

/** A transcript as WebVTT, for the player; what the words hold is shown as words. */
export function transcriptCaptions(segments: readonly TranscriptSegment[]): string {
  const cues = segments.map(
    ({ start, end, text }) =>
      `${stamp(start)} --> ${stamp(Math.max(end, start + 0.5))}\n${plain(text)}\n`,
  );
  return `WEBVTT\n\n${cues.join('\n')}`;
}

function plain(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\s*\n\s*/g, ' ');
}

function stamp(seconds: number): string {
  const whole = Math.floor(seconds);
  const pair = (part: number) => String(part).padStart(2, '0');
  const thousandths = String(Math.floor((seconds - whole) * 1000)).padStart(3, '0');
  return `${pair(Math.floor(whole / 3600))}:${pair(Math.floor(whole / 60) % 60)}:${pair(whole % 60)}.${thousandths}`;
}
