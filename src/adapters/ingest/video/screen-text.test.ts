import { describe, expect, it } from 'vitest';
import { hasChanged, looksDrawn, newLines, shownSentence, type Thumbnail } from './screen-text.ts';

function picture(shade: (x: number, y: number) => number): Thumbnail {
  const [width, height] = [160, 90];
  const data = Uint8Array.from({ length: width * height }, (_, i) =>
    shade(i % width, Math.floor(i / width)),
  );
  return { width, height, data };
}

/** White with strokes two pixels wide on every tenth line. */
const slide = picture((x, y) => (y % 10 === 5 && x > 20 && x < 120 && x % 6 < 2 ? 20 : 240));
/** A scene: shades that change from pixel to pixel. */
const scene = picture((x, y) => 128 + 60 * Math.sin(x / 3) * Math.cos(y / 4));
const wall = picture(() => 200);

describe('looksDrawn', () => {
  it('takes slides, and neither scenes nor empty walls', () => {
    expect(looksDrawn(slide)).toBe(true);
    expect(looksDrawn(scene)).toBe(false);
    expect(looksDrawn(wall)).toBe(false);
  });
});

describe('hasChanged', () => {
  it('sees another slide, not a cursor', () => {
    const cursor = { ...slide, data: slide.data.map((shade, i) => (i === 500 ? 0 : shade)) };
    expect(hasChanged(undefined, slide)).toBe(true);
    expect(hasChanged(slide, slide)).toBe(false);
    expect(hasChanged(slide, cursor)).toBe(false);
    expect(hasChanged(slide, wall)).toBe(true);
  });
});

describe('newLines', () => {
  it('says once what stays, whatever the case and the points', () => {
    expect(newLines(['Agenda', '1. Costs'], ['AGENDA', '1 Costs.', '2. Staff'])).toEqual([
      '2. Staff',
    ]);
    expect(newLines([], ['a', 'b'])).toEqual(['a', 'b']);
  });
});

describe('shownSentence', () => {
  it.each([
    [['Chapter 1'], 'On screen: Chapter 1.'],
    [['Costs', '2024'], 'On screen: Costs / 2024.'],
    [['What is new?'], 'On screen: What is new?'],
    [['“It works!”'], 'On screen: “It works!”'],
    [['第一章。'], 'On screen: 第一章。'],
    [['Agenda:'], 'On screen: Agenda:'],
    [['and so on…'], 'On screen: and so on…'],
  ])('ends %j once', (lines, sentence) => {
    expect(shownSentence(lines)).toBe(sentence);
  });
});
