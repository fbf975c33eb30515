import { CanopyError } from '../core/errors.ts';
import type { AnswerEvent } from './answer-events.ts';

/**
 * Answers anew, once, when the encoder's change overtook a question of which no answer has been shown yet; `start-over`
 * tells that what came before no longer holds. Ours: the paper's encoders never change.
 */
export async function* startOverOnChange(
  answer: () => AsyncGenerator<AnswerEvent>,
): AsyncGenerator<AnswerEvent> {
  let hasText = false;
  try {
    for await (const event of answer()) {
      hasText ||= event.type === 'answer-delta';
      yield event;
    }
    return;
  } catch (error) {
    if (hasText || !(error instanceof CanopyError) || error.code !== 'ENCODER_CHANGED') throw error;
  }
  yield { type: 'start-over' };
  yield* answer();
}
