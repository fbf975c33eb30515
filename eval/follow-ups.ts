/**
 * Measures follow-up rounds, and refining returned items again (ours, method 8.2), in the product's own loop, without a
 * language model: the critic is an oracle that asks for the title of the first gold item whose gold leaves are not all in
 * the evidence.
 *
 *   npx tsx eval/follow-ups.ts --data DIR [--dataset NAME[=N]]... [--k N] [--rounds N] [--json FILE]
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { MAX_ROUNDS, RETRIEVED_ITEMS } from '../src/core/defaults.ts';
import type { EvidenceForest } from '../src/core/evidence-forest.ts';
import { fingerprintKey } from '../src/core/fingerprint.ts';
import { comparedTokens } from '../src/core/render-evidence.ts';
import type { Selection } from '../src/core/selection.ts';
import { calibrated } from '../src/core/selections/calibrated-default.ts';
import { parentRelative } from '../src/core/selections/parent-relative.ts';
import type { Critic } from '../src/pipeline/critic.ts';
import { Gathering, gatherEvidence } from '../src/pipeline/gather-evidence.ts';
import { NO_COST } from '../src/pipeline/model-cost.ts';
import { createResampler, meanWithInterval } from './bootstrap.ts';
import { type Dataset, type DatasetQuestion, readDataset } from './dataset.ts';
import { type FollowUpRow, followUpTable } from './follow-up-table.ts';
import { type IndexedQuestions, indexQuestions } from './index-questions.ts';
import { withTerms } from './measure-answer.ts';
import { openNodeEncoder } from './node-encoder.ts';
import { vectorRanking } from './rank-items.ts';
import { selectionQuestions } from './reserved.ts';
import { sampleQuestions } from './sample-questions.ts';
import { openVectorCache } from './vector-cache.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    split: { type: 'string', default: 'dev' },
    dataset: { type: 'string', multiple: true, default: ['2wikimultihopqa', 'hotpotqa'] },
    model: { type: 'string', default: 'public/models/all-minilm-l6-v2' },
    cache: { type: 'string', default: '.cache/vectors' },
    k: { type: 'string', default: String(RETRIEVED_ITEMS) },
    rounds: { type: 'string', default: String(MAX_ROUNDS) },
    json: { type: 'string' },
  },
});

/** How the loop runs: with one round only, without refining returned items again, and with. */
const LOOPS = [
  { rounds: 1, rerefine: false },
  { rounds: Number(values.rounds), rerefine: false },
  { rounds: Number(values.rounds), rerefine: true },
] as const;

/** What one question was left with. */
interface Outcome {
  /** Share of its gold leaves in the evidence. */
  readonly recall: number;
  /** Tokens of the evidence. */
  readonly tokens: number;
  /** Items that a follow-up retrieved, and those of them that were there already. */
  readonly retrieved: number;
  readonly returned: number;
}

const encoder = await openNodeEncoder({ folder: values.model });
const fingerprint = fingerprintKey(encoder.fingerprint);

/** The leaves of each item that stand in the evidence. */
function keptLeaves(evidence: readonly EvidenceForest[]): Map<string, Set<number>> {
  const kept = new Map<string, Set<number>>();
  for (const { itemId, spans } of evidence) {
    const leaves = kept.get(itemId) ?? new Set<number>();
    for (const { firstLeaf, endLeaf } of spans) {
      for (let leaf = firstLeaf; leaf < endLeaf; leaf++) leaves.add(leaf);
    }
    kept.set(itemId, leaves);
  }
  return kept;
}

/** Knows the gold evidence and names the first item that lacks some; what was asked for once is not asked again. */
function oracleCritic({ question, gold }: DatasetQuestion, { items }: Dataset): Critic {
  return {
    judge({ evidence, searched }) {
      const kept = keptLeaves(evidence);
      const asked = new Set(searched.map(({ missing }) => missing));
      const lacking = [...gold]
        .filter(([id, leaves]) => !leaves.every((leaf) => kept.get(id)?.has(leaf)))
        .map(([id]) => items.get(id)!.item.title)
        .find((title) => !asked.has(title));
      const verdict = {
        ...{ rationale: '', answer: null, parsed: true, sufficient: lacking === undefined },
        missing: lacking ?? null,
        followUp: lacking === undefined ? null : `${question} ${lacking}`,
      };
      return Promise.resolve({ verdict, cost: NO_COST });
    },
  };
}

async function measure(
  dataset: Dataset,
  indexed: IndexedQuestions,
  question: DatasetQuestion,
  options: { readonly selection: Selection } & (typeof LOOPS)[number],
  rank: ReturnType<typeof vectorRanking>,
): Promise<Outcome> {
  const state = new Gathering(fingerprint);
  const rounds = gatherEvidence(
    question.question,
    state,
    {
      encoder,
      retriever: { retrieve: (query, k) => Promise.resolve(rank(query, k)) },
      store: { getItems: (ids) => Promise.resolve(ids.map((id) => indexed.items.get(id))) },
      critic: oracleCritic(question, dataset),
      tableQuestion: {
        classify: () => Promise.resolve({ kind: 'lookup', reason: '', cost: NO_COST }),
      },
    },
    { ...options, k: Number(values.k) },
  );
  let [retrieved, returned] = [0, 0];
  for await (const event of rounds) {
    if (event.type !== 'retrieved' || event.round === 1) continue;
    const known = state.items;
    retrieved += event.items.length;
    returned += event.items.filter(({ itemId }) => known.has(itemId)).length;
  }
  const evidence = state.compressed.map(({ forest }) => forest);
  const kept = keptLeaves(evidence);
  const gold = [...question.gold].flatMap(([id, leaves]) =>
    [...leaves].map((leaf): number => (kept.get(id)?.has(leaf) ? 1 : 0)),
  );
  return {
    recall: gold.reduce((sum, hit) => sum + hit, 0) / gold.length,
    tokens: comparedTokens([...state.items.values()], evidence).kept,
    ...{ retrieved, returned },
  };
}

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, value) => sum + value, 0) / numbers.length;

const resampler = createResampler();

/** The loops side by side on one data set with one selection; gains are over the loop before, paired by question. */
function rowOf(
  dataset: string,
  selection: string,
  loops: readonly (readonly Outcome[])[],
): FollowUpRow {
  const column = (outcomes: readonly Outcome[], key: keyof Outcome) =>
    outcomes.map((outcome) => outcome[key]);
  return {
    ...{ dataset, selection, n: loops[0]!.length },
    loops: loops.map((outcomes, place) => {
      const recalls = column(outcomes, 'recall');
      const before = place === 0 ? undefined : column(loops[place - 1]!, 'recall');
      const gains =
        before === undefined ? undefined : recalls.map((recall, i) => recall - before[i]!);
      return {
        ...LOOPS[place]!,
        recall: mean(recalls),
        tokens: mean(column(outcomes, 'tokens')),
        ...(gains === undefined ? {} : { gain: meanWithInterval(resampler, dataset, gains) }),
      };
    }),
    returnedShare: mean(column(loops[1]!, 'returned')) / mean(column(loops[1]!, 'retrieved')),
  };
}

const rows: FollowUpRow[] = [];
for (const choice of values.dataset) {
  const [name = '', count] = choice.split('=');
  const dataset = await readDataset(values.data, name, values.split);
  const usable = selectionQuestions(dataset, values.split);
  const questions = count === undefined ? usable : sampleQuestions(usable, Number(count));
  const cache = openVectorCache(values.cache);
  const bare = await indexQuestions(dataset, questions, encoder, { cache });
  const items = withTerms(bare.items);
  const indexed = { ...bare, items };
  const rank = vectorRanking(items);
  for (const selection of [calibrated, parentRelative]) {
    const loops: Outcome[][] = [];
    for (const loop of LOOPS) {
      const outcomes: Outcome[] = [];
      for (const question of questions) {
        outcomes.push(await measure(dataset, indexed, question, { selection, ...loop }, rank));
      }
      loops.push(outcomes);
    }
    rows.push(rowOf(name, selection.name, loops));
  }
}
console.log(followUpTable(rows));
if (values.json !== undefined) {
  await writeFile(values.json, `${JSON.stringify({ k: Number(values.k), rows }, undefined, 1)}\n`);
}
await encoder.dispose();
