import type { Dial, ScoredItem, Selection } from '../selection.ts';
import { keepLeaves } from './keep-leaves.ts';

/** A selection that judges every leaf once and keeps those that reach a bar, which is all that its dial moves. */
export interface LeafSelection extends Selection {
  /** A figure for each leaf, item by item; higher is better. */
  judge(pool: readonly ScoredItem[]): Float32Array[];
  /** Lowest figure that stays at this position of the dial. */
  bar(dial: number): number;
}

/** Makes a {@link LeafSelection} of its parts. */
export function leafSelection(parts: {
  readonly name: string;
  readonly dial: Dial;
  readonly judge: (pool: readonly ScoredItem[]) => Float32Array[];
  readonly bar: (dial: number) => number;
}): LeafSelection {
  const { judge, bar } = parts;
  return {
    ...parts,
    select(pool, dial) {
      const lowest = bar(dial);
      return judge(pool).map((figures, item) =>
        keepLeaves(
          pool[item]!.tree,
          Uint8Array.from(figures, (figure) => (figure >= lowest ? 1 : 0)),
        ),
      );
    },
  };
}
