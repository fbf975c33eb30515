import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';
import { HAS_REAL_FILES, realFile, sourceFile } from './source-file.fixture.ts';

/** UTF-16 bytes of a text. */
function utf16(text: string, order: 'le' | 'be'): number[] {
  return Array.from({ length: text.length * 2 }, (_, at) => {
    const code = text.charCodeAt(at >> 1);
    return (at % 2 === 0) === (order === 'le') ? code & 0xff : code >> 8;
  });
}

const decode = (bytes: readonly number[]) => decodeText(sourceFile('a.txt', bytes));
const GERMAN = 'Größe und Häuser über dem Fluß';
const latin1 = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));

describe('decodeText', () => {
  it('removes the byte order mark of UTF-8', () => {
    expect(decode([0xef, 0xbb, 0xbf, 0x68, 0x69])).toEqual({
      text: 'hi',
      encoding: 'utf-8',
      warnings: [],
    });
  });

  it.each(['le', 'be'] as const)('reads UTF-16 %s with and without a mark', (order) => {
    const plain = utf16(GERMAN, order);
    const mark = order === 'le' ? [0xff, 0xfe] : [0xfe, 0xff];
    const expected = { text: GERMAN, encoding: `utf-16${order}`, warnings: [] };
    expect(decode(plain)).toEqual(expected);
    expect(decode([...mark, ...plain])).toEqual(expected);
  });

  it('guesses a legacy encoding and says so', () => {
    const { text, warnings } = decode(latin1(GERMAN));
    expect(text).toBe(GERMAN);
    expect(warnings).toEqual([expect.stringContaining('guessed as')]);
  });

  it('reads Cyrillic of Windows', () => {
    const bytes = Array.from('Привет, мир! Это русский текст, он длиннее.', (letter) => {
      const code = letter.charCodeAt(0);
      return code >= 0x410 ? code - 0x410 + 0xc0 : code;
    });
    expect(decode(bytes).text).toBe('Привет, мир! Это русский текст, он длиннее.');
  });

  it('keeps UTF-8 with one broken byte as UTF-8 and counts the damage', () => {
    const bytes = [...new TextEncoder().encode('猫头鹰在夜里捕猎，白天睡觉'), 0xff, 0x2e];
    const { text, encoding, warnings } = decode(bytes);
    expect(text).toBe('猫头鹰在夜里捕猎，白天睡觉\ufffd.');
    expect(encoding).toBe('utf-8');
    expect(warnings).toEqual(['1 character could not be read and is shown as \ufffd.']);
  });

  it('takes terminal colours and form feeds for text', () => {
    expect(decode([0x1b, 0x5b, 0x33, 0x31, 0x6d, 0x0c, 0x41]).encoding).toBe('utf-8');
  });

  it.skipIf(!HAS_REAL_FILES)(
    'reads a real file that is not UTF-8 (skipped without ../shared)',
    () => {
      const { text, warnings } = decodeText(realFile('csv/wide-two-header-rows.csv'));
      expect(text.startsWith('RespondentID,Have you seen any of the 6 films')).toBe(true);
      expect(warnings).toHaveLength(1);
      expect(text).not.toContain('\ufffd');
    },
  );
});
