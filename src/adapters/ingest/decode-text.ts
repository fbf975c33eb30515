import chardet from 'chardet';
import { CanopyError } from '../../core/errors.ts';
import type { SourceFile } from '../../ports/ingester.ts';

/** A file's text with its byte order mark removed, and how it was read. */
export interface DecodedText {
  readonly text: string;
  /** Label of the encoding, as in the WHATWG Encoding standard. */
  readonly encoding: string;
  readonly warnings: readonly string[];
}

/** Bytes that are looked at to tell text from binary and to guess a legacy encoding. */
const SAMPLE = 256 * 1024;
/** Least confidence, of 100, in a guessed encoding. Noise stays below it, a short legacy sentence does not. */
const LEAST_CONFIDENCE = 10;
/** First bytes of files that are often given a text file's name. */
const SIGNATURES: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['a PDF', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['a ZIP or Office file', [0x50, 0x4b, 0x03, 0x04]],
  ['an old Office file', [0xd0, 0xcf, 0x11, 0xe0]],
  ['a PNG picture', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG picture', [0xff, 0xd8, 0xff]],
  ['a GIF picture', [0x47, 0x49, 0x46, 0x38]],
  ['a gzip archive', [0x1f, 0x8b]],
];

/**
 * Decodes the bytes of a text file: by its byte order mark, as strict UTF-8, as UTF-16 without a mark, then by guessing.
 *
 * @throws CanopyError `FILE_NOT_TEXT` for binary content, `FILE_ENCODING_UNKNOWN` when no encoding fits.
 */
export function decodeText(file: SourceFile): DecodedText {
  const { bytes } = file;
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return decoded(bytes, marked);
  const kind = binaryKind(bytes);
  if (kind !== undefined) throw notText(file, `It is ${kind}.`);
  const sample = bytes.subarray(0, SAMPLE);
  const wide = unmarkedUtf16(sample);
  if (wide !== undefined) return decoded(bytes, wide);
  if (looksBinary(sample)) throw notText(file, 'Its content is binary data.');
  const strict = tryDecode(bytes, 'utf-8');
  if (strict !== undefined) return { text: strict, encoding: 'utf-8', warnings: [] };
  return damagedUtf8(bytes) ?? guessed(file, sample);
}

/** What a file's first bytes say it is, such as “a PDF”; undefined for text and for what is not known. */
export function binaryKind(bytes: Uint8Array): string | undefined {
  return SIGNATURES.find(([, start]) => start.every((byte, at) => bytes[at] === byte))?.[0];
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** UTF-16 of mostly Latin text has its zero bytes on one side only. */
function unmarkedUtf16(sample: Uint8Array): string | undefined {
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2]!++;
  });
  const [even, odd] = zeros.map((count) => count / Math.max(1, sample.length / 2));
  if (odd! > 0.3 && even! < 0.02) return 'utf-16le';
  return even! > 0.3 && odd! < 0.02 ? 'utf-16be' : undefined;
}

function looksBinary(sample: Uint8Array): boolean {
  let controls = 0;
  for (const byte of sample) {
    if (byte === 0) return true;
    // Tab, line and page ends and escape (terminal colours in logs) are text.
    if (byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1b) controls++;
  }
  return controls > sample.length * 0.01;
}

function tryDecode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined; // not this encoding, or one the platform does not know
  }
}

function decoded(bytes: Uint8Array, encoding: string): DecodedText {
  const text = new TextDecoder(encoding).decode(bytes);
  return { text, encoding, warnings: damageWarnings(text) };
}

function damageWarnings(text: string): string[] {
  const damaged = text.split('\ufffd').length - 1;
  if (damaged === 0) return [];
  return [
    `${damaged} ${damaged === 1 ? 'character' : 'characters'} could not be read and ${damaged === 1 ? 'is' : 'are'} shown as \ufffd.`,
  ];
}

/** UTF-8 with a few broken bytes: many more characters beyond ASCII are right than wrong. */
function damagedUtf8(bytes: Uint8Array): DecodedText | undefined {
  const text = new TextDecoder('utf-8').decode(bytes);
  const wrong = text.split('\ufffd').length - 1;
  let right = -wrong;
  for (let at = 0; at < text.length && right < wrong * 10; at++) {
    if (text.charCodeAt(at) > 0x7f) right++;
  }
  if (right < wrong * 10) return undefined;
  return { text, encoding: 'utf-8', warnings: damageWarnings(text) };
}

function guessed(file: SourceFile, sample: Uint8Array): DecodedText {
  for (const { name, confidence } of chardet.analyse(sample)) {
    if (confidence < LEAST_CONFIDENCE) break;
    const text = tryDecode(file.bytes, name);
    // Control characters of the second block show that a single-byte encoding was guessed wrong.
    if (text === undefined || /[\u0080-\u0084\u0086-\u009f]/.test(text)) continue;
    return {
      text,
      encoding: name,
      warnings: [`The encoding was guessed as ${name}; letters beyond A to Z may be wrong.`],
    };
  }
  throw new CanopyError(
    'FILE_ENCODING_UNKNOWN',
    `The text encoding of “${file.name}” could not be recognised.`,
    { nextStep: 'Save the file as UTF-8 and add it again.' },
  );
}

function notText(file: SourceFile, reason: string): CanopyError {
  return new CanopyError('FILE_NOT_TEXT', `“${file.name}” is not a text file. ${reason}`, {
    nextStep: 'Add the file under its own extension, or add a text version of it.',
  });
}
