import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** Longer answers, and those nested like an attack, stay plain text: reading them would hold the page. */
const LONGEST = 30_000;
const NESTED = /(?:^|\n)[ \t]*(?:(?:>|[-*+]|\d+[.)])[ \t]*){12}|[[*_~(]{40}|(?:!?\[){12}/;

/**
 * Where one block surely ends: a blank line, a bullet or a heading. Numbers end none, since only a 1 interrupts a paragraph;
 * what lies between two places is at least as long as the paragraphs in it.
 */
const BLOCK_END = /\n[ \t\r]*\n|\n(?= {0,3}(?:[-*+][ \t]+\S|#{1,6}[ \t]))/;
/** What may open or close emphasis, and brackets; an underscore inside a word does neither. */
const DELIMITER = /\*+|~+|(?<!\w)_+|_+(?!\w)|[[\]]/g;

/**
 * The reader of Markdown looks back from each delimiter over those before it in its paragraph, so its work grows with their
 * square: this is the sum of the squares. A bracket that closes the one just opened costs nothing; others look back as well.
 */
function work(text: string): number {
  let sum = 0;
  for (const block of text.split(BLOCK_END)) {
    let delimiters = 0;
    let depth = 0;
    for (const [delimiter] of block.matchAll(DELIMITER)) {
      if (delimiter === '[') depth++;
      else if (delimiter !== ']') delimiters++;
      else {
        if (depth !== 1) delimiters++;
        depth = Math.max(0, depth - 1);
      }
    }
    sum += delimiters ** 2;
  }
  return sum;
}

/**
 * One paragraph with 400 delimiters, or a hundred with 40 each. Measured on two busy cores (Node 20, processor time): 400 take
 * 25 to 180 ms however they are nested, a hundred times 40 450 ms, and 6,400 took 15 s; 13 kB of ordinary bullets, each with
 * a bold word, code and two marks, take 370 ms and count 4,800.
 */
const MOST_WORK = 400 ** 2;

// An answer is words about files, not a page: HTML stays as written, and `[1]: address` never turns a citation into a link.
const words = {
  disable: { null: ['htmlFlow', 'htmlText', 'definition', 'gfmFootnoteDefinition'] },
};

/** The Markdown of an answer as a tree without HTML, definitions or footnotes; undefined where it is better left alone. */
export function markdownTree(text: string): Root | undefined {
  if (text.length > LONGEST || NESTED.test(text) || work(text) > MOST_WORK) return undefined;
  return fromMarkdown(text, {
    extensions: [gfm(), words],
    mdastExtensions: [gfmFromMarkdown()],
  });
}

/** The address of a link where a person may follow it: a web page or a mail address, never a script or a file. */
export function safeAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return ['https:', 'http:', 'mailto:'].includes(protocol) ? href : undefined;
}
