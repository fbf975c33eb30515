import {
  type ChildNode,
  type Document,
  type Element,
  hasChildren,
  isTag,
  isText,
} from 'domhandler';
import { CanopyError } from '../../../core/errors.ts';
import type { DocumentBlock, TextBlock } from '../document-blocks.ts';
import { readTable } from './html-table.ts';
import { altText, BLOCKS, isLeftOut, plainText } from './main-content.ts';

/** Elements inside one another at most. */
const DEEPEST = 500;

interface List {
  readonly depth: number;
  /** Number of the next item; undefined for a list without numbers. */
  next: number | undefined;
}

/**
 * Reads elements into blocks in document order: headings, paragraphs, list items with their marks, tables. Places are
 * UTF-16 offsets in the source that was parsed.
 *
 * @throws CanopyError `FILE_TOO_COMPLEX` when elements are nested deeper than any page a person wrote.
 */
export function htmlBlocks(root: Document | Element): DocumentBlock[] {
  const walker = new HtmlWalker();
  walker.walk(root.children, undefined, 0);
  walker.flush();
  return walker.blocks;
}

class HtmlWalker {
  readonly blocks: DocumentBlock[] = [];
  /** Words of the paragraph that is being read. */
  #words = '';
  #offset = 0;
  #mark = '';

  walk(nodes: readonly ChildNode[], list: List | undefined, depth: number): void {
    if (depth > DEEPEST) throw tooDeep();
    for (const node of nodes) {
      if (isText(node)) this.#add(node.data, node.startIndex);
      else if (isTag(node) && !isLeftOut(node)) this.#element(node, list, depth + 1);
    }
  }

  /** Closes the paragraph. */
  flush(): void {
    const text = this.#words
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim();
    const mark = this.#mark;
    this.#words = '';
    if (text === '') return;
    this.#mark = '';
    this.#push(mark + text, mark !== '', this.#offset);
  }

  #element(element: Element, list: List | undefined, depth: number): void {
    const { name } = element;
    if (!BLOCKS.has(name)) {
      if (name === 'br') this.#words += '\n';
      else if (name === 'img') this.#add(altText(element), element.startIndex);
      else this.#inline(element, list, depth);
      return;
    }
    this.flush();
    if (/^h[1-6]$/.test(name)) this.#heading(element);
    else if (name === 'table') this.#table(element, list, depth);
    else if (name === 'pre') this.#code(element);
    else if (name === 'ul' || name === 'ol' || name === 'menu') this.#list(element, list, depth);
    else {
      if (name === 'li') this.#mark = listMark(list);
      this.walk(element.children, list, depth);
    }
    this.flush();
    if (name === 'li') this.#mark = '';
  }

  #inline(element: Element, list: List | undefined, depth: number): void {
    // Words that only lead back from a note to its mark are dropped with their link.
    if (element.name === 'a' && plainText(element) === '') return;
    this.walk(element.children, list, depth);
  }

  #list(element: Element, outer: List | undefined, depth: number): void {
    const start = Number.parseInt(element.attribs.start ?? '1', 10);
    const next = element.name === 'ol' ? (Number.isNaN(start) ? 1 : start) : undefined;
    this.walk(element.children, { depth: (outer?.depth ?? -1) + 1, next }, depth);
  }

  #heading(element: Element): void {
    const text = plainText(element);
    if (text !== '') this.blocks.push({ kind: 'heading', level: Number(element.name[1]), text });
  }

  #table(element: Element, list: List | undefined, depth: number): void {
    const offset = element.startIndex ?? 0;
    const table = readTable(element, () => ({ offset }));
    if (table === undefined) this.walk(element.children, list, depth);
    else this.blocks.push(table);
  }

  /** Source code keeps its lines; a fence keeps it from being taken for sentences. */
  #code(element: Element): void {
    const code = rawText(element).replace(/^\n|\s+$/g, '');
    if (code === '') return;
    const text = code.includes('\n') ? `\`\`\`\n${code.replaceAll('```', "'''")}\n\`\`\`` : code;
    this.#push(text, false, element.startIndex ?? 0);
  }

  #add(data: string, offset: number | null): void {
    const words = data.replace(/\s+/g, ' ');
    if (this.#words.trim() === '') this.#offset = offset ?? 0;
    this.#words += words;
  }

  #push(text: string, isItem: boolean, offset: number): void {
    const last = this.blocks.at(-1);
    const block: TextBlock = { kind: 'text', text, place: { offset } };
    this.blocks.push(isItem && last?.kind === 'text' ? { ...block, tight: true } : block);
  }
}

function listMark(list: List | undefined): string {
  if (list === undefined) return '- ';
  const indent = '  '.repeat(list.depth);
  if (list.next === undefined) return `${indent}- `;
  return `${indent}${list.next++}. `;
}

function rawText(node: ChildNode): string {
  if (isText(node)) return node.data;
  if (isTag(node) && node.name === 'br') return '\n';
  return hasChildren(node) ? node.children.map(rawText).join('') : '';
}

function tooDeep(): CanopyError {
  return new CanopyError(
    'FILE_TOO_COMPLEX',
    `The page nests elements more than ${DEEPEST} deep, which no reader can follow.`,
    { nextStep: 'Save the page as text and add that.' },
  );
}
