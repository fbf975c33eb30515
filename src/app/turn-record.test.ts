import { expect, it } from 'vitest';
import { createMemoryConversationStore } from '../adapters/memory/memory-conversation-store.ts';
import { CanopyError } from '../core/errors.ts';
import type { AnswerEvent } from '../pipeline/answer-events.ts';
import { openTab, script } from './conversation-history.fixture.ts';
import type { Turn } from './turn.ts';
import { turnBody, turnFrom } from './turn-record.ts';

const REASONS = [
  new CanopyError('CHAT_UNREACHABLE', 'No answer.', { nextStep: 'Start it.' }),
  new CanopyError('INVALID_ARGUMENT', 'Only one is searched.'),
];

async function askedTurn(): Promise<Turn> {
  const { conversation } = openTab({
    store: createMemoryConversationStore(),
    answer: async function* (question): AsyncGenerator<AnswerEvent> {
      for (const error of REASONS) yield { type: 'unsearched', round: 1, error };
      yield* script(question);
    },
  });
  await conversation.ask('Why?');
  const [turn] = conversation.get();
  if (turn === undefined) throw new Error('Nothing was asked.');
  return turn;
}

/** The rounds of a body as a store gives it back. */
function roundsOf(turn: Turn, body: unknown) {
  const head = { turnId: turn.key, askedAt: turn.askedAt, question: turn.question };
  return turnFrom(head, structuredClone(body), new Map())?.rounds;
}

it('keeps every reason why a part was not searched', async () => {
  const turn = await askedTurn();
  const [round] = roundsOf(turn, turnBody(turn)) ?? [];
  expect(round?.unsearched).toEqual(REASONS);
  expect(round?.unsearched?.map(({ code, nextStep }) => [code, nextStep])).toEqual([
    ['CHAT_UNREACHABLE', 'Start it.'],
    ['INVALID_ARGUMENT', undefined],
  ]);
  expect(round?.unsearched?.every((reason) => reason instanceof CanopyError)).toBe(true);
});

it('reads the one reason of earlier records as a list', async () => {
  const turn = await askedTurn();
  const body = turnBody(turn) as { readonly rounds: readonly { readonly unsearched: object[] }[] };
  const earlier = {
    ...body,
    rounds: body.rounds.map((round) => ({ ...round, unsearched: round.unsearched[0] })),
  };
  expect(roundsOf(turn, earlier)?.[0]?.unsearched).toEqual([REASONS[0]]);
});
