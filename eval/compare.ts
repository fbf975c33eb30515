import { type Difference, type Figure, pairedDifference } from './bootstrap.ts';
import { cutAtRecall } from './metrics.ts';
import { FIGURES, meanOverSets, RECALLS, type SetStatistics } from './summarise.ts';

/** The product's default. */
export const OURS = 'canopy-calibrated';
/** What it must stand above, by family: what people would use instead of it. */
const RIVALS: readonly string[] = [
  'flat-m',
  'recomp-extractive',
  'embedding-filter',
  'sentence-filter',
  'long-llmlingua',
];

/** The product's token cut less a rival's, with one thing held equal, over all data sets. */
export interface Comparison {
  readonly rival: string;
  /** Held equal: a recall of gold leaves, or the questions whose answer stands in the context. */
  readonly at: (typeof RECALLS)[number] | 'answer';
  /** Token cuts. */
  readonly ours: number;
  readonly theirs: number;
  readonly difference: Difference;
}

/** A system's figures on every data set. */
export interface Compared {
  readonly name: string;
  readonly family: string;
  readonly sets: readonly SetStatistics[];
}

/**
 * Sets the product's default beside each rival that was run. Cuts at a recall are read off the dials' curves; for equal
 * answers the default stays where it is and the rival is read between its settings, whole items among them.
 *
 * @returns nothing where the default was not run.
 */
export function compare(systems: readonly Compared[]): Comparison[] {
  const own = systems.find(({ name }) => name === OURS);
  if (own === undefined) return [];
  const whole = systems.filter(({ name }) => name === 'whole-item');
  return RIVALS.flatMap((rival) => {
    const members = systems.filter(({ family }) => family === rival);
    const [first] = members;
    if (first === undefined) return [];
    const found = RECALLS.flatMap((recall) => {
      const key = `cutAtRecall.${recall}`;
      return comparison(rival, recall, figureOf(own, key), figureOf(first, key));
    });
    // Whole items are where a rival ends that must keep more than its settings do.
    if (whole.length === 0) return found;
    const theirs = cutAtAnswers([...members, ...whole], figureOf(own, 'answerInContext'));
    return [...found, ...comparison(rival, 'answer', figureOf(own, 'tokenCut'), theirs)];
  });
}

function comparison(
  rival: string,
  at: Comparison['at'],
  ours: Figure,
  theirs: Figure,
): Comparison[] {
  const difference = pairedDifference(ours, theirs);
  // A rival without a dial has no curve to read a cut from.
  if (Number.isNaN(difference.value)) return [];
  return [{ rival, at, ours: ours.value, theirs: theirs.value, difference }];
}

function figureOf({ sets }: Compared, key: string): Figure {
  const { values, resampled } = meanOverSets(sets);
  const place = FIGURES.indexOf(key);
  return { value: values[place]!, resampled: resampled[place]! };
}

/** The highest cut between the settings of a family at which as many answers stand in the context. */
function cutAtAnswers(members: readonly Compared[], answers: Figure): Figure {
  const points = members
    .map((member) => ({
      cut: figureOf(member, 'tokenCut'),
      recall: figureOf(member, 'answerInContext'),
    }))
    .sort((a, b) => b.cut.value - a.cut.value);
  const read = (of: (figure: Figure) => number) =>
    cutAtRecall(
      points.map(({ cut, recall }) => ({ cut: of(cut), recall: of(recall) })),
      of(answers),
    );
  return {
    value: read(({ value }) => value),
    resampled: answers.resampled.map((_, row) => read(({ resampled }) => resampled[row]!)),
  };
}
