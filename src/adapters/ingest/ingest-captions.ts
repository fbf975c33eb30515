import { CanopyError } from '../../core/errors.ts';
import type { TranscriptSegment } from '../../core/item.ts';
import { decodeText } from './decode-text.ts';
import type { Format } from './format.ts';

/** WebVTT and SubRip captions: one video with its transcript, in seconds; who speaks stands before the words. */
export const captionsFormat: Format = {
  name: 'captions',
  extensions: ['vtt', 'srt'],
  async read(file, title, pause) {
    const { text, warnings } = decodeText(file);
    const { parseText } = await import('media-captions');
    await pause();
    const type = /^\s*WEBVTT/.test(text) ? 'vtt' : 'srt';
    const { cues } = await parseText(text.replace(/\r\n?/g, '\n'), { type, strict: false });
    const segments = cues
      .map(({ startTime, endTime, text: words }) => segment(startTime, endTime, words))
      .filter((said) => said.text !== '')
      .sort((a, b) => a.start - b.start);
    if (segments.length === 0 && text.trim() !== '') throw noCues(file.name);
    if (segments.length === 0) return { items: [], warnings };
    const durationSeconds = Math.max(...segments.map(({ end }) => end));
    return {
      items: [
        {
          modality: 'video',
          title,
          headingPath: [],
          provenance: { source: file.name },
          durationSeconds,
          segments,
        },
      ],
      warnings: [...warnings, ...lostWarning(text, cues.length)],
    };
  },
};

/** Captions whose end is before their start, or whose times are none, come out as nothing. */
function lostWarning(text: string, found: number): string[] {
  const lost = (text.match(/^.*-->/gm) ?? []).length - found;
  if (lost <= 0) return [];
  return [
    lost === 1
      ? '1 caption has impossible times and was left out.'
      : `${lost} captions have impossible times and were left out.`,
  ];
}

function segment(start: number, end: number, words: string): TranscriptSegment {
  const text = words
    .replace(/<v(?:\.[^\s>]*)?\s+([^>]+)>/g, '$1: ')
    .replace(/<[^>]*>|\{\\[^}]*\}/g, '')
    .replace(/&(amp|lt|gt|nbsp|quot|lrm|rlm);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/\s+/g, ' ')
    .trim();
  // Times have milliseconds; sums of fractions have more digits than that.
  const seconds = (value: number) => Math.round(value * 1000) / 1000;
  return { start: seconds(start), end: seconds(Math.max(start, end)), text };
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  quot: '"',
  lrm: '\u200E',
  rlm: '\u200F',
};

function noCues(name: string): CanopyError {
  return new CanopyError('FILE_MALFORMED', `“${name}” holds no captions with times.`, {
    nextStep: 'Check that it is a WebVTT or SubRip file, or add it as .txt.',
  });
}
