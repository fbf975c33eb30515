import { describe, expect, it } from 'vitest';
import { CanopyError } from '../core/errors.ts';
import type { RetrieveOptions } from '../ports/retriever.ts';
import { answerQuestion } from './answer-question.ts';
import { NO_COST } from './model-cost.ts';
import type { Router } from './router.ts';
import { insufficient, setUp } from './scripted-loop.fixture.ts';

/** Runs two rounds with a router; what the retriever was told of corpora, and the calls that were counted. */
async function run(route: (query: string) => 'text' | 'video' | Error) {
  const finds = { 'Who built it?': ['castle'], 'duke birth': ['duke'] };
  const { dependencies } = await setUp({ finds, verdicts: [insufficient('birth', 'duke birth')] });
  const told: RetrieveOptions['modalities'][] = [];
  const routed: string[] = [];
  const events = answerQuestion(
    'Who built it?',
    {
      ...dependencies,
      retriever: {
        retrieve: async (vector, k, options) => {
          told.push(options?.modalities);
          if (options?.modalities?.includes('video')) return [];
          return dependencies.retriever.retrieve(vector, k, options);
        },
      },
      router: {
        route: async (query) => {
          routed.push(query);
          const chosen = route(query);
          if (chosen instanceof Error) throw chosen;
          return { modalities: [chosen], cost: { calls: 1 } };
        },
      },
    },
    { rounds: 2 },
  );
  let modelCalls = 0;
  for await (const event of events)
    if (event.type === 'done') modelCalls = event.summary.modelCalls;
  return { told, routed, modelCalls };
}

describe('gathering with a router', () => {
  it('routes the question and each follow-up, and counts the calls', async () => {
    const { told, routed, modelCalls } = await run(() => 'text');
    expect(routed).toEqual(['Who built it?', 'duke birth']);
    expect(told).toEqual([['text'], ['text']]);
    // Two routes, one verdict, one answer.
    expect(modelCalls).toBe(4);
  });

  it('looks everywhere when the route leads nowhere', async () => {
    const { told } = await run((query) => (query === 'duke birth' ? 'video' : 'text'));
    expect(told).toEqual([['text'], ['video'], undefined]);
  });

  it('looks everywhere when the router fails, and ends where the endpoint refuses', async () => {
    const broken = new CanopyError('CHAT_BAD_REPLY', 'no route');
    const { told, modelCalls } = await run(() => broken);
    expect(told).toEqual([undefined, undefined]);
    expect(modelCalls).toBe(4);
    const refused = new CanopyError('CHAT_UNAUTHORISED', 'no key');
    await expect(run(() => refused)).rejects.toMatchObject({ code: 'CHAT_UNAUTHORISED' });
  });

  it('asks to begin anew when the encoder changed while the router was asked', async () => {
    const { dependencies } = await setUp({ finds: { 'Who built it?': ['castle'] } });
    const { fingerprint } = dependencies.encoder;
    let device = fingerprint.device;
    Object.defineProperty(dependencies.encoder, 'fingerprint', {
      get: () => ({ ...fingerprint, device }),
    });
    const router: Router = {
      route: async () => {
        device = 'wasm';
        return { modalities: ['text'], cost: NO_COST };
      },
    };
    const answer = answerQuestion('Who built it?', { ...dependencies, router });
    await expect(answer.next()).rejects.toMatchObject({ code: 'ENCODER_CHANGED' });
  });
});
