import type { Canopy } from './canopy.ts';
import { keptText } from './kept-text.ts';
import type { CompressCallOptions, TextDocument } from './options.ts';

/** A stretch of a text: a document that was marked in it, or the caller's other words. */
export type TextPiece =
  | { readonly kind: 'document'; readonly document: TextDocument }
  | { readonly kind: 'words'; readonly text: string };

const MARKED =
  /<canopy-document key="([\w-]+)" title="([^"]*)">\n([\s\S]*?)\n<\/canopy-document key="\1">/g;

/**
 * Marks a document inside a prompt, so that it is pruned before the prompt leaves. The mark carries a random key, so no
 * document can end its own or another's.
 */
export function markDocument(
  text: string,
  { title = '' }: { readonly title?: string } = {},
): string {
  const key = crypto.randomUUID();
  return `<canopy-document key="${key}" title="${escapeTitle(title)}">\n${text}\n</canopy-document key="${key}">`;
}

/** Takes a text apart at its marks; joined again in order it is the text. */
export function splitMarked(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKED)) {
    if (match.index > end) pieces.push({ kind: 'words', text: text.slice(end, match.index) });
    const [whole, , title = '', content = ''] = match;
    pieces.push({ kind: 'document', document: { title: unescapeTitle(title), text: content } });
    end = match.index + whole.length;
  }
  if (end < text.length) pieces.push({ kind: 'words', text: text.slice(end) });
  return pieces;
}

/** The caller's own words of a text, marked documents left out. */
export function wordsOf(text: string): string {
  const words = splitMarked(text).map((piece) => (piece.kind === 'words' ? piece.text : ''));
  return words.join('').trim();
}

/**
 * Prunes the marked documents of several texts as one pool, for one question. Every other character stays as it was; a
 * document that is dropped whole leaves nothing.
 */
export async function pruneMarked(
  texts: readonly string[],
  question: string,
  canopy: Pick<Canopy, 'compress'>,
  options: CompressCallOptions = {},
): Promise<string[]> {
  const split = texts.map(splitMarked);
  const pool = split.flat().flatMap((piece) => (piece.kind === 'document' ? [piece.document] : []));
  if (pool.length === 0 || question === '') return [...texts];
  const kept = (await pruneDocuments(pool, question, canopy, options))[Symbol.iterator]();
  const pruned = (piece: TextPiece) =>
    piece.kind === 'words' ? piece.text : (kept.next().value ?? '');
  return split.map((pieces) => pieces.map(pruned).join(''));
}

/** What is left of each document, in a frame that names it; empty for one that is dropped whole. */
export async function pruneDocuments(
  documents: readonly TextDocument[],
  question: string,
  canopy: Pick<Canopy, 'compress'>,
  options: CompressCallOptions = {},
): Promise<string[]> {
  const { evidence } = await canopy.compress(question, documents, options);
  return evidence.map((forest) => {
    const text = keptText(forest);
    return text === ''
      ? ''
      : `<document title="${escapeTitle(forest.title)}">\n${text}\n</document>`;
  });
}

function escapeTitle(title: string): string {
  return title.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/\s+/g, ' ');
}

function unescapeTitle(title: string): string {
  return title.replace(/&quot;/g, '"').replace(/&amp;/g, '&');
}
