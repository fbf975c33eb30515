import { describe, expect, it } from 'vitest';
import { joinLines, wordsInside } from './join-lines.ts';

const join = (lines: string[], inside: string[] = []) => joinLines(lines, wordsInside(inside)).text;

describe('joinLines', () => {
  it('takes a hyphen out, unless the word is written with it', () => {
    expect(join(['They are un-', 'even.'])).toBe('They are uneven.');
    expect(join(['a well-', 'known owl'], ['The well-known owl.'])).toBe('a well-known owl');
    expect(join(['a well-', 'known owl'], ['He knew well what is known.'])).toBe(
      'a well-known owl',
    );
    expect(join(['all in-', 'formation'], ['the formation in information'])).toBe(
      'all information',
    );
    expect(join(['off-the-', 'shelf'])).toBe('off-the-shelf');
    expect(join(['state-', 'of-the-art'])).toBe('state-of-the-art');
  });

  it('does not take the halves of parted words for words', () => {
    const lines = [
      'but do not guar-',
      'antee it. A well-',
      'known owl knows it well, and is known.',
    ];
    expect(joinLines(lines, wordsInside(lines)).text).toBe(
      'but do not guarantee it. A well-known owl knows it well, and is known.',
    );
    const inside = wordsInside(lines);
    expect(['guar', 'antee', 'known', 'well'].map((word) => inside.has(word))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('keeps a hyphen before a capital or a figure', () => {
    expect(join(['the Franco-', 'German owl'])).toBe('the Franco-German owl');
    expect(join(['COVID-', '19'])).toBe('COVID-19');
  });

  it('joins Chinese and Japanese without a space, and web addresses', () => {
    expect(join(['梟は夜に', '狩る'])).toBe('梟は夜に狩る');
    expect(join(['see https://example.org/', 'owls for more'])).toBe(
      'see https://example.org/owls for more',
    );
    expect(join(['see https://example.org', 'for more'])).toBe('see https://example.org for more');
  });

  it('tells where each line begins', () => {
    const { text, starts } = joinLines(['They are un-', 'even and', 'good.'], new Set());
    expect(starts.map((start) => text.slice(start, start + 4))).toEqual(['They', 'even', 'good']);
  });
});
