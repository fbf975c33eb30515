/** A small picture in shades of gray, for telling pictures apart. */
export interface Thumbnail {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Neighbouring pixels of one shade, as parts of all: slides and screens are mostly flat, filmed scenes are not. */
const FLAT_SHARE = 0.6;
const SAME_SHADE = 3;
/** Sharp steps between neighbours: writing has some, an empty wall has none. */
const EDGE_SHARE = 0.004;
const EDGE = 60;
/** Pixels that differ clearly, as parts of all: one figure on a slide is more, the cursor is less. */
const CHANGED_SHARE = 0.001;
const CLEAR_DIFFERENCE = 32;

/** Whether a picture may hold writing worth reading: large flat areas, and sharp steps between. */
export function looksDrawn({ width, height, data }: Thumbnail): boolean {
  let flat = 0;
  let edges = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 1; x < width; x++) {
      const step = Math.abs(data[y * width + x]! - data[y * width + x - 1]!);
      if (step <= SAME_SHADE) flat++;
      else if (step >= EDGE) edges++;
    }
  }
  const pairs = Math.max(1, height * (width - 1));
  return flat / pairs >= FLAT_SHARE && edges / pairs >= EDGE_SHARE;
}

/** Whether a picture shows something else than the one before; a moving cursor does not count. */
export function hasChanged(before: Thumbnail | undefined, now: Thumbnail): boolean {
  if (before === undefined || before.data.length !== now.data.length) return true;
  let changed = 0;
  for (let i = 0; i < now.data.length; i++) {
    if (Math.abs(now.data[i]! - before.data[i]!) >= CLEAR_DIFFERENCE) changed++;
  }
  return changed / now.data.length >= CHANGED_SHARE;
}

/** Lines that did not stand on the picture before: what stays on a slide is said once. */
export function newLines(before: readonly string[], now: readonly string[]): string[] {
  const key = (line: string) => line.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const shown = new Set(before.map(key));
  return now.filter((line) => !shown.has(key(line)));
}

/** Lines that came onto the screen as a sentence of the transcript: with its end, or what is said next would run on from it. */
export function shownSentence(lines: readonly string[]): string {
  const words = `On screen: ${lines.join(' / ')}`;
  return /[\p{Sentence_Terminal}…:]["'”’»)\]]*$/u.test(words) ? words : `${words}.`;
}
