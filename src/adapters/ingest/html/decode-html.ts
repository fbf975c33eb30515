import type { SourceFile } from '../../../ports/ingester.ts';
import { type DecodedText, decodeText } from '../decode-text.ts';

/** Bytes in which a page may declare its encoding; browsers look at the first 1,024 only and then start over. */
const DECLARATION_WITHIN = 512 * 1024;
const META_TAG = /<meta\s[^>]*>/gi;
const CHARSET = /\bcharset\s*=\s*["']?\s*([\w.:-]+)/i;
const XML_ENCODING = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)/i;

/**
 * Decodes a web page by the encoding it declares, however late, unless a byte order mark says otherwise; what does not
 * hold to its declaration, or has none, is decoded like any text.
 *
 * @throws CanopyError `FILE_NOT_TEXT` or `FILE_ENCODING_UNKNOWN`
 */
export function decodeHtml(file: SourceFile): DecodedText {
  const declared = hasByteOrderMark(file.bytes) ? undefined : declaredEncoding(file.bytes);
  if (declared === undefined) return decodeText(file);
  try {
    const decoder = new TextDecoder(declared, { fatal: true });
    return { text: decoder.decode(file.bytes), encoding: decoder.encoding, warnings: [] };
  } catch {
    return decodeText(file); // an unknown label, or bytes that are not in that encoding
  }
}

function hasByteOrderMark([first, second, third]: Uint8Array): boolean {
  return (
    (first === 0xef && second === 0xbb && third === 0xbf) ||
    (first === 0xff && second === 0xfe) ||
    (first === 0xfe && second === 0xff)
  );
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  // Declarations are written in ASCII, which this encoding leaves as it is.
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, DECLARATION_WITHIN));
  const source = start.replace(/<!--[\s\S]*?-->/g, '').replace(/<script\b[\s\S]*?<\/script/gi, '');
  let label = XML_ENCODING.exec(source)?.[1];
  for (const [tag] of source.matchAll(META_TAG)) {
    const charset = CHARSET.exec(tag)?.[1];
    if (charset === undefined) continue;
    label = charset;
    break;
  }
  // Whoever can write this tag in ASCII has not written UTF-16.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}
