/** The kinds of evidence that share one region tree and one refinement rule (paper, section 3). */
export type Modality = 'text' | 'table' | 'image' | 'video';

/** A rectangle on a page, in points (1/72 inch) from the top left corner of the page as it is shown. Ours. */
export interface PageBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where a stretch of an item stands, for items that reach over several places. Ours. */
export interface ProvenancePart {
  /** UTF-16 offset in the item's text, or row of its table, from which on this place holds. */
  readonly start: number;
  /** Page, counted from 1. */
  readonly page: number;
  readonly box?: PageBox;
}

/** Where an item stands in the file it came from; a citation opens this place. */
export interface Provenance {
  /** The file's name as the person knows it. */
  readonly source: string;
  /** UTF-16 offset of the item's text in the decoded file, for formats that are text themselves. */
  readonly offset?: number;
  /** Page, counted from 1. */
  readonly page?: number;
  /** Place on that page. */
  readonly box?: PageBox;
  /** Places of the item's stretches, in order, where it has several; the first is also `page` and `box`. */
  readonly parts?: readonly ProvenancePart[];
  /** Worksheet name. */
  readonly sheet?: string;
  /** Row of the file or sheet that holds the item's first row, counted from 1. */
  readonly firstRow?: number;
  /** Cells of the sheet that hold the item, headings left out, such as `B4:F20`. */
  readonly cellRange?: string;
}

interface ItemBase {
  /** Names the content: ingesters use its SHA-256, a library user may choose any unique string. */
  readonly id: string;
  readonly title: string;
  /** Headings above the item, outermost first, the title left out. */
  readonly headingPath: readonly string[];
  readonly provenance: Provenance;
}

/** A passage of running text. */
export interface TextItem extends ItemBase {
  readonly modality: 'text';
  readonly text: string;
  /** Sentence spans as UTF-16 `[start, end)` pairs where the source knows them; segmented otherwise. */
  readonly sentences?: readonly (readonly [number, number])[];
}

/** A table; its columns belong to the text of every region. */
export interface TableItem extends ItemBase {
  readonly modality: 'table';
  readonly caption?: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The picture behind an image item. Its bytes lie with the stored file, never in the item. */
export interface PictureRef {
  /** SHA-256 of the picture's file, in hex. */
  readonly fileId: string;
  /** Pixels as shown, the camera's orientation applied. */
  readonly width: number;
  readonly height: number;
}

/** A picture, read through its caption and the words found in it. */
export interface ImageItem extends ItemBase {
  readonly modality: 'image';
  readonly text: string;
  readonly picture?: PictureRef;
  /** How sure the text recognition is of `text`, from 0 to 1, where it comes from there. */
  readonly textConfidence?: number;
}

/** A stretch of transcript, in seconds from the start of the video. */
export interface TranscriptSegment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A video with what is said (or shown) in it. */
export interface VideoItem extends ItemBase {
  readonly modality: 'video';
  readonly durationSeconds: number;
  readonly segments: readonly TranscriptSegment[];
  /** SHA-256 of the video's file, in hex; absent where there is a transcript only. */
  readonly fileId?: string;
}

/** What a retriever returns (paper, section 2). */
export type Item = TextItem | TableItem | ImageItem | VideoItem;

/**
 * The minimal fragments of an item, in document order and without overlap. `starts[i]` and `ends[i]` (exclusive) are
 * UTF-16 offsets for text and images, row indices for tables and milliseconds for video.
 */
export interface Leaves {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}
