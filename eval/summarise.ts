import { type Interval, percentileInterval, type Resampler } from './bootstrap.ts';
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

/** The figures of one system on one data set, as they are and in every resample. */
export interface SetStatistics {
  readonly dataset: string;
  readonly n: number;
  /** One figure per key of {@link FIGURES}; NaN where no question says anything. */
  readonly values: Float64Array;
  /** `resampled[figure][resample]`. */
  readonly resampled: readonly Float64Array[];
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

/** Keys of the figures: the metrics, then the cuts. */
export const FIGURES: readonly string[] = [
  ...METRIC_NAMES,
  ...RECALLS.map((recall) => `cutAtRecall.${recall}`),
];

/** Works a data set's figures out, and again in every resample of its questions. */
export function setStatistics(set: SetResult, resampler: Resampler): SetStatistics {
  const { dataset, measures } = set;
  const packed = pack(set);
  const size = measures.length;
  const draws = resampler.draws(dataset, size);
  const resampled = FIGURES.map(() => new Float64Array(resampler.resamples));
  for (let row = 0; row < resampler.resamples; row++) {
    const figures = figuresOf(packed, draws.subarray(row * size, (row + 1) * size));
    for (let i = 0; i < figures.length; i++) resampled[i]![row] = figures[i]!;
  }
  return { dataset, n: size, values: figuresOf(packed, new Uint16Array(size).fill(1)), resampled };
}

/**
 * Sums a system's results up. Over several data sets every figure is the mean of the sets' figures, each set counting the
 * same; sets that say nothing are left out of a mean. Questions are drawn anew within their set for the intervals.
 */
export function summarise(sets: readonly SetStatistics[]): Summary {
  const { n, values, resampled } = meanOverSets(sets);
  const figure = (key: string) => {
    const value = values[FIGURES.indexOf(key)]!;
    return Number.isNaN(value) ? null : value;
  };
  return {
    n,
    metrics: {
      ...(Object.fromEntries(METRIC_NAMES.map((name) => [name, figure(name)])) as Record<
        MetricName,
        number | null
      >),
      cutAtRecall: Object.fromEntries(
        RECALLS.map((recall) => [recall, figure(`cutAtRecall.${recall}`)]),
      ),
    },
    intervals: Object.fromEntries(
      FIGURES.flatMap((key, i) =>
        figure(key) === null ? [] : [[key, percentileInterval(resampled[i]!)]],
      ),
    ),
  };
}

/**
 * The figures of one system less those of another on the same questions, with paired 95% intervals.
 *
 * @returns by figure; without those that either does not have.
 */
export function differences(
  sets: readonly SetStatistics[],
  others: readonly SetStatistics[],
): Readonly<Record<string, { readonly value: number; readonly interval: Interval }>> {
  const [one, other] = [meanOverSets(sets), meanOverSets(others)];
  return Object.fromEntries(
    FIGURES.flatMap((key, i) => {
      const value = one.values[i]! - other.values[i]!;
      if (Number.isNaN(value)) return [];
      const resampled = one.resampled[i]!.map((figure, row) => figure - other.resampled[i]![row]!);
      return [[key, { value, interval: percentileInterval(resampled) }]];
    }),
  );
}

/** Every figure as the mean of the sets that say something, as it is and in every resample. */
export function meanOverSets(sets: readonly SetStatistics[]): Omit<SetStatistics, 'dataset'> {
  const first = sets[0]!;
  if (sets.length === 1) return first;
  const mean = (figures: readonly number[]) => {
    const said = figures.filter((value) => !Number.isNaN(value));
    return said.reduce((sum, value) => sum + value, 0) / said.length;
  };
  return {
    n: sets.reduce((sum, set) => sum + set.n, 0),
    values: first.values.map((_, i) => mean(sets.map(({ values }) => values[i]!))),
    resampled: first.resampled.map((rows, i) =>
      rows.map((_, row) => mean(sets.map(({ resampled }) => resampled[i]![row]!))),
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

function figuresOf(set: PackedSet, draw: Uint16Array): Float64Array {
  const ratios = set.numerators.map(
    (numerator, metric) => weighed(numerator, draw) / weighed(set.denominators[metric]!, draw),
  );
  const curve = meanCurve(set, draw);
  return Float64Array.from([...ratios, ...RECALLS.map((recall) => cutAtRecall(curve, recall))]);
}

function weighed(values: Float64Array, draw: Uint16Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += draw[i]! * values[i]!;
  return sum;
}

function meanCurve({ positions, recall, cut }: PackedSet, draw: Uint16Array): OperatingPoint[] {
  if (positions === 0) return [];
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
