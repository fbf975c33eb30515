import type { CallOptions } from './encoder.ts';

/** A picture as an OCR engine takes it: pixels, upright. */
export type OcrImage = ImageData | ImageBitmap;

/** A line of text found in a picture. */
export interface OcrLine {
  readonly text: string;
  /** How sure the engine is, from 0 to 1. */
  readonly confidence: number;
  /** Where it stands, in pixels from the upper left corner. */
  readonly box: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  /** Number of the text block it belongs to, from 0, in reading order. */
  readonly block: number;
}

/** What was read in a picture. */
export interface OcrResult {
  /** In reading order. */
  readonly lines: readonly OcrLine[];
}

/** How one picture is to be read. */
export interface OcrOptions extends CallOptions {
  /** Told how far the reading is, from 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

/** Reads text in pictures, on the device. */
export interface Ocr {
  /** The picture is not changed and stays the caller's. Rejects with `ABORTED`, or `OCR_FAILED`. */
  recognise(image: OcrImage, options?: OcrOptions): Promise<OcrResult>;
  /** Frees the engine; a later call starts it again. */
  dispose(): Promise<void>;
}
