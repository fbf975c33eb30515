import { CanopyError } from '../src/core/errors.ts';
import type { RegionSelection } from '../src/core/refine.ts';
import { leafCount, leafRegions, regionCount } from '../src/core/region-tree.ts';
import type { Selection } from '../src/core/selection.ts';
import { calibrated } from '../src/core/selections/calibrated-default.ts';
import { flatM } from '../src/core/selections/flat-m.ts';
import { keepLeaves } from '../src/core/selections/keep-leaves.ts';
import { leafSelection } from '../src/core/selections/leaf-selection.ts';
import { parentRelative } from '../src/core/selections/parent-relative.ts';
import { poolRelative } from '../src/core/selections/pool-relative.ts';
import type { ScoredQuestion } from './scored-questions.ts';

/** A compressor under evaluation at one setting, with the dial positions whose curve its cut at a recall is read from. */
export interface System {
  readonly name: string;
  readonly options: Readonly<Record<string, number>>;
  compress(question: ScoredQuestion): RegionSelection[];
  readonly sweep?: { readonly selection: Selection; readonly positions: readonly number[] };
}

/** Every item as it is. */
const wholeItem: System = {
  name: 'whole-item',
  options: {},
  compress: ({ pool }) => pool.map(({ tree }) => keepLeaves(tree, full(leafCount(tree)))),
};

/** Upper references (paper, section 7): only the gold items, whole, and only the gold leaves. */
const goldItem: System = {
  name: 'gold-item',
  options: {},
  compress: ({ facts }) =>
    facts.map(({ tree, gold }) =>
      keepLeaves(tree, gold.length > 0 ? full(leafCount(tree)) : new Uint8Array(leafCount(tree))),
    ),
};
const goldSpan: System = {
  name: 'gold-span',
  options: {},
  compress: ({ facts }) =>
    facts.map(({ tree, gold }) => {
      const mask = new Uint8Array(leafCount(tree));
      for (const leaf of gold) mask[leaf] = 1;
      return keepLeaves(tree, mask);
    }),
};

/** Best region of any level of each item (paper, section 7). */
const flatAny: System = {
  name: 'flat-any',
  options: {},
  compress: ({ pool }) =>
    pool.map(({ tree, scores }) => {
      let best = 0;
      for (let region = 1; region < regionCount(tree); region++) {
        if (scores[region]! > scores[best]!) best = region;
      }
      const mask = new Uint8Array(leafCount(tree)).fill(1, tree.starts[best]!, tree.ends[best]!);
      return keepLeaves(tree, mask);
    }),
};

/** Best N sentences over all items (RECOMP extractive; paper, section 7). */
const recomp = leafSelection({
  name: 'recomp-extractive',
  dial: { min: 1, max: 50, step: 1, initial: 10 },
  judge(pool) {
    const leaves = pool.flatMap(({ tree, scores }, item) =>
      Array.from(leafRegions(tree), (region, leaf) => ({ item, leaf, score: scores[region]! })),
    );
    const places = pool.map(({ tree }) => new Float32Array(leafCount(tree)));
    leaves.sort((a, b) => b.score - a.score);
    for (const [place, { item, leaf }] of leaves.entries()) places[item]![leaf] = -1 - place;
    return places;
  },
  bar: (count) => -count,
});

function full(leaves: number): Uint8Array {
  return new Uint8Array(leaves).fill(1);
}

function steps(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));
}

/** Positions of the dials, from keep-less to keep-more; wide enough that the curve reaches a recall of 0.95. */
const SWEEPS = new Map<string, { selection: Selection; positions: number[]; settings: number[] }>([
  [
    'parent-relative',
    { selection: parentRelative, positions: steps(-0.1, 0.6, 29), settings: [0] },
  ],
  ['flat-m', { selection: flatM, positions: counts(200), settings: [1, 3, 5, 10] }],
  ['flat-leaf', { selection: { ...flatM, name: 'flat-leaf' }, positions: [], settings: [1] }],
  [
    'pool-relative',
    { selection: poolRelative, positions: steps(0, 1, 101), settings: [poolRelative.dial.initial] },
  ],
  [
    'calibrated',
    { selection: calibrated, positions: steps(0.5, 1, 101), settings: [calibrated.dial.initial] },
  ],
  [
    'recomp-extractive',
    { selection: recomp, positions: counts(1000), settings: [1, 5, 10, 20, 50] },
  ],
]);

/** 1, 2, 3 … and then ever wider steps to about `largest`. */
function counts(largest: number): number[] {
  const found = [1];
  while (found.at(-1)! < largest)
    found.push(Math.max(found.at(-1)! + 1, Math.round(found.at(-1)! * 1.1)));
  return found;
}

const FIXED = [wholeItem, goldItem, goldSpan, flatAny];

/** Names for `--compressor`. */
export const SYSTEM_NAMES = [...FIXED.map(({ name }) => name), ...SWEEPS.keys()].sort();

/**
 * The systems of a name; one per setting for those with a dial.
 *
 * @throws CanopyError `INVALID_ARGUMENT` for a name that is none.
 */
export function systemsNamed(name: string): System[] {
  const fixed = FIXED.find((system) => system.name === name);
  if (fixed !== undefined) return [fixed];
  const sweep = SWEEPS.get(name);
  if (sweep === undefined) {
    throw new CanopyError('INVALID_ARGUMENT', `There is no compressor named ${name}.`, {
      nextStep: `Choose from ${SYSTEM_NAMES.join(', ')}.`,
    });
  }
  const { selection, positions, settings } = sweep;
  return settings.map((dial, index) => ({
    name: settings.length === 1 ? name : `${name}-${dial}`,
    options: { dial },
    compress: ({ pool }) => selection.select(pool, dial),
    // One curve belongs to all settings of a dial; it is measured with the first.
    ...(index === 0 && positions.length > 0 ? { sweep: { selection, positions } } : {}),
  }));
}
