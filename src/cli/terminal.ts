import type { Canopy } from '../library/canopy.ts';
import type { createCanopy } from '../library/node-canopy.ts';

/** What the command line reads and writes. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  out(text: string): void;
  err(text: string): void;
  /** Whether a person watches standard error; unless given, it is a log. */
  readonly isTerminal?: boolean;
  readonly signal?: AbortSignal;
  /** Opens the engine; tests bring an encoder that needs no model. */
  readonly open?: (options: Parameters<typeof createCanopy>[0]) => Canopy;
}
