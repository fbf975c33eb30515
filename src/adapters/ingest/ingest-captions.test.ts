import { describe, expect, it } from 'vitest';
import type { VideoItem } from '../../core/item.ts';
import { fileIngester } from './ingest-file.ts';
import { HAS_REAL_FILES, ingest, realFile, refusal, sourceFile } from './source-file.fixture.ts';

const video = ({ items }: Awaited<ReturnType<typeof ingest>>) => items[0] as VideoItem;

describe('captions', () => {
  it('reads WebVTT: times in seconds, speakers, no tags, settings or notes', async () => {
    const text = `WEBVTT - Owls

NOTE not said

STYLE
::cue { color: red }

intro
00:01.500 --> 00:04.250 align:start
<v.loud Anna>An <i>owl</i> &amp; a
mouse.

01:00:00.000 --> 01:00:02.000
<c.yellow>Silence.</c>
`;
    expect(video(await ingest('owls.en.vtt', text))).toMatchObject({
      modality: 'video',
      title: 'owls.en',
      durationSeconds: 3602,
      segments: [
        { start: 1.5, end: 4.25, text: 'Anna: An owl & a mouse.' },
        { start: 3600, end: 3602, text: 'Silence.' },
      ],
    });
  });

  it('reads SubRip with Windows line ends and formatting', async () => {
    const text =
      '1\r\n00:00:01,000 --> 00:00:02,500\r\n{\\an8}<b>Hoot.</b>\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nHoot!\r\n';
    expect(video(await ingest('owl.srt', text)).segments).toEqual([
      { start: 1, end: 2.5, text: 'Hoot.' },
      { start: 3, end: 4, text: 'Hoot!' },
    ]);
  });

  it('tells of captions whose times cannot be', async () => {
    const cue = (times: string, words: string) => `${times}\n${words}\n\n`;
    const text = `WEBVTT\n\n${cue('00:01.000 --> 00:02.000', 'Hoot.')}${cue('00:09.000 --> 00:04.000', 'Back.')}${cue('xx:01.000 --> 00:05.000', 'Never.')}`;
    const { items, warnings } = await ingest('odd.vtt', text);
    const said = (items[0] as VideoItem).segments.map((segment) => segment.text);
    expect(said).toEqual(['Hoot.']);
    expect(warnings).toEqual(['2 captions have impossible times and were left out.']);
  });

  it('refuses a file without times, and a blank one', async () => {
    expect(await refusal(sourceFile('a.vtt', 'WEBVTT\n\nNothing timed.'))).toMatchObject({
      code: 'FILE_MALFORMED',
    });
    expect(await refusal(sourceFile('a.srt', ' \n'))).toMatchObject({ code: 'FILE_EMPTY' });
  });
});

describe.skipIf(!HAS_REAL_FILES)('real captions (skipped: ../shared is absent)', () => {
  const open = async (name: string) =>
    video(await fileIngester.ingest(realFile(`captions/${name}`)));

  it('English, Arabic and Japanese of one film', async () => {
    const english = await open('elephants-dream.en.vtt');
    expect(english.durationSeconds).toBe(539.867);
    expect(english.segments[0]).toEqual({
      start: 15,
      end: 17.951,
      text: 'At the left we can see...',
    });
    const arabic = await open('elephants-dream.ar.vtt');
    expect(arabic.segments[0]!.start).toBe(15.042);
    expect(arabic.segments[0]!.text).toContain('إلى الشمال');
    const japanese = await open('elephants-dream.ja.vtt');
    expect(japanese.segments.every(({ start, end }) => end > start)).toBe(true);
    expect(japanese.segments.length).toBeGreaterThan(30);
  });

  it('SubRip, and a header in many scripts before the only cue', async () => {
    const { segments } = await open('sample.srt');
    expect(segments[2]).toEqual({
      start: 6.77,
      end: 10.88,
      text: ">> ALICE: Today we'll be teaching you how to make our famous chocolate chip cookies!",
    });
    expect((await open('many-languages.vtt')).segments).toEqual([
      { start: 11, end: 13, text: 'Payload' },
    ]);
  });
});
