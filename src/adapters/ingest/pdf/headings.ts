import type { Paragraph } from './paragraphs.ts';

/** What most letters of a document are set in. */
export interface BodyType {
  readonly size: number;
  readonly font: string;
}

/** Headings are at least this much larger than running text, or set in another font. */
const LARGER = 1.12;
/** Sizes below this share of running text's are no step of their own. */
const SAME_SIZE = 1.04;
const MOST_LINES = 4;
const MOST_LETTERS = 180;
/** A document with more headings of one size than this share of its paragraphs uses that size for something else. */
const MOST_SHARE = 0.4;
const NUMBERED = /^(?:\d{1,2}(?:\.\d{1,2})*\.?|[A-Z](?:\.\d{1,2})*\.?|[IVX]{1,5}\.)\s+\p{Lu}/u;
const CAPTION = /^(?:table|figure|fig\.|chart|listing|algorithm|tabelle|abbildung|tableau)\s*\d/i;

/** The size and font of most letters. */
export function bodyType(paragraphs: readonly Paragraph[]): BodyType {
  const letters = new Map<string, number>();
  for (const { lines } of paragraphs) {
    for (const { size, font, text } of lines) {
      const key = `${sizeStep(size)} ${font}`;
      letters.set(key, (letters.get(key) ?? 0) + text.length);
    }
  }
  const [key = '0 '] = [...letters].sort((a, b) => b[1] - a[1])[0] ?? [];
  const [size, ...font] = key.split(' ');
  return { size: Number(size), font: font.join(' ') };
}

/**
 * The level of each paragraph that is a heading, from 1: larger sizes stand above smaller ones, and what is no larger
 * than running text but set apart in another font stands below all.
 */
export function headingLevels(
  paragraphs: readonly Paragraph[],
  body: BodyType,
): Map<Paragraph, number> {
  const candidates = paragraphs.filter((paragraph) => isHeading(paragraph, body));
  const counts = new Map<number, number>();
  for (const paragraph of candidates) {
    const size = headingSize(paragraph, body);
    counts.set(size, (counts.get(size) ?? 0) + 1);
  }
  const most = Math.max(3, paragraphs.length * MOST_SHARE);
  const sizes = [...counts.keys()]
    .filter((size) => counts.get(size)! <= most)
    .sort((a, b) => b - a);
  return new Map(
    candidates.flatMap((paragraph): [Paragraph, number][] => {
      const at = sizes.indexOf(headingSize(paragraph, body));
      return at < 0 ? [] : [[paragraph, at + 1]];
    }),
  );
}

function isHeading({ lines }: Paragraph, body: BodyType): boolean {
  const text = lines.map((line) => line.text).join(' ');
  const [first] = lines;
  if (lines.length > MOST_LINES || text.length > MOST_LETTERS || first === undefined) return false;
  if (!/\p{L}{2}/u.test(text) || CAPTION.test(text)) return false;
  if (first.size >= LARGER * body.size) return !/[,;]$/.test(text);
  if (first.size < 0.95 * body.size || first.font === body.font) return false;
  const oneFont = lines.every((line) => line.oneFont && line.font === first.font);
  if (!oneFont || /[.,;:]$/.test(text) || lines.length > 2) return false;
  return NUMBERED.test(text) || /^\p{Lu}/u.test(text);
}

/** Sizes within half a point count as one; everything near running text is its smallest step. */
function headingSize({ lines }: Paragraph, body: BodyType): number {
  const size = sizeStep(lines[0]!.size);
  return size < SAME_SIZE * body.size ? 0 : size;
}

function sizeStep(size: number): number {
  return Math.round(size * 2) / 2;
}
