import { expect, it } from 'vitest';
import { transcriptCaptions } from './transcript-captions.ts';

it('writes cues with their times, and nothing that a player would take for markup', () => {
  const captions = transcriptCaptions([
    { start: 1.25, end: 3, text: 'a < b & c\n\nnext --> line' },
    { start: 3661, end: 3661, text: 'late' },
  ]);
  expect(captions).toBe(
    'WEBVTT\n\n00:00:01.250 --> 00:00:03.000\na &lt; b &amp; c next --&gt; line\n\n01:01:01.000 --> 01:01:01.500\nlate\n',
  );
});
