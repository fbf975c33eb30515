/** Spaces, quotation marks and dashes in one form: a reader does not mind which kind is used. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[‐‑–—]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Fewest character edits that turn some stretch of `output` into `passage`: what stands before and after the stretch
 * costs nothing.
 */
export function passageErrors(passage: string, output: string): number {
  let row = new Uint32Array(output.length + 1);
  for (let i = 1; i <= passage.length; i++) {
    const next = new Uint32Array(output.length + 1);
    next[0] = i;
    for (let j = 1; j <= output.length; j++) {
      const replaced = row[j - 1]! + (passage[i - 1] === output[j - 1] ? 0 : 1);
      next[j] = Math.min(replaced, row[j]! + 1, next[j - 1]! + 1);
    }
    row = next;
  }
  return row.reduce((best, value) => Math.min(best, value), passage.length);
}
