import { answerQuestion } from '../pipeline/answer-question.ts';
import { modelCritic } from '../pipeline/critic.ts';
import { modelReader } from '../pipeline/reader.ts';
import { modelRouter } from '../pipeline/router.ts';
import { modelTableQuestion } from '../pipeline/table-question.ts';
import type { Strategy } from './strategy.ts';
import { watchReplies } from './watch-replies.ts';

/** CANOPY's own loop (paper, section 4), with one language model in every part. */
export const canopy: Strategy = canopyStrategy('canopy', false);

/** The same with a router before every retrieval (paper, section 4: its dagger variant). */
export const canopyRouted: Strategy = canopyStrategy('canopy-routed', true);

function canopyStrategy(name: string, routed: boolean): Strategy {
  return {
    name,
    async *answer(question, { model, ...dependencies }, options = {}) {
      const watched = watchReplies(model);
      const parts = {
        ...dependencies,
        critic: modelCritic(watched.model),
        reader: modelReader(watched.model),
        tableQuestion: modelTableQuestion(watched.model),
        ...(routed ? { router: modelRouter(watched.model) } : {}),
      };
      for await (const event of answerQuestion(question, parts, options)) {
        if (event.type !== 'done') yield event;
        else {
          const summary = { ...event.summary, parseFailures: watched.failures() };
          yield { ...event, summary };
        }
      }
    },
  };
}
