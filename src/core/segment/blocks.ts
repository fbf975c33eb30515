/** A stretch of a text as UTF-16 `[start, end)`. */
export type Span = readonly [start: number, end: number];

/** A stretch that no sentence crosses: a paragraph, a list item, a heading, or fenced code, which is never split inside. */
export interface Block {
  readonly span: Span;
  readonly kind: 'prose' | 'whole';
}

const LINE = /[^\n\r\u2028\u2029]*(?:\r\n|[\n\r\u2028\u2029]|$)/y;
const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const HEADING = /^\s{0,3}#{1,6}(?:\s|$)/;
const UNDERLINE = /^\s{0,3}(?:={3,}|-{3,})\s*$/;
const RULE = /^\s{0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/;
/** Bullets and first numbers may follow a paragraph at once; `a)`, `(ii)` and `§` are how contracts number. */
const ITEM = /^\s*(?:[-*+•‣◦▪–]\s|1[.)]\s|\(?[a-z]\)\s|\((?:\p{Lu}|\d{1,3}|[ivxlc]{1,6})\)\s|\|)/u;
/** Any number opens an item where one is expected: at the start of a block or below another item. */
const NUMBERED_ITEM = /^\s*(?:\d{1,3}(?:\.\d{1,3})*[.)]|\[\d{1,4}\])\s/;

/** Whether a text begins with a code fence. */
export function startsFence(text: string): boolean {
  return FENCE.test(text);
}

/** Cuts a text into blocks, in order; every character outside a block is white space. Linear in the text. Ours. */
export function splitBlocks(text: string): Block[] {
  const lines = lineSpans(text);
  const blocks: Block[] = [];
  const fenceEnds = closingFences(text, lines);
  let open: { start: number; end: number; isItem: boolean } | undefined;
  const close = (kind: Block['kind'] = 'prose') => {
    if (open !== undefined) blocks.push({ span: [open.start, open.end], kind });
    open = undefined;
  };
  for (let index = 0; index < lines.length; index++) {
    const [start, end] = lines[index]!;
    const line = text.slice(start, Math.min(end, start + 200));
    const fenceEnd = fenceEnds.get(index);
    if (fenceEnd !== undefined) {
      close();
      blocks.push({ span: [start, lines[fenceEnd]![1]], kind: 'whole' });
      index = fenceEnd;
    } else if (line.trim() === '' && text.slice(start, end).trim() === '') {
      close();
    } else if (HEADING.test(line)) {
      close();
      blocks.push({ span: [start, end], kind: 'whole' });
    } else if (open !== undefined && !open.isItem && UNDERLINE.test(line)) {
      open.end = end;
      close('whole');
    } else if (RULE.test(line)) {
      close();
      blocks.push({ span: [start, end], kind: 'whole' });
    } else {
      const expectsItem = open === undefined || open.isItem;
      const isItem = ITEM.test(line) || (expectsItem && NUMBERED_ITEM.test(line));
      if (isItem) close();
      open = { start: open?.start ?? start, end, isItem: isItem || (open?.isItem ?? false) };
    }
  }
  close();
  return blocks;
}

function lineSpans(text: string): Span[] {
  const lines: Span[] = [];
  for (let start = 0; start < text.length; start = LINE.lastIndex) {
    LINE.lastIndex = start;
    LINE.test(text);
    lines.push([start, LINE.lastIndex]);
  }
  return lines;
}

/** The line that closes each fence, by the line that opens it; an unclosed fence is ordinary text. */
function closingFences(text: string, lines: readonly Span[]): Map<number, number> {
  const ends = new Map<number, number>();
  let opened: { line: number; mark: string } | undefined;
  for (let index = 0; index < lines.length; index++) {
    const [start, end] = lines[index]!;
    const line = text.slice(start, Math.min(end, start + 200));
    const mark = FENCE.exec(line)?.[1];
    if (mark === undefined) continue;
    if (opened === undefined) {
      opened = { line: index, mark };
    } else if (mark.startsWith(opened.mark) && line.trim() === mark) {
      ends.set(opened.line, index);
      opened = undefined;
    }
  }
  return ends;
}
