import { throwIfAborted } from '../core/errors.ts';
import { capEvidence } from '../core/evidence-cap.ts';
import type { EvidenceForest } from '../core/evidence-forest.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import { comparedTokens } from '../core/render-evidence.ts';
import type { AnswerEvent } from './answer-events.ts';
import { checkQuestion } from './check-question.ts';
import { citationsOf } from './citations.ts';
import {
  callOptions,
  type GatherDependencies,
  Gathering,
  type GatherOptions,
  gatherEvidence,
} from './gather-evidence.ts';
import { addCosts, NO_COST } from './model-cost.ts';
import type { Reader } from './reader.ts';

/** What answering works with. */
export interface AnswerDependencies extends GatherDependencies {
  readonly reader: Reader;
  /** Milliseconds since any fixed moment; the clock unless a test brings its own. */
  readonly now?: () => number;
}

/** What the person may set for a question. */
export type AnswerOptions = GatherOptions;

/**
 * Answers a question by the paper's loop (section 4): retrieve, compress what is new with this round's query, let the
 * critic judge, follow up, and at last let the reader answer from the evidence alone. Ours, where the paper is silent: a
 * verdict without any query, one that repeats a query or gap, and a critic that fails all lead straight to the reader;
 * only an endpoint that refuses or cannot be reached ends the question, since the reader would be refused as well.
 *
 * Throws `QUESTION_EMPTY`, `NOTHING_INDEXED`, `ABORTED`, `ENCODER_CHANGED` when the vectors searched so far belong to a
 * device that the encoder has left since (ask again), or the code of the part that failed; what was yielded until then
 * (a cut answer, the evidence) stays valid.
 */
export async function* answerQuestion(
  question: string,
  dependencies: AnswerDependencies,
  options: AnswerOptions = {},
): AsyncGenerator<AnswerEvent, void> {
  for await (const event of answerSteps(question, dependencies, options)) {
    // Before and after: a stale question neither shows anything more nor starts another step.
    throwIfAborted(options.signal);
    yield event;
    throwIfAborted(options.signal);
  }
}

async function* answerSteps(
  question: string,
  dependencies: AnswerDependencies,
  options: AnswerOptions,
): AsyncGenerator<AnswerEvent, void> {
  const { reader, now = Date.now } = dependencies;
  const started = now();
  checkQuestion(question);
  const spaces = [dependencies, ...(dependencies.others ?? [])];
  const state = new Gathering(...spaces.map(({ encoder }) => fingerprintKey(encoder.fingerprint)));
  const rounds = yield* gatherEvidence(question, state, dependencies, options);
  const evidence = capEvidence(state.compressed);
  yield { type: 'reading', evidence };
  const reading = reader.read({ question, evidence }, callOptions(options));
  const answer = yield* readAnswer(reading, state);
  yield {
    type: 'done',
    summary: {
      answer,
      citations: citationsOf(answer, evidence, state.items),
      rounds,
      ...countTokens(state, evidence),
      modelCalls: state.cost.calls,
      seconds: (now() - started) / 1000,
      reader: reader.name,
      extractive: reader.extractive,
      ...(state.cost.sentTokens === undefined ? {} : { sentTokens: state.cost.sentTokens }),
      ...(state.cost.usage === undefined ? {} : { usage: state.cost.usage }),
    },
  };
}

/** Passes the answer on as it comes; a reader that nobody listens to any more is stopped. */
async function* readAnswer(
  reading: ReturnType<Reader['read']>,
  state: Gathering,
): AsyncGenerator<AnswerEvent, string> {
  let answer = '';
  try {
    for (;;) {
      const step = await reading.next();
      if (step.done) {
        state.cost = addCosts(state.cost, step.value);
        return answer;
      }
      answer += step.value;
      yield { type: 'answer-delta', text: step.value };
    }
  } finally {
    await reading.return(NO_COST);
  }
}

function countTokens(state: Gathering, evidence: readonly EvidenceForest[]) {
  const { whole, kept } = comparedTokens([...state.items.values()], evidence);
  return { wholeTokens: whole, keptTokens: kept };
}
