import type { Interval } from './bootstrap.ts';

/** What one way of looping gave on a data set. */
export interface LoopFigures {
  readonly rounds: number;
  readonly rerefine: boolean;
  /** Mean share of the gold leaves of all gold items, found or not. */
  readonly recall: number;
  /** Mean evidence tokens. */
  readonly tokens: number;
  /** Recall less that of the loop before it in the row. */
  readonly gain?: { readonly mean: number; readonly interval: Interval };
}

/** A data set under one selection: one round, several, and several with returned items refined again. */
export interface FollowUpRow {
  readonly dataset: string;
  readonly selection: string;
  readonly n: number;
  readonly loops: readonly LoopFigures[];
  /** Share of the items that follow-ups find which were there already. */
  readonly returnedShare: number;
}

/** Column titles of {@link followUpCells}. */
export const FOLLOW_UP_HEAD = [
  ...['set', 'questions', 'selection', 'one round', 'tokens', 'several rounds', 'gain', 'tokens'],
  ...['returned items refined again', 'gain', 'tokens', 'returned'],
];

/** A row as words. */
export function followUpCells({ dataset, selection, n, loops, returnedShare }: FollowUpRow) {
  const figures = loops.flatMap(({ recall, tokens, gain }) => [
    recall.toFixed(3),
    ...(gain === undefined
      ? []
      : [`${gain.mean.toFixed(3)} [${gain.interval.map((end) => end.toFixed(3)).join(', ')}]`]),
    tokens.toFixed(0),
  ]);
  return [dataset, String(n), selection, ...figures, `${(returnedShare * 100).toFixed(1)}%`];
}

/** The rows as a Markdown table. */
export function followUpTable(rows: readonly FollowUpRow[]): string {
  return [FOLLOW_UP_HEAD, FOLLOW_UP_HEAD.map(() => '---'), ...rows.map(followUpCells)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
