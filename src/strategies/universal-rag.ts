import { routerMessages } from '../pipeline/prompts.ts';
import { parseRoute } from '../pipeline/router.ts';
import type { Strategy } from './strategy.ts';
import { StrategyRun } from './strategy-run.ts';

/**
 * UniversalRAG (paper, section 7): a router picks the corpora, k items come from each, and the reader answers: two calls.
 * Our collections hold one granularity of each kind, so the route is one of kinds alone.
 */
export const universalRag: Strategy = {
  name: 'universal-rag',
  async *answer(question, dependencies, options = {}) {
    const run = new StrategyRun(question, dependencies, options);
    const reply = await run.ask('router', routerMessages(question), { maxTokens: 100, json: true });
    const pool = yield* run.retrieve(question, 1, parseRoute(reply));
    yield* run.add(pool, question, 1);
    yield* run.read(1);
  },
};
