/** A straight line that a page draws, level or upright, in points; `at` is its place across, `from` and `to` its ends. */
export interface Rule {
  readonly isUpright: boolean;
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** What a page draws, as pdf.js lists it; and the numbers of those operations that are looked at. */
export interface DrawnPage {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** pdf.js's numbers of operations, by name. */
export type Operations = Readonly<
  Record<
    | 'save'
    | 'restore'
    | 'transform'
    | 'constructPath'
    | 'paintFormXObjectBegin'
    | 'paintFormXObjectEnd'
    | 'endPath',
    number
  >
>;

type Matrix = readonly number[];
type Point = readonly [number, number];

/** A filled area this thin, in points, is a line; a line this short is none. */
const THICKEST = 3;
const SHORTEST = 6;
/** A line may lean by this many points and still count as level or upright. */
const LEAN = 0.6;
/** Numbers that follow each kind of path step of pdf.js: move, line, curve, quadratic curve, close. */
const STEP_SIZE = [2, 2, 6, 4, 0];
/** Rules of one page at most; drawings have more, and comparing each with each would take seconds. */
const MOST_RULES = 4_000;

/** The level and upright lines of a page, through `frame` (page space to the page as it is read). Curves are no rules. */
export function pageRules(page: DrawnPage, operations: Operations, frame: Matrix): Rule[] {
  const rules: Rule[] = [];
  let matrix = frame;
  const saved: Matrix[] = [];
  for (const [at, operation] of page.fnArray.entries()) {
    if (rules.length > MOST_RULES) return [];
    const args = page.argsArray[at];
    const list: readonly unknown[] = Array.isArray(args) ? args : [];
    if (operation === operations.save) saved.push(matrix);
    else if (operation === operations.restore) matrix = saved.pop() ?? frame;
    else if (operation === operations.transform) matrix = multiply(matrix, numbers(list));
    else if (operation === operations.paintFormXObjectBegin) {
      saved.push(matrix);
      const own = numbers(list[0]);
      if (own.length === 6) matrix = multiply(matrix, own);
    } else if (operation === operations.paintFormXObjectEnd) matrix = saved.pop() ?? frame;
    else if (operation === operations.constructPath && list[0] !== operations.endPath) {
      const steps = Array.isArray(list[1]) ? numbers(list[1][0]) : [];
      for (const points of subPaths(steps, matrix)) rules.push(...rulesOf(points));
    }
  }
  return rules;
}

function numbers(value: unknown): readonly number[] {
  if (value instanceof Float32Array) return [...value];
  return Array.isArray(value) && value.every((entry) => typeof entry === 'number') ? value : [];
}

/** The corners of each part of a path; parts with curves are left out. */
function subPaths(steps: readonly number[], matrix: Matrix): Point[][] {
  const paths: Point[][] = [];
  let points: Point[] = [];
  let isStraight = true;
  const close = () => {
    if (isStraight && points.length > 1) paths.push(points);
    points = [];
    isStraight = true;
  };
  for (let at = 0; at < steps.length; ) {
    const kind = steps[at]!;
    const size = STEP_SIZE[kind] ?? 0;
    const end: Point = apply(matrix, steps[at + size - 1] ?? 0, steps[at + size] ?? 0);
    if (kind === 0) {
      close();
      points.push(end);
    } else if (kind === 1) points.push(end);
    else if (kind === 4) {
      if (points[0] !== undefined) points.push(points[0]);
    } else isStraight = false;
    at += 1 + size;
  }
  close();
  return paths;
}

/** A thin area is one line along its middle; of anything else, each level or upright side is one. */
function rulesOf(points: readonly Point[]): Rule[] {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right, top, bottom] = [
    Math.min(...xs),
    Math.max(...xs),
    Math.min(...ys),
    Math.max(...ys),
  ];
  const isThin = Math.min(right - left, bottom - top) <= THICKEST;
  if (isThin) return line([left, top], [right, bottom], THICKEST);
  return points.slice(1).flatMap((point, at) => line(points[at]!, point, LEAN));
}

function line([x1, y1]: Point, [x2, y2]: Point, lean: number): Rule[] {
  const [across, down] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
  if (Math.min(across, down) > lean || Math.max(across, down) < SHORTEST) return [];
  return across > down
    ? [{ isUpright: false, at: (y1 + y2) / 2, from: Math.min(x1, x2), to: Math.max(x1, x2) }]
    : [{ isUpright: true, at: (x1 + x2) / 2, from: Math.min(y1, y2), to: Math.max(y1, y2) }];
}

function apply([a = 1, b = 0, c = 0, d = 1, x = 0, y = 0]: Matrix, px: number, py: number): Point {
  return [a * px + c * py + x, b * px + d * py + y];
}

function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = inner;
  const [oa = 1, ob = 0, oc = 0, od = 1] = outer;
  return [
    oa * a + oc * b,
    ob * a + od * b,
    oa * c + oc * d,
    ob * c + od * d,
    ...apply(outer, x, y),
  ];
}
