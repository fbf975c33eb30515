import type { Nodes, RootContent, Table as TableNode } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { TableItem, TextItem } from '../../core/item.ts';
import type { Span } from '../../core/segment/blocks.ts';
import { decodeText } from './decode-text.ts';
import type { Draft, DraftItem, Format } from './format.ts';
import { markdownPieces } from './markdown-pieces.ts';
import { passageItem, splitPassages } from './split-passages.ts';
import { tableItems } from './table-items.ts';

/** A heading on the way from the document's start to the present place. */
interface Heading {
  readonly depth: number;
  readonly text: string;
  readonly span: Span;
}

/** Markdown with GitHub's tables. Passages keep the source verbatim, so offsets hold; HTML is text and never run. */
export const markdownFormat: Format = {
  name: 'Markdown',
  extensions: ['md', 'markdown', 'mdown', 'mkd'],
  async read(file, fileTitle, pause) {
    const { text, warnings } = decodeText(file);
    const reader = new MarkdownReader(text, file.name);
    for (const piece of markdownPieces(text)) {
      await pause();
      reader.readPiece(piece);
    }
    return { items: reader.finish(fileTitle), warnings };
  },
};

/** Collects the items of one document, piece by piece. */
class MarkdownReader {
  readonly #text: string;
  readonly #source: string;
  readonly #items: Draft<TextItem | TableItem>[] = [];
  #headings: Heading[] = [];
  #title: Heading | undefined;
  #paragraphs: Span[] = [];
  /** The last heading has had nothing below it yet. */
  #isBare = false;

  constructor(text: string, source: string) {
    this.#text = text;
    this.#source = source;
  }

  readPiece([start, end]: Span): void {
    const root = fromMarkdown(this.#text.slice(start, end), {
      extensions: [gfm()],
      mdastExtensions: [gfmFromMarkdown()],
    });
    for (const node of root.children) this.#read(node, start);
    this.#closeSection();
  }

  /** The items, under the document's first main heading or else the name of its file. */
  finish(fileTitle: string): DraftItem[] {
    this.#closeBareHeading(0);
    const title = this.#title?.text ?? fileTitle;
    return this.#items.map((item) => ({ ...item, title }));
  }

  #read(node: RootContent, base: number): void {
    switch (node.type) {
      case 'heading': {
        this.#closeSection();
        this.#closeBareHeading(node.depth);
        const heading = { depth: node.depth, text: plainText(node), span: spanOf(node, base) };
        if (node.depth === 1) this.#title ??= heading;
        this.#headings = [...this.#headings.filter(({ depth }) => depth < node.depth), heading];
        this.#isBare = true;
        break;
      }
      case 'table':
        this.#closeSection();
        this.#isBare = false;
        this.#items.push(...this.#tableItems(node, base));
        break;
      case 'list':
        for (const item of node.children) this.#paragraphs.push(spanOf(item, base));
        break;
      case 'thematicBreak':
        break;
      case 'html':
        if (!/^<!--[\s\S]*-->$/.test(node.value.trim())) this.#paragraphs.push(spanOf(node, base));
        break;
      default:
        this.#paragraphs.push(spanOf(node, base));
    }
  }

  /** A heading over nothing at all is itself what is to be read. */
  #closeBareHeading(nextDepth: number): void {
    const heading = this.#headings.at(-1);
    if (!this.#isBare || heading === undefined || nextDepth > heading.depth) return;
    this.#headings = this.#headings.slice(0, -1);
    this.#paragraphs.push(heading.span);
    this.#closeSection();
  }

  #closeSection(): void {
    if (this.#paragraphs.length > 0) this.#isBare = false;
    const about = { title: '', headingPath: this.#headingPath(), source: this.#source };
    for (const passage of splitPassages(this.#text, this.#paragraphs)) {
      this.#items.push(passageItem(this.#text, passage, about));
    }
    this.#paragraphs = [];
  }

  #tableItems(node: TableNode, base: number): Draft<TableItem>[] {
    const [header, ...rows] = node.children;
    const columns = header!.children.map(plainText);
    return tableItems({
      title: '',
      headingPath: this.#headingPath(),
      columns,
      rows: rows.map(({ children }) => columns.map((_, column) => plainText(children[column]))),
      provenance: (row) => ({
        source: this.#source,
        offset: spanOf(row === 0 ? node : rows[row]!, base)[0],
      }),
    });
  }

  #headingPath(): string[] {
    return this.#headings.filter((heading) => heading !== this.#title).map(({ text }) => text);
  }
}

function spanOf(node: Nodes, base: number): Span {
  return [base + node.position!.start.offset!, base + node.position!.end.offset!];
}

/** The words of a node as a person reads them. */
function plainText(node: Nodes | undefined): string {
  if (node === undefined) return '';
  if (node.type === 'break') return ' ';
  if (node.type === 'html') return /^<br\b/i.test(node.value) ? ' ' : '';
  if ('children' in node) return node.children.map(plainText).join('').trim();
  if ('alt' in node) return node.alt ?? '';
  return 'value' in node ? node.value : '';
}
