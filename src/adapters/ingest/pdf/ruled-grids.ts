import type { Rule } from './page-rules.ts';

/** Cells that rules enclose, in points from the page's top left corner. */
export interface RuledGrid {
  /** Upright borders from the left, and level ones from the top; one more of each than there are columns and rows. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** Whether a rule parts the cell at this row and column from the one to its right, or below it. */
  partsRight(row: number, column: number): boolean;
  partsBelow(row: number, column: number): boolean;
}

/** Rules whose ends or places are this close, in points, meet. */
const MEETING = 2.5;
/** Borders closer than this, in points, are one, such as a double line. */
const SAME_BORDER = 4;
const MOST_CELLS = 5_000;

/** The grids of a page: rules that cross or meet one another, and make two rows and two columns at least. */
export function ruledGrids(rules: readonly Rule[]): RuledGrid[] {
  const joined = joinRules(rules);
  return crossing(joined).flatMap((group): RuledGrid[] => {
    const grid = toGrid(group);
    return grid === undefined ? [] : [grid];
  });
}

/** Rules in one line whose ends meet, such as the borders of neighbouring cells, are one. */
function joinRules(rules: readonly Rule[]): Rule[] {
  const sorted = rules.toSorted(
    (a, b) =>
      Number(a.isUpright) - Number(b.isUpright) ||
      Math.round(a.at) - Math.round(b.at) ||
      a.from - b.from,
  );
  const joined: Rule[] = [];
  for (const rule of sorted) {
    const last = joined.at(-1);
    const goesOn =
      last !== undefined &&
      last.isUpright === rule.isUpright &&
      Math.abs(last.at - rule.at) <= 1.5 &&
      rule.from <= last.to + MEETING;
    if (goesOn) joined[joined.length - 1] = { ...last, to: Math.max(last.to, rule.to) };
    else joined.push(rule);
  }
  return joined;
}

/** Groups of rules that cross or meet, directly or over others. */
function crossing(rules: readonly Rule[]): Rule[][] {
  const level = rules.filter(({ isUpright }) => !isUpright);
  const upright = rules.filter(({ isUpright }) => isUpright);
  const group = new Map<Rule, Rule[]>(rules.map((rule) => [rule, [rule]]));
  for (const a of upright) {
    for (const b of level) {
      if (!meet(a, b)) continue;
      const [one, other] = [group.get(a)!, group.get(b)!];
      if (one === other) continue;
      for (const rule of other) group.set(rule, one);
      one.push(...other);
    }
  }
  return [...new Set(group.values())].filter(
    (members) => members.some(({ isUpright }) => isUpright) && members.length >= 3,
  );
}

function meet(upright: Rule, level: Rule): boolean {
  return (
    upright.at >= level.from - MEETING &&
    upright.at <= level.to + MEETING &&
    level.at >= upright.from - MEETING &&
    level.at <= upright.to + MEETING
  );
}

function toGrid(rules: readonly Rule[]): RuledGrid | undefined {
  const upright = rules.filter(({ isUpright }) => isUpright);
  const level = rules.filter(({ isUpright }) => !isUpright);
  // Tables without a frame end where the rules across them do.
  const xs = borders([...upright.map(({ at }) => at), ...ends(level)]);
  const ys = borders([...level.map(({ at }) => at), ...ends(upright)]);
  const cells = (xs.length - 1) * (ys.length - 1);
  if (xs.length < 3 || ys.length < 3 || cells > MOST_CELLS) return undefined;
  return {
    xs,
    ys,
    partsRight: (row, column) => covers(upright, xs[column + 1]!, middle(ys, row)),
    partsBelow: (row, column) => covers(level, ys[row + 1]!, middle(xs, column)),
  };
}

function ends(rules: readonly Rule[]): number[] {
  return [Math.min(...rules.map(({ from }) => from)), Math.max(...rules.map(({ to }) => to))];
}

function borders(places: readonly number[]): number[] {
  const found: number[] = [];
  for (const place of places.toSorted((a, b) => a - b)) {
    const last = found.at(-1);
    if (last === undefined || place - last > SAME_BORDER) found.push(place);
  }
  return found;
}

function covers(rules: readonly Rule[], at: number, along: number): boolean {
  return rules.some(
    (rule) => Math.abs(rule.at - at) <= SAME_BORDER && rule.from <= along && rule.to >= along,
  );
}

function middle(places: readonly number[], at: number): number {
  return (places[at]! + places[at + 1]!) / 2;
}
