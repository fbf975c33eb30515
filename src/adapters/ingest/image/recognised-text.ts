import type { OcrResult } from '../../../ports/ocr.ts';

/** Below this the person is told to check what is quoted. */
export const SURE_ENOUGH = 0.75;

/** Words found in a picture. */
export interface RecognisedText {
  /** One line per line, an empty line between paragraphs. */
  readonly text: string;
  /** How sure the engine is on the whole, from 0 to 1; 1 where there is no text. */
  readonly confidence: number;
}

/** Puts recognised lines together; long lines count more for the confidence. */
export function recognisedText({ lines }: OcrResult): RecognisedText {
  let text = '';
  let letters = 0;
  let sure = 0;
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (before !== undefined) text += before.block === line.block ? '\n' : '\n\n';
    text += line.text;
    letters += line.text.length;
    sure += line.text.length * line.confidence;
  }
  return { text, confidence: letters === 0 ? 1 : sure / letters };
}

/** The warning about text that was read with little certainty; undefined when it is sure enough. */
export function uncertainText(what: string, confidence: number): string | undefined {
  if (confidence >= SURE_ENOUGH) return undefined;
  const percent = Math.round(confidence * 100);
  return `The text in ${what} was recognised with little certainty (${percent}%); check what is quoted from it.`;
}
