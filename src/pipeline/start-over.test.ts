import { describe, expect, it } from 'vitest';
import { CanopyError } from '../core/errors.ts';
import type { AnswerEvent } from './answer-events.ts';
import { startOverOnChange } from './start-over.ts';

const found: AnswerEvent = { type: 'retrieved', round: 1, query: 'q', items: [] };
const delta: AnswerEvent = { type: 'answer-delta', text: 'Yes.' };
const changed = () => new CanopyError('ENCODER_CHANGED', 'The encoder moved to wasm.');

/** Plays one script per try; an error is thrown where it stands. */
async function play(...tries: (AnswerEvent | Error)[][]) {
  const left = [...tries];
  const events: string[] = [];
  let error: unknown;
  try {
    const answers = startOverOnChange(async function* () {
      for (const step of left.shift() ?? []) {
        if (step instanceof Error) throw step;
        yield step;
      }
    });
    for await (const { type } of answers) events.push(type);
  } catch (thrown) {
    error = thrown;
  }
  return { events, error, unused: left.length };
}

describe('startOverOnChange', () => {
  it('asks again when the encoder changed before any answer', async () => {
    const { events, error } = await play([found, changed()], [found, delta]);
    expect(events).toEqual(['retrieved', 'start-over', 'retrieved', 'answer-delta']);
    expect(error).toBeUndefined();
  });

  it('does so once', async () => {
    const { events, error } = await play([changed()], [found, changed()], [delta]);
    expect(events).toEqual(['start-over', 'retrieved']);
    expect(error).toMatchObject({ code: 'ENCODER_CHANGED' });
  });

  it('leaves an answer that has begun, and every other error, alone', async () => {
    const begun = await play([delta, changed()], [delta]);
    expect(begun).toMatchObject({ events: ['answer-delta'], unused: 1 });
    expect(begun.error).toMatchObject({ code: 'ENCODER_CHANGED' });
    const other = await play([new CanopyError('STORE_FAILED', 'locked')], [delta]);
    expect(other).toMatchObject({ events: [], unused: 1, error: { code: 'STORE_FAILED' } });
  });
});
