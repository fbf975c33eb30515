/**
 * What an answer by quotation quotes of the evidence at the default dial (`QUOTE_REACH` in src/pipeline/choose-quotes.ts),
 * by cosine and by judgement, at several reaches; each data set counts the same:
 *
 *   npx tsx eval/quotes.ts --data DIR [--split dev] [--model DIR]
 */
import { parseArgs } from 'node:util';
import { contentBetween } from '../src/core/region-input.ts';
import { leafRegions } from '../src/core/region-tree.ts';
import { calibrated } from '../src/core/selections/calibrated-default.ts';
import { logOdds } from '../src/core/selections/small-network.ts';
import { chooseQuotes, QUOTE_REACH, type QuoteReach } from '../src/pipeline/choose-quotes.ts';
import { MOST_QUOTES } from '../src/pipeline/extractive.ts';
import { loadScored } from './load-scored.ts';
import { answerInContext } from './metrics.ts';
import type { ScoredQuestion } from './scored-questions.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    split: { type: 'string', default: 'dev' },
    model: { type: 'string', default: 'public/models/all-minilm-l6-v2' },
    cache: { type: 'string', default: '.cache/vectors' },
  },
});

interface Candidate {
  readonly quote: string;
  readonly behind: number;
  readonly worth: number;
  readonly isGold: boolean;
}

/** The kept leaves of a question, best first, by cosine or by the judgement among the items that stay. */
function candidates(scored: ScoredQuestion, byCosine: boolean): Candidate[] {
  const { indexed, pool, facts } = scored;
  const selections = calibrated.select(pool, calibrated.dial.initial);
  const stays = pool.flatMap((_, place) => (selections[place]!.kept.length > 0 ? [place] : []));
  const judgements = calibrated.judge(stays.map((place) => pool[place]!));
  const found: Omit<Candidate, 'behind'>[] = [];
  for (const [at, place] of stays.entries()) {
    const { item, leaves } = indexed[place]!;
    const { tree, scores } = pool[place]!;
    const regions = leafRegions(tree);
    const gold = new Set(facts[place]!.gold);
    for (const region of selections[place]!.kept) {
      for (let leaf = tree.starts[region]!; leaf < tree.ends[region]!; leaf++) {
        const worth = byCosine ? scores[regions[leaf]!]! : logOdds(judgements[at]![leaf]!);
        const quote = contentBetween(item, leaves.starts[leaf]!, leaves.ends[leaf]!);
        found.push({ quote, worth, isGold: gold.has(leaf) });
      }
    }
  }
  found.sort((a, b) => b.worth - a.worth);
  return found.map((each) => ({ ...each, behind: found[0]!.worth - each.worth }));
}

const sets = [...(await loadScored(values)).values()];
const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

function row(name: string, byCosine: boolean, reach: QuoteReach): void {
  const bySet = sets.map((questions) => {
    const counts = questions.map((scored) => {
      const leaves = candidates(scored, byCosine);
      const quoted = chooseQuotes(scored.question.question, leaves, MOST_QUOTES, reach);
      const gold = quoted.filter(({ isGold }) => isGold).length;
      const wanted = scored.facts.reduce((sum, fact) => sum + fact.gold.length, 0);
      const { answers, questionType } = scored.question;
      const words = quoted.map(({ quote }) => quote);
      const stands = answerInContext(answers, questionType, words);
      return {
        quotes: quoted.length,
        first: leaves[0]?.isGold ? 1 : 0,
        right: quoted.length === 0 ? 0 : gold / quoted.length,
        covered: gold / Math.min(MOST_QUOTES, wanted),
        answers: stands,
      };
    });
    const answered = counts.map(({ answers }) => answers).filter((share) => share.denominator > 0);
    return [
      mean(counts.map(({ quotes }) => quotes)),
      mean(counts.map(({ first }) => first)),
      mean(counts.map(({ right }) => right)),
      mean(counts.map(({ covered }) => covered)),
      mean(answered.map(({ numerator }) => numerator)),
    ];
  });
  const figures = [0, 1, 2, 3, 4].map((at) => mean(bySet.map((figure) => figure[at]!)).toFixed(3));
  console.log(`| ${[name, reach.near, reach.far, ...figures].join(' | ')} |`);
}

console.log(
  '| order | near | far | quotes | first is gold | share of quotes that is gold | gold that is quoted | answer in the quotes |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
row('cosine', true, { near: 0.05, far: 0.25 });
for (const near of [0, 0.25, 0.5, 1, 1.5]) {
  for (const far of [near, 1, 2, 4]) {
    if (far >= near) row('judgement', false, { near, far });
  }
}
row('judgement, as shipped', false, QUOTE_REACH);
