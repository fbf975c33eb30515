import { expect, it } from 'vitest';
import type { Comparison } from './compare.ts';
import { comparisonTable, verdict } from './report-verdict.ts';

const one = (rival: string, at: Comparison['at'], interval: [number, number]): Comparison => ({
  ...{ rival, at, ours: 0.7, theirs: 0.7 - (interval[0] + interval[1]) / 2 },
  difference: { value: (interval[0] + interval[1]) / 2, interval },
});
const report = (found: Comparison[], mode: 'pool' | 'retrieval' = 'retrieval') => ({
  ...{ runs: [], problems: [], failures: [], setup: { k: 10 } },
  comparisons: { [mode]: found },
});

it('claims to stand above only where the whole interval does', () => {
  const both = [one('flat-m', 0.9, [0.1, 0.3]), one('flat-m', 'answer', [-0.01, 0.05])];
  const said = verdict(report(both));
  expect(said).toContain('Of the 10 items retrieved');
  expect(said).toContain('cuts 70.0% with 0.90 of the gold leaves kept, 70.0% at its default dial');
  expect(said).toContain(
    'clearly above in 1. It does NOT in: flat-m with as many answers in the context (68.0%), +2.0 points [−1.0, +5.0].',
  );
  expect(verdict(report([both[0]!], 'pool'))).toContain('It stands above every rival');
  expect(verdict(report([both[0]!]))).toContain('Equal answers were not compared');
  expect(said).not.toContain('Equal answers were not compared');
  expect(verdict(report([]))).toContain('makes no claim');
});

it('lists every comparison', () => {
  const table = comparisonTable([one('a<b', 0.95, [0.1, 0.3])]);
  expect(table).toContain('a&lt;b');
  expect(table).toContain('<td>70.0%</td><td>50.0%</td><td>+20.0 points [+10.0, +30.0]</td>');
});
