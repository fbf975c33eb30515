import { expect, it } from 'vitest';
import { createResampler } from './bootstrap.ts';
import { METRIC_NAMES, type QuestionMeasures } from './measure-question.ts';
import type { Share } from './metrics.ts';
import { markdownTables } from './report-markdown.ts';
import { differences, type SetResult, setStatistics, summarise } from './summarise.ts';

const nothing: Share = { numerator: 0, denominator: 0 };
const measures = (some: Partial<QuestionMeasures>): QuestionMeasures => ({
  ...(Object.fromEntries(METRIC_NAMES.map((name) => [name, nothing])) as QuestionMeasures),
  ...some,
});
const cut = (numerator: number) => measures({ tokenCut: { numerator, denominator: 1 } });

const statistics = (sets: SetResult[], resamples: number) => {
  const resampler = createResampler({ resamples });
  return sets.map((set) => setStatistics(set, resampler));
};

it('means over sets, each set counting the same', () => {
  const { n, metrics, intervals } = summarise(
    statistics(
      [
        { dataset: 'a', measures: [cut(0.2), cut(0.4), cut(0.6)] },
        { dataset: 'b', measures: [cut(0.8)] },
      ],
      200,
    ),
  );
  expect(n).toBe(4);
  expect(metrics.tokenCut).toBeCloseTo(0.6);
  const [low, high] = intervals.tokenCut!;
  expect(low).toBeGreaterThanOrEqual(0.5);
  expect(low).toBeLessThan(0.6);
  expect(high).toBeGreaterThan(0.6);
  expect(high).toBeLessThanOrEqual(0.7);
});

it('has null for what no question says anything about', () => {
  const { metrics, intervals } = summarise(
    statistics([{ dataset: 'a', measures: [cut(0.2)] }], 10),
  );
  expect(metrics.answerInContext).toBeNull();
  expect(metrics.cutAtRecall).toEqual({ 0.9: null, 0.95: null });
  expect(Object.keys(intervals)).toEqual(['tokenCut']);
});

it('reads the cut at a recall off the mean curve, without questions that have no gold', () => {
  const curve = (recall: number) => [
    { recall, cut: 0.8 },
    { recall: 1, cut: 0.2 },
  ];
  const unknown = { recall: Number.NaN, cut: 1 };
  const { metrics } = summarise(
    statistics(
      [
        {
          dataset: 'a',
          measures: [cut(0), cut(0), cut(0)],
          curves: [curve(0.7), curve(0.9), [unknown, unknown]],
        },
      ],
      10,
    ),
  );
  expect(metrics.cutAtRecall['0.9']).toBeCloseTo(0.5);
  expect(metrics.cutAtRecall['0.95']).toBeCloseTo(0.35);
});

it('pairs the questions of two systems', () => {
  const values = [0.1, 0.5, 0.9, 0.3];
  const system = (more: number) =>
    statistics([{ dataset: 'a', measures: values.map((value) => cut(value + more)) }], 100);
  const { tokenCut } = differences(system(0.25), system(0));
  expect(tokenCut!.value).toBeCloseTo(0.25);
  expect(tokenCut!.interval[0]).toBeCloseTo(0.25);
  expect(tokenCut!.interval[1]).toBeCloseTo(0.25);
});

it('writes "all" first and a dash for what is not known', () => {
  const summary = summarise(statistics([{ dataset: 'a', measures: [cut(0.25)] }], 10));
  const common = { split: 'dev', mode: 'pool', system: 'whole-item', options: {}, ...summary };
  const text = markdownTables([
    { dataset: 'a', ...common },
    { dataset: 'all', ...common },
  ]);
  expect(text.indexOf('## all, dev, pool (1 questions)')).toBe(0);
  expect(text).toContain('| whole-item | – | – | 0.250 [0.250, 0.250] |');
});
