/**
 * Trains the calibrated selection on the training split's cached vectors (`eval/encode.ts` fills the cache), chooses its
 * dial on the development split and writes the model:
 *
 *   npx tsx eval/train-calibrated.ts --data DIR [--model DIR] [--leave-out] [--ablate] [--out FILE]
 *
 * `--leave-out` also trains once without each data set and shows what that set loses, `--ablate` without each group of
 * features. Sets and items that may not be used
 * commercially are left out of training and still evaluated.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { BRIDGE_FEATURES } from '../src/core/selections/bridge-features.ts';
import {
  type CalibratedModel,
  leafJudge,
  SECOND_FEATURES,
} from '../src/core/selections/calibrated.ts';
import { EVIDENCE_FEATURES } from '../src/core/selections/evidence-features.ts';
import { flatM } from '../src/core/selections/flat-m.ts';
import { poolRelative } from '../src/core/selections/pool-relative.ts';
import { calibrate, FEATURES, type QuestionSets } from './calibrate.ts';
import { goldBars, leafCurves, meanCurve } from './curve.ts';
import { loadScored } from './load-scored.ts';
import { cutAtRecall, type OperatingPoint } from './metrics.ts';
import type { ScoredQuestion } from './scored-questions.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    model: { type: 'string', default: 'public/models/all-minilm-l6-v2' },
    cache: { type: 'string', default: '.cache/vectors' },
    out: { type: 'string', default: 'src/core/selections/calibrated-model.json' },
    epochs: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    'leave-out': { type: 'boolean', default: false },
    ablate: { type: 'boolean', default: false },
  },
});

/** Data sets without a licence for any use. */
const NON_COMMERCIAL = new Set(['pstuts_vqa']);
/** A judgement that every leaf reaches. */
const KEEP_ALL = 1e-7;
/** Dial positions of the model, as shares of the evidence that stays. */
const POSITIONS = [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99];

type Judge = (question: ScoredQuestion) => Float32Array[];

function curvesOf(sets: QuestionSets, judge: Judge, bars?: readonly number[]) {
  return new Map(
    [...sets].map(([name, questions]) => {
      const figures = questions.map(judge);
      const chosen = bars ?? goldBars(questions, figures);
      return [name, meanCurve(leafCurves(questions, figures, chosen))] as const;
    }),
  );
}

/** Means are of sets whose questions have pools of several items, and of those with one long document. */
const isPool = ([, questions]: readonly [string, readonly ScoredQuestion[]]) =>
  questions.some(({ pool }) => pool.length > 1);
const isLong = ([, questions]: readonly [string, readonly ScoredQuestion[]]) =>
  questions.every(({ pool }) => pool.length === 1 && pool[0]!.modality !== 'table');

function show(system: string, curves: ReadonlyMap<string, readonly OperatingPoint[]>): void {
  const cuts = new Map(
    [...curves].map(([name, curve]) => [
      name,
      [0.9, 0.95].map((recall) => cutAtRecall(curve, recall)),
    ]),
  );
  const mean = (names: readonly string[]) =>
    [0, 1].map((at) => names.reduce((sum, name) => sum + cuts.get(name)![at]!, 0) / names.length);
  const named = (choose: typeof isPool) => [...dev].filter(choose).map(([name]) => name);
  const cell = (at: readonly number[]) => at.map((cut) => cut.toFixed(3)).join(' ');
  const means = [named(isPool), named(isLong), [...dev.keys()]].map((names) => cell(mean(names)));
  console.log(`| ${[system, ...means, ...[...cuts.values()].map(cell)].join(' | ')} |`);
}

/** The bar at each dial position: where the mean over the sets of their mean recall is the position. */
function dialOf(sets: QuestionSets, judge: Judge): CalibratedModel['dial'] {
  const bars = Array.from({ length: 400 }, (_, i) => 1 / (1 + Math.exp((i - 150) / 30)));
  const curves = [...curvesOf(sets, judge, bars).values()];
  const recallAt = (bar: number) =>
    curves.reduce((sum, curve) => sum + curve[bar]!.recall, 0) / curves.length;
  const found = POSITIONS.map((keep): [number, number] => {
    const bar = bars.findIndex((_, index) => recallAt(index) >= keep);
    return [keep, Number((bars[bar] ?? bars.at(-1)!).toPrecision(4))];
  });
  return [...found, [1, KEEP_ALL]];
}

const options = {
  epochs: Number(values.epochs),
  seed: Number(values.seed),
};
const train = await loadScored({ ...values, split: 'train' });
for (const name of NON_COMMERCIAL) train.delete(name);
const dev = await loadScored({ ...values, split: 'dev' });
const sizes = [...dev].map(
  ([name, { length }]) => `${name} (${train.get(name)?.length ?? 0}/${length})`,
);
console.log(
  `| cut at 0.90, 0.95 | pools | long | all | ${sizes.join(' | ')} |\n|${' --- |'.repeat(sizes.length + 4)}`,
);
const places = Array.from({ length: 600 }, (_, i) => -(i + 1));
show(
  'flat-m',
  curvesOf(dev, ({ pool }) => flatM.judge(pool), places),
);
show(
  'pool-relative',
  curvesOf(dev, ({ pool }) => poolRelative.judge(pool)),
);
const networks = calibrate(train, options);
const judgePool = leafJudge(networks);
const judge: Judge = ({ pool }) => judgePool(pool);
show('calibrated', curvesOf(dev, judge));
if (values['leave-out']) {
  const left = new Map<string, readonly OperatingPoint[]>();
  for (const [name, questions] of dev) {
    const others = new Map([...train].filter(([other]) => other !== name));
    const stranger = leafJudge(calibrate(others, options));
    const curves = curvesOf(new Map([[name, questions]]), ({ pool }) => stranger(pool));
    left.set(name, curves.get(name)!);
  }
  show('calibrated without the set', left);
}
if (values.ablate) {
  const inGroup = (...starts: string[]) =>
    FEATURES.filter((name) => starts.some((start) => name.startsWith(start)));
  const groups = {
    'the regions above': inGroup('parent', 'grandparent', 'ancestor', 'root'),
    'neighbours and windows': inGroup('neighbour', 'window'),
    'the pool': inGroup('toPool', 'itemToPool', 'rootToPool', 'pool', 'itemRank', 'rankInPool'),
    words: inGroup('words', 'queryTerms'),
    'names of other items': [...BRIDGE_FEATURES].filter((name) => name.startsWith('name')),
    'the best leaves': [...EVIDENCE_FEATURES],
    'the second judgement': [...SECOND_FEATURES],
  };
  for (const [group, without] of Object.entries(groups)) {
    const blind = leafJudge(calibrate(train, { ...options, without }));
    show(
      `calibrated without ${group}`,
      curvesOf(dev, ({ pool }) => blind(pool)),
    );
  }
}
const model: CalibratedModel = { ...networks, dial: dialOf(dev, judge) };
await writeFile(values.out, `${JSON.stringify(model)}\n`);
console.log(`\nDial: ${JSON.stringify(model.dial)}`);
