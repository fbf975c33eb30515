import { estimateTokens } from '../core/estimate-tokens.ts';
import { leafWords } from '../core/piece-forest.ts';
import { regionPrefix } from '../core/region-input.ts';
import { leafCount } from '../core/region-tree.ts';
import { keepLeaves } from '../core/selections/keep-leaves.ts';
import type { Verdict } from '../pipeline/answer-events.ts';
import {
  findJsonObject,
  queryField,
  type ReplyObject,
  shortQuery,
  textField,
  yesNoField,
} from '../pipeline/parse-reply.ts';
import type { CompressorItem } from '../ports/compressor.ts';
import type { Strategy } from './strategy.ts';
import { gapMessages, selectorMessages } from './strategy-prompts.ts';
import { StrategyRun } from './strategy-run.ts';

/** Turns at most, gaps in a query, and sentences a selection may add (paper, section 7). */
const TURNS = 4;
const GAPS = 3;
const SENTENCES = 6;
/** Tokens of numbered sentences the selector is shown; what does not fit is left out from the end. Ours. */
const SELECTOR_TOKENS = 6000;

/** A sentence that the selector may pick. */
interface Candidate {
  readonly item: CompressorItem;
  readonly leaf: number;
  readonly text: string;
}

/** What the judge said. */
interface Judgement {
  readonly sufficient: boolean;
  readonly parsed: boolean;
  /** "target slot" of each gap, and its description. */
  readonly gaps: readonly { readonly query: string; readonly description: string }[];
}

/**
 * S2G-RAG (paper, section 7): a judge says whether the sentences so far suffice and names the gaps; question and gaps make
 * the next query; a selector picks at most six of the retrieved sentences, which join the evidence as they stand. While
 * there is no evidence, retrieval takes place whatever the judge says. The app sees the judge's gaps as a verdict.
 */
export const s2gRag: Strategy = {
  name: 's2g-rag',
  async *answer(question, dependencies, options = {}) {
    const run = new StrategyRun(question, dependencies, options);
    const turns = options.rounds ?? TURNS;
    const picked = new Map<string, Set<number>>();
    let round = 0;
    while (round < turns) {
      const { evidence } = run;
      const messages = gapMessages(question, evidence);
      const judgement = parseGaps(
        await run.ask('critic', messages, { maxTokens: 400, json: true }),
      );
      const goesOn = !judgement.sufficient || evidence.length === 0;
      round++;
      yield { type: 'judged', round, verdict: verdictOf(judgement, goesOn) };
      if (!goesOn) break;
      const query = [question, ...judgement.gaps.map((gap) => gap.query)].join(' ');
      const missing = judgement.gaps[0]?.description ?? question;
      if (round > 1) yield { type: 'follow-up', round, query, missing };
      const found = yield* run.retrieve(query, round);
      const candidates = sentencesOf(found, picked);
      const selector = selectorMessages(
        question,
        judgement.gaps.map(({ description }) => description),
        candidates.map(({ text }) => text),
      );
      const reply = await run.ask('critic', selector, { maxTokens: 100, json: true });
      for (const id of parseIds(reply, candidates.length)) {
        const { item, leaf } = candidates[id - 1]!;
        const { id: itemId } = item.indexed.item;
        picked.set(itemId, (picked.get(itemId) ?? new Set()).add(leaf));
      }
      yield run.put(
        found,
        found.map(({ tree, indexed }) => {
          const leaves = picked.get(indexed.item.id);
          return keepLeaves(
            tree,
            Uint8Array.from({ length: leafCount(tree) }, (_, leaf) => (leaves?.has(leaf) ? 1 : 0)),
          );
        }),
        round,
      );
    }
    yield* run.read(round);
  },
};

function verdictOf({ sufficient, parsed, gaps }: Judgement, goesOn: boolean): Verdict {
  const missing = gaps.map(({ description }) => description).join('; ');
  return {
    rationale: parsed ? '' : 'The judge’s reply could not be read.',
    ...{ answer: null, sufficient: sufficient && !goesOn, parsed },
    missing: goesOn && missing !== '' ? missing : null,
    followUp: goesOn && gaps.length > 0 ? gaps.map(({ query }) => query).join(' ') : null,
  };
}

/** Reads the judge's reply. What cannot be read is insufficient, without gaps (paper, section 7). */
export function parseGaps(reply: string): Judgement {
  const object = findJsonObject(reply, ['sufficient']);
  const sufficient = object === undefined ? undefined : yesNoField(object, 'sufficient');
  if (object === undefined || sufficient === undefined) {
    return { sufficient: false, parsed: false, gaps: [] };
  }
  const listed: unknown[] = Array.isArray(object.gaps) ? object.gaps : [];
  const gaps = listed.flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const gap = entry as ReplyObject;
    const query = [textField(gap, 'target'), textField(gap, 'slot')].filter(Boolean).join(' ');
    if (query === '') return [];
    const description = queryField(gap, 'description') ?? shortQuery(query);
    return [{ query: shortQuery(query), description }];
  });
  return { sufficient, parsed: true, gaps: gaps.slice(0, GAPS) };
}

/** Reads the selector's reply: at most six different numbers of sentences that were shown; none where it is unreadable. */
export function parseIds(reply: string, count: number): number[] {
  const ids = findJsonObject(reply, ['ids'])?.ids;
  if (!Array.isArray(ids)) return [];
  const numbers = ids.map(Number).filter((id) => Number.isInteger(id) && id >= 1 && id <= count);
  return [...new Set(numbers)].slice(0, SENTENCES);
}

/** The sentences of the items found that are not in the evidence, in the order of retrieval, each with its item's title. */
function sentencesOf(
  found: readonly CompressorItem[],
  picked: ReadonlyMap<string, ReadonlySet<number>>,
): Candidate[] {
  const candidates: Candidate[] = [];
  let room = SELECTOR_TOKENS;
  for (const item of found) {
    const { indexed, tree } = item;
    const prefix = regionPrefix(indexed.item).replaceAll('\n', ' ');
    for (let leaf = 0; leaf < leafCount(tree); leaf++) {
      if (picked.get(indexed.item.id)?.has(leaf)) continue;
      const text = `(${prefix}) ${leafWords(indexed, leaf).trim()}`;
      room -= estimateTokens(text);
      if (room < 0 && candidates.length > 0) return candidates;
      candidates.push({ item, leaf, text });
    }
  }
  return candidates;
}
