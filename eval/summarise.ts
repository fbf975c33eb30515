import {
  type Difference,
  type Interval,
  pairedDifference,
  percentileInterval,
  type Resampler,
} from './bootstrap.ts';
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
  const size = measures.length;
  const figures = packFigures(set);
  const draws = resampler.draws(dataset, size);
  const resampled = FIGURES.map(() => new Float64Array(resampler.resamples));
  for (let row = 0; row < resampler.resamples; row++) {
    const drawn = figures(draws.subarray(row * size, (row + 1) * size));
    for (let i = 0; i < drawn.length; i++) resampled[i]![row] = drawn[i]!;
  }
  return { dataset, n: size, values: figures(new Uint16Array(size).fill(1)), resampled };
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
): Readonly<Record<string, Difference>> {
  const [one, other] = [meanOverSets(sets), meanOverSets(others)];
  return Object.fromEntries(
    FIGURES.flatMap((key, i) => {
      const difference = pairedDifference(
        { value: one.values[i]!, resampled: one.resampled[i]! },
        { value: other.values[i]!, resampled: other.resampled[i]! },
      );
      return Number.isNaN(difference.value) ? [] : [[key, difference]];
    }),
  );
}

/** Every figure as the mean of the sets that say something, as it is and in every resample. */
export function meanOverSets(sets: readonly SetStatistics[]): Omit<SetStatistics, 'dataset'> {
  const first = sets[0]!;
  if (sets.length === 1) return first;
  return {
    n: sets.reduce((sum, set) => sum + set.n, 0),
    values: meanOfSaid(sets.map(({ values }) => values)),
    resampled: first.resampled.map((_, figure) =>
      meanOfSaid(sets.map(({ resampled }) => resampled[figure]!)),
    ),
  };
}

/** The mean at every place over the rows that have a number there. */
function meanOfSaid(rows: readonly Float64Array[]): Float64Array {
  return rows[0]!.map((_, at) => {
    let [sum, said] = [0, 0];
    for (const row of rows) {
      const value = row[at]!;
      if (Number.isNaN(value)) continue;
      sum += value;
      said++;
    }
    return sum / said;
  });
}

/** A sum over the questions divided by another: the places of both among the packed columns. */
type Ratio = readonly [numerator: number, denominator: number];

/**
 * A set's numbers packed so that ten thousand resamples sum them quickly: every figure is made of sums over the questions,
 * and a column that several figures share, as the many that are all ones, is summed once.
 *
 * @returns the figures in the order of {@link FIGURES}, of a draw of the questions.
 */
function packFigures({ measures, curves = [] }: SetResult): (draw: Uint16Array) => Float64Array {
  const columns = new Map<string, { readonly place: number; readonly values: readonly number[] }>();
  const place = (values: readonly number[]): number => {
    const key = values.join();
    const known = columns.get(key) ?? { place: columns.size, values };
    columns.set(key, known);
    return known.place;
  };
  const ratios = METRIC_NAMES.map(
    (name): Ratio => [
      place(measures.map((measure) => measure[name].numerator)),
      place(measures.map((measure) => measure[name].denominator)),
    ],
  );
  // Nothing gold was retrieved: such a question has no recall and is no part of the curve.
  const onCurve = curves.map((points) => !Number.isNaN(points[0]?.recall));
  const counted = place(onCurve.map(Number));
  const positions = (curves[0] ?? []).map((_, i) => {
    const column = (part: keyof OperatingPoint) =>
      place(curves.map((points, question) => (onCurve[question]! ? points[i]![part] : 0)));
    return { recall: column('recall'), cut: column('cut') };
  });
  const matrix = rowsOf([...columns.values()].map(({ values }) => values));
  return (draw) => {
    const sums = weighedSums(matrix, columns.size, draw);
    const figures = new Float64Array(FIGURES.length);
    for (let i = 0; i < ratios.length; i++) {
      const [numerator, denominator] = ratios[i]!;
      figures[i] = sums[numerator]! / sums[denominator]!;
    }
    const curve = positions.map(({ recall, cut }) => ({
      recall: sums[recall]! / sums[counted]!,
      cut: sums[cut]! / sums[counted]!,
    }));
    for (let i = 0; i < RECALLS.length; i++) {
      figures[ratios.length + i] = cutAtRecall(curve, RECALLS[i]!);
    }
    return figures;
  };
}

function rowsOf(columns: readonly (readonly number[])[]): Float64Array {
  const size = columns[0]?.length ?? 0;
  return Float64Array.from({ length: size * columns.length }, (_, at) => {
    const question = Math.floor(at / columns.length);
    return columns[at % columns.length]![question]!;
  });
}

/** The sum of every column, each question as often as it was drawn. */
function weighedSums(matrix: Float64Array, width: number, draw: Uint16Array): Float64Array {
  const sums = new Float64Array(width);
  for (let question = 0; question < draw.length; question++) {
    const times = draw[question]!;
    if (times === 0) continue;
    for (let column = 0, at = question * width; column < width; column++, at++) {
      sums[column]! += times * matrix[at]!;
    }
  }
  return sums;
}
