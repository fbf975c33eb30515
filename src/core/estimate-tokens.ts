/** Counts the reader tokens of a text. */
export type TokenCounter = (text: string) => number;

/** What a UTF-16 unit is to the estimate. */
const Kind = {
  space: 0,
  lineEnd: 1,
  lower: 2,
  upper: 3,
  digit: 4,
  sign: 5,
  latin: 6,
  cjk: 7,
  cyrillic: 8,
  other: 9,
};

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return Kind.lower;
  if (/[A-Z]/.test(character)) return Kind.upper;
  if (/\d/.test(character)) return Kind.digit;
  if (/[\r\n]/.test(character)) return Kind.lineEnd;
  return /\s/.test(character) ? Kind.space : Kind.sign;
});

function kindOf(code: number): number {
  if (code < 0x80) return ASCII[code]!;
  if (code === 0xa0 || code === 0x3000) return Kind.space;
  if (code < 0xc0 || (code >= 0x2000 && code < 0x2c00) || (code >= 0x3001 && code < 0x3040)) {
    return Kind.sign;
  }
  if (code < 0x250 || (code >= 0x1e00 && code < 0x1f00)) return Kind.latin;
  if (code >= 0x400 && code < 0x530) return Kind.cyrillic;
  if (code >= 0x3040 && code < 0xd800) return Kind.cjk;
  return code >= 0xff00 && code < 0xff66 ? Kind.sign : Kind.other;
}

/**
 * Estimates how many tokens a present-day reader (o200k vocabulary) sees, without its one-megabyte vocabulary: a word
 * costs by its length, its capitals and whether a space stands before it. Fitted on English prose and tables, where whole
 * texts come out within a few per cent; shown to people with "about". Ours.
 */
export const estimateTokens: TokenCounter = (text) => {
  let tokens = 0;
  let previous: number = Kind.lineEnd;
  for (let at = 0; at < text.length; ) {
    if (isContraction(text, at)) {
      tokens += isLetter(previous) ? CONTRACTION : 1;
      at++;
      while (isLetter(kindOf(text.charCodeAt(at)))) at++;
      continue;
    }
    const kind = kindOf(text.charCodeAt(at));
    const start = at++;
    let isAscii = kind !== Kind.latin;
    let lastKind = kind;
    while (at < text.length) {
      const next = kindOf(text.charCodeAt(at));
      // A word may change from capitals to small letters, never back: camelCase is two words.
      const goesOn =
        next === lastKind ||
        (isLetter(lastKind) && isLetter(next) && (next !== Kind.upper || lastKind === Kind.latin));
      if (!goesOn) break;
      if (next === Kind.latin) isAscii = false;
      lastKind = next;
      at++;
    }
    tokens += runTokens(kind, lastKind, at - start, isAscii, previous);
    previous = lastKind;
  }
  return Math.round(tokens);
};

/** "'s", "'ll" and the like are part of the word before them, or a token of their own. */
const CONTRACTION = 0.35;

function isContraction(text: string, at: number): boolean {
  const sign = text.charCodeAt(at);
  return (
    (sign === 0x27 || sign === 0x2019) &&
    /^.(?:s|t|re|ve|m|ll|d)(?![a-z])/i.test(text.slice(at, at + 4))
  );
}

function isLetter(kind: number): boolean {
  return kind === Kind.lower || kind === Kind.upper || kind === Kind.latin;
}

function runTokens(
  kind: number,
  lastKind: number,
  length: number,
  isAscii: boolean,
  previous: number,
): number {
  const afterSpace = previous === Kind.space;
  switch (kind) {
    case Kind.space:
      return length === 1 ? 0 : 1; // the last space belongs to what follows
    case Kind.lineEnd:
      return previous === Kind.sign ? 0 : 1;
    case Kind.digit:
      return Math.ceil(length / 3) + (afterSpace ? 1 : 0);
    case Kind.sign:
      return 1 + (Math.min(length, 4) - 1) * 0.3 + Math.max(0, length - 4) / 16; // rules of one sign are cheap
    case Kind.cjk:
      return length * 0.8;
    case Kind.cyrillic:
      return Math.max(1, length * 0.3);
    case Kind.other:
      return Math.max(1, length * 0.5);
  }
  const word = wordTokens(kind, lastKind, length, isAscii, afterSpace);
  // One sign before a word often shares its token: "(see", ".length".
  return previous === Kind.sign ? word - 0.4 : word;
}

function wordTokens(
  kind: number,
  lastKind: number,
  length: number,
  isAscii: boolean,
  afterSpace: boolean,
): number {
  if (!isAscii) return Math.max(1, length * 0.25 + (afterSpace ? 1.1 : 1.5));
  if (kind === Kind.upper && lastKind === Kind.upper) {
    return 1 + Math.max(0, length - 2) * (afterSpace ? 0.3 : 0.5);
  }
  const free = kind === Kind.upper ? 3 : afterSpace ? 5 : 4;
  const rate = kind === Kind.upper ? (afterSpace ? 0.1 : 0.2) : afterSpace ? 0.022 : 0.16;
  return 1 + Math.max(0, length - free) * rate;
}
