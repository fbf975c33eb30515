import type { Span } from '../../core/segment/blocks.ts';

/** A piece is closed at the first heading behind this many UTF-16 units; the parser's memory grows with the piece. */
const PIECE = 32 * 1024;
/** Without a heading it is closed at the first blank line behind this many, and without one at a line end. */
const PIECE_AT_BLANK_LINE = 2 * PIECE;
const PIECE_AT_LINE_END = 4 * PIECE;
const FRONT_MATTER = /^(---|\+\+\+)[^\S\n]*\r?\n(?:[\s\S]*?\r?\n)??\1[^\S\n]*(?:\r?\n|$)/;

/** Cuts a Markdown source into pieces that can be parsed one by one, outside code fences; front matter is left out. */
export function* markdownPieces(text: string): Generator<Span> {
  let start = FRONT_MATTER.exec(text.slice(0, PIECE))?.[0].length ?? 0;
  let fence: string | undefined;
  for (let line = start; line < text.length; ) {
    const newline = text.indexOf('\n', line);
    const next = newline === -1 ? text.length : newline + 1;
    const head = text.slice(line, Math.min(next, line + 200));
    const length = line - start;
    const closes =
      (fence === undefined && length > PIECE && /^#{1,6}\s/.test(head)) ||
      (fence === undefined && length > PIECE_AT_BLANK_LINE && head.trim() === '') ||
      length > PIECE_AT_LINE_END;
    if (closes) {
      yield [start, line];
      start = line;
    }
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(head)?.[1];
    if (mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark.startsWith(fence) && head.trim() === mark) fence = undefined;
    }
    line = next;
  }
  if (start < text.length) yield [start, text.length];
}
