import { type Span, splitBlocks } from '../../core/segment/blocks.ts';
import { decodeText } from './decode-text.ts';
import type { DraftItem, Format } from './format.ts';
import { passageItem, splitPassages } from './split-passages.ts';

/** UTF-16 units that are worked on between two pauses. */
const STRETCH = 256 * 1024;

/** Plain text: passages of whole paragraphs, without headings. */
export const textFormat: Format = {
  name: 'text',
  extensions: ['txt', 'text', 'log'],
  async read(file, title, pause) {
    const { text, warnings } = decodeText(file);
    const about = { title, headingPath: [], source: file.name };
    const items: DraftItem[] = [];
    for (const [start, end] of stretches(text)) {
      await pause();
      const stretch = text.slice(start, end);
      for (const passage of splitPassages(stretch, paragraphsOf(stretch))) {
        items.push(passageItem(stretch, passage, about, start));
      }
    }
    return { items, warnings };
  },
};

function paragraphsOf(stretch: string): Span[] {
  return splitBlocks(stretch).map(({ span: [start, end] }) => {
    const paragraph = stretch.slice(start, end);
    return [end - paragraph.trimStart().length, start + paragraph.trimEnd().length];
  });
}

/** Cuts a text into stretches at blank lines, else at line ends, else at spaces: never inside a paragraph that is shorter. */
function* stretches(text: string): Generator<Span> {
  let start = 0;
  while (text.length - start > STRETCH) {
    const window = text.slice(start, start + STRETCH);
    const end = start + lastCut(window);
    yield [start, end];
    start = end;
  }
  if (start < text.length) yield [start, text.length];
}

function lastCut(window: string): number {
  for (const border of ['\n\n', '\r\n\r\n', '\n', '. ', ' ']) {
    const at = window.lastIndexOf(border);
    if (at > 0) return at + border.length;
  }
  const code = window.charCodeAt(window.length - 1);
  const splitsPair = code >= 0xd800 && code < 0xdc00;
  return window.length - (splitsPair ? 1 : 0);
}
