import * as v from 'valibot';
import type { OcrLine, OcrResult } from '../../ports/ocr.ts';

/**
 * Words the engine is less sure of than this are dropped: below it stand mostly the strokes of drawings, taken for
 * letters. In per cent; measured in docs/ocr.md.
 */
const LEAST_WORD_CONFIDENCE = 30;

const Box = v.object({ x0: v.number(), y0: v.number(), x1: v.number(), y1: v.number() });
const Word = v.object({ text: v.string(), confidence: v.number(), bbox: Box });
const Page = v.object({
  blocks: v.array(
    v.object({
      paragraphs: v.array(v.object({ lines: v.array(v.object({ words: v.array(Word) })) })),
    }),
  ),
});

/** How a picture was turned before it was read. */
export interface Turned {
  readonly radians: number;
  readonly width: number;
  readonly height: number;
}

/** Reads the engine's report of a page: its lines in reading order, each paragraph a block of its own. */
export function parseOcrLines(report: unknown, turned: Turned): OcrResult {
  const { blocks } = v.parse(Page, report);
  const lines: OcrLine[] = [];
  let block = 0;
  for (const paragraph of blocks.flatMap(({ paragraphs }) => paragraphs)) {
    const before = lines.length;
    for (const line of paragraph.lines) {
      const words = line.words.filter(
        ({ text, confidence }) => confidence >= LEAST_WORD_CONFIDENCE && text.trim() !== '',
      );
      if (words.length > 0) lines.push(joinWords(words, block, turned));
    }
    if (lines.length > before) block++;
  }
  return { lines };
}

function joinWords(
  words: readonly v.InferOutput<typeof Word>[],
  block: number,
  turned: Turned,
): OcrLine {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const sure = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
  const corners = {
    x0: Math.min(...words.map(({ bbox }) => bbox.x0)),
    y0: Math.min(...words.map(({ bbox }) => bbox.y0)),
    x1: Math.max(...words.map(({ bbox }) => bbox.x1)),
    y1: Math.max(...words.map(({ bbox }) => bbox.y1)),
  };
  return {
    text: words.map(({ text }) => text.trim()).join(' '),
    confidence: sure / letters / 100,
    box: turnBack(corners, turned),
    block,
  };
}

/** Where a line stood before the picture was turned about its middle. */
function turnBack({ x0, y0, x1, y1 }: v.InferOutput<typeof Box>, turned: Turned): OcrLine['box'] {
  const [middleX, middleY] = [turned.width / 2, turned.height / 2];
  const [dx, dy] = [(x0 + x1) / 2 - middleX, (y0 + y1) / 2 - middleY];
  const [sin, cos] = [Math.sin(-turned.radians), Math.cos(-turned.radians)];
  const [width, height] = [x1 - x0, y1 - y0];
  return {
    x: Math.round(middleX + dx * cos - dy * sin - width / 2),
    y: Math.round(middleY + dx * sin + dy * cos - height / 2),
    width,
    height,
  };
}
