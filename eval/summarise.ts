import { bootstrap, type Interval } from './bootstrap.ts';
import { METRIC_NAMES, type MetricName, type QuestionMeasures } from './measure-question.ts';
import { cutAtRecall, type OperatingPoint } from './metrics.ts';

/** Recalls at which the token cut is read off a dial. */
export const RECALLS = [0.9, 0.95] as const;

/** What one system did on the questions of one data set. */
export interface SetResult {
  readonly dataset: string;
  readonly measures: readonly QuestionMeasures[];
  /** `curves[question][position]`, for the system whose dial was swept. */
  readonly curves?: readonly (readonly OperatingPoint[])[];
}

/** A system's figures; a metric that says nothing is null. */
export interface Summary {
  readonly n: number;
  readonly metrics: Readonly<Record<MetricName, number | null>> & {
    readonly cutAtRecall: Readonly<Record<string, number | null>>;
  };
  /** 95% intervals of the same, `cutAtRecall` under `cutAtRecall.0.9` and so on. */
  readonly intervals: Readonly<Record<string, Interval>>;
}

const CUT_KEYS = RECALLS.map((recall) => `cutAtRecall.${recall}`);

/**
 * Sums a system's results up. Over several data sets every figure is the mean of the sets' figures, each set counting the
 * same; sets that say nothing are left out of a mean. Questions are drawn anew within their set for the intervals.
 */
export function summarise(sets: readonly SetResult[], seed = 1, resamples?: number): Summary {
  const everything = sets.map(({ measures }) => new Int32Array(measures.length).fill(1));
  const packed = sets.map(pack);
  const statistics = (draws: readonly Int32Array[]) => meanOverSets(packed, draws);
  const values = statistics(everything);
  const options = { seed, ...(resamples === undefined ? {} : { resamples }) };
  const found = bootstrap(
    sets.map(({ measures }) => measures.length),
    statistics,
    options,
  );
  const keys = [...METRIC_NAMES, ...CUT_KEYS];
  const figure = (key: string) => {
    const value = values[keys.indexOf(key)]!;
    return Number.isNaN(value) ? null : value;
  };
  return {
    n: sets.reduce((sum, { measures }) => sum + measures.length, 0),
    metrics: {
      ...(Object.fromEntries(METRIC_NAMES.map((name) => [name, figure(name)])) as Record<
        MetricName,
        number | null
      >),
      cutAtRecall: Object.fromEntries(RECALLS.map((recall, i) => [recall, figure(CUT_KEYS[i]!)])),
    },
    intervals: Object.fromEntries(
      keys.flatMap((key, i) => (figure(key) === null ? [] : [[key, found[i]!]])),
    ),
  };
}

/** A set's numbers as flat arrays, which ten thousand resamples can sum quickly. */
interface PackedSet {
  readonly numerators: readonly Float64Array[];
  readonly denominators: readonly Float64Array[];
  readonly positions: number;
  readonly recall: Float64Array;
  readonly cut: Float64Array;
}

function pack({ measures, curves = [] }: SetResult): PackedSet {
  const column = (name: MetricName, part: 'numerator' | 'denominator') =>
    Float64Array.from(measures, (measure) => measure[name][part]);
  const points = curves.flat();
  return {
    numerators: METRIC_NAMES.map((name) => column(name, 'numerator')),
    denominators: METRIC_NAMES.map((name) => column(name, 'denominator')),
    positions: curves[0]?.length ?? 0,
    recall: Float64Array.from(points, ({ recall }) => recall),
    cut: Float64Array.from(points, ({ cut }) => cut),
  };
}

function meanOverSets(sets: readonly PackedSet[], draws: readonly Int32Array[]): number[] {
  const rows = sets.map((set, index) => statisticsOf(set, draws[index]!));
  return rows[0]!.map((_, key) => {
    const figures = rows.map((row) => row[key]!).filter((value) => !Number.isNaN(value));
    return figures.reduce((sum, value) => sum + value, 0) / figures.length;
  });
}

function statisticsOf(set: PackedSet, draw: Int32Array): number[] {
  const ratios = set.numerators.map(
    (numerator, metric) => weighed(numerator, draw) / weighed(set.denominators[metric]!, draw),
  );
  const curve = meanCurve(set, draw);
  return [...ratios, ...RECALLS.map((recall) => cutAtRecall(curve, recall))];
}

function weighed(values: Float64Array, draw: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += draw[i]! * values[i]!;
  return sum;
}

function meanCurve({ positions, recall, cut }: PackedSet, draw: Int32Array): OperatingPoint[] {
  const [recalls, cuts] = [new Float64Array(positions), new Float64Array(positions)];
  let count = 0;
  for (let question = 0; question < draw.length; question++) {
    const times = draw[question]!;
    // Nothing gold was retrieved: such a question has no recall and is no part of the curve.
    if (times === 0 || Number.isNaN(recall[question * positions])) continue;
    count += times;
    for (let i = 0, at = question * positions; i < positions; i++, at++) {
      recalls[i]! += times * recall[at]!;
      cuts[i]! += times * cut[at]!;
    }
  }
  return Array.from(recalls, (sum, i) => ({ recall: sum / count, cut: cuts[i]! / count }));
}
