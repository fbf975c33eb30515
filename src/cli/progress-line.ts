/** What is being done, on one line of a terminal. */
export interface ProgressLine {
  /** Replaces what the line says. */
  show(text: string): void;
  /** Takes the line away; the next `show` begins a new one. */
  clear(): void;
}

/** Milliseconds before a stream that keeps its lines, such as a log, is told anything. */
const PATIENCE = 2000;
/** Milliseconds between two lines of such a stream. */
const LOG_EVERY = 10_000;
/** Milliseconds between two paintings of a terminal's line. */
const PAINT_EVERY = 100;

/**
 * Shows progress: a terminal's line is overwritten; elsewhere nothing is written for two seconds, and then a line of its
 * own every ten.
 *
 * @param now in milliseconds; only tests have a clock of their own.
 */
export function createProgressLine(
  { err, isTerminal = false }: { err(text: string): void; readonly isTerminal?: boolean },
  now: () => number = Date.now,
): ProgressLine {
  let next = isTerminal ? 0 : now() + PATIENCE;
  let isShown = false;
  return {
    show(text) {
      const time = now();
      if (time < next) return;
      next = time + (isTerminal ? PAINT_EVERY : LOG_EVERY);
      isShown = isTerminal;
      err(isTerminal ? `\r\u001b[K${text}` : `${text}\n`);
    },
    clear() {
      if (isShown) err('\r\u001b[K');
      isShown = false;
      if (isTerminal) next = 0;
    },
  };
}

/** Shows nothing, for who asked for quiet. */
export const noProgress: ProgressLine = { show: () => undefined, clear: () => undefined };
