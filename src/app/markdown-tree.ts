import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** Longer answers, and those nested like an attack, stay plain text: reading them would hold the page. */
const LONGEST = 60_000;
const NESTED = /(?:^|\n)[ \t]*(?:(?:>|[-*+]|\d+[.)])[ \t]*){12}|[[*_~(]{40}|(?:!?\[){12}/;

// An answer is words about files, not a page: HTML stays as written, and `[1]: address` never turns a citation into a link.
const words = {
  disable: { null: ['htmlFlow', 'htmlText', 'definition', 'gfmFootnoteDefinition'] },
};

/** The Markdown of an answer as a tree without HTML, definitions or footnotes; undefined where it is better left alone. */
export function markdownTree(text: string): Root | undefined {
  if (text.length > LONGEST || NESTED.test(text)) return undefined;
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
