import type { Strategy } from './strategy.ts';
import { closedBookMessages } from './strategy-prompts.ts';
import { StrategyRun } from './strategy-run.ts';

/** The reader alone, from what it knows (paper, section 7). Nothing of the collection is sent. */
export const noRetrieval: Strategy = {
  name: 'no-retrieval',
  async *answer(question, dependencies, options = {}) {
    const run = new StrategyRun(question, dependencies, options);
    yield* run.read(0, closedBookMessages(question));
  },
};
