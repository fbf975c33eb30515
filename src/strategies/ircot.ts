import { MAX_ROUNDS } from '../core/defaults.ts';
import { segmentSentences } from '../core/segment/text.ts';
import { shortQuery } from '../pipeline/parse-reply.ts';
import type { Strategy } from './strategy.ts';
import { reasoningMessages } from './strategy-prompts.ts';
import { StrategyRun } from './strategy-run.ts';

/**
 * IRCoT (paper, section 7): retrieval and reasoning take turns. Each of at most three iterations retrieves with the latest
 * sentence of the reasoning (first: the question), shows all evidence and the reasoning so far, and keeps the first
 * sentence of the reply. A sentence that states the answer ends it; otherwise the reader answers over all that was
 * gathered. The app sees each sentence as a verdict.
 */
export const ircot: Strategy = {
  name: 'ircot',
  async *answer(question, dependencies, options = {}) {
    const run = new StrategyRun(question, dependencies, options);
    const rounds = options.rounds ?? MAX_ROUNDS;
    const thoughts: string[] = [];
    let query = question;
    for (let round = 1; ; round++) {
      const pool = yield* run.retrieve(query, round);
      yield* run.add(pool, query, round);
      const { evidence } = run;
      const messages = reasoningMessages(question, evidence, thoughts);
      const thought = firstSentence(await run.ask('reader', messages, { maxTokens: 200 }));
      const answer = statedAnswer(thought);
      const goesOn = answer === undefined && thought !== '' && round < rounds;
      const verdict = {
        ...{ rationale: thought, answer: answer ?? null, sufficient: answer !== undefined },
        ...{ missing: null, followUp: goesOn ? shortQuery(thought) : null, parsed: thought !== '' },
      };
      yield { type: 'judged', round, verdict };
      if (answer !== undefined) {
        yield { type: 'reading', evidence };
        yield { type: 'answer-delta', text: answer };
        yield run.done(answer, round, evidence);
        return;
      }
      // Without a sentence there is no new query, and the same one would find the same items.
      if (!goesOn) {
        yield* run.read(round);
        return;
      }
      thoughts.push(thought);
      query = shortQuery(thought);
      yield { type: 'follow-up', round: round + 1, query, missing: query };
    }
  },
};

/** The first sentence of a reply, without the label that some models put before it. */
export function firstSentence(reply: string): string {
  const text = reply.replace(/^\s*(next sentence|thought|reasoning)\s*:\s*/i, '');
  const { starts, ends } = segmentSentences(text);
  return starts.length === 0 ? '' : text.slice(starts[0], ends[0]);
}

/** What follows "the answer is"; undefined where it is not stated. */
export function statedAnswer(sentence: string): string | undefined {
  const stated = /\bthe answer is\b\s*:?\s*(.+)$/is.exec(sentence)?.[1];
  const answer = stated?.trim().replace(/\.$/, '');
  return answer === undefined || answer === '' ? undefined : answer;
}
