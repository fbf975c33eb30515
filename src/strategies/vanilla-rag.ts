import type { Strategy } from './strategy.ts';
import { StrategyRun } from './strategy-run.ts';

/** The k best items, whole or as a compressor leaves them, and one reader call (paper, section 7). */
export const vanillaRag: Strategy = {
  name: 'vanilla-rag',
  async *answer(question, dependencies, options = {}) {
    const run = new StrategyRun(question, dependencies, options);
    const pool = yield* run.retrieve(question, 1);
    yield* run.add(pool, question, 1);
    yield* run.read(1);
  },
};
