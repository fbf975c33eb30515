import type { PageBox, Provenance } from '../../core/item.ts';

/** A place in a file, the file's name left out. */
export type Place = Omit<Provenance, 'source'>;

/** Where the text of a block goes on from an offset, for a paragraph that reaches over a page's end. */
export interface BlockPart {
  /** UTF-16 offset in the block's text. */
  readonly start: number;
  readonly page: number;
  readonly box: PageBox;
}

/** A heading; level 1 is the outermost. */
export interface HeadingBlock {
  readonly kind: 'heading';
  readonly level: number;
  readonly text: string;
}

/** A paragraph, a list item or a line of code. */
export interface TextBlock {
  readonly kind: 'text';
  readonly text: string;
  /** Whether it stands right under the block before it, as list items do; a blank line parts it otherwise. */
  readonly tight?: boolean;
  readonly place: Place;
  readonly parts?: readonly BlockPart[];
}

/** A table with all cells filled in: what spans several cells stands in each of them. */
export interface TableBlock {
  readonly kind: 'table';
  readonly caption?: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Where the rows from `row` to `end` (exclusive) stand. */
  place(row: number, end: number): Place;
}

/** What a document is made of, in reading order; every document format is read into these. */
export type DocumentBlock = HeadingBlock | TextBlock | TableBlock;
