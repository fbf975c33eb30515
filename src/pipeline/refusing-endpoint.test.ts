import { expect, it } from 'vitest';
import { createHashEncoder } from '../adapters/memory/hash-encoder.ts';
import { CanopyError } from '../core/errors.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import { answerQuestion } from './answer-question.ts';
import { embedItems, planItem } from './embed-items.ts';

const encoder = createHashEncoder();

/** A question about one table, whose parts record that they were asked; the named part fails. */
async function askWith(failing: 'table-question' | 'critic', error: Error) {
  const table = planItem({
    id: 'table',
    modality: 'table',
    title: 'table',
    headingPath: [],
    provenance: { source: 'table.csv' },
    columns: ['Castle', 'Towers'],
    rows: [['North', '4']],
  });
  const indexed: IndexedItem[] = [];
  for await (const event of embedItems([table!], encoder)) {
    if (event.type === 'items') indexed.push(...event.items);
  }
  const asked: string[] = [];
  const cost = { calls: 1 };
  const answering = answerQuestion('How many towers?', {
    encoder,
    retriever: { retrieve: () => Promise.resolve([{ itemId: 'table', score: 1 }]) },
    store: { getItems: (ids) => Promise.resolve(ids.map(() => indexed[0])) },
    tableQuestion: {
      classify: () => {
        asked.push('table-question');
        if (failing === 'table-question') return Promise.reject(error);
        return Promise.resolve({ kind: 'lookup', reason: '', cost });
      },
    },
    critic: {
      judge: () => {
        asked.push('critic');
        return Promise.reject(error);
      },
    },
    reader: {
      name: 'scripted',
      extractive: false,
      async *read() {
        asked.push('reader');
        yield 'Four.';
        return cost;
      },
    },
  });
  try {
    for await (const _ of answering);
    return { asked, failure: undefined };
  } catch (failure) {
    return { asked, failure };
  }
}

it.each(['CHAT_UNAUTHORISED', 'CHAT_BLOCKED', 'CHAT_UNREACHABLE', 'CHAT_RATE_LIMITED'] as const)(
  '%s ends the question: the same endpoint is not asked again',
  async (code) => {
    const error = new CanopyError(code, 'refused');
    expect(await askWith('critic', error)).toEqual({
      asked: ['table-question', 'critic'],
      failure: error,
    });
    expect(await askWith('table-question', error)).toEqual({
      asked: ['table-question'],
      failure: error,
    });
  },
);

it('any other fault of critic or classifier leaves the reader to answer', async () => {
  const codes = [
    'CHAT_SERVER_ERROR',
    'CHAT_BAD_REPLY',
    'CHAT_REJECTED',
    'CHAT_STREAM_CUT',
  ] as const;
  for (const code of codes) {
    const { asked, failure } = await askWith('critic', new CanopyError(code, 'down'));
    expect([asked.at(-1), failure]).toEqual(['reader', undefined]);
  }
});
