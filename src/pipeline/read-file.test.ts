import { expect, it } from 'vitest';
import { CanopyError } from '../core/errors.ts';
import type { Ingester, SourceFile } from '../ports/ingester.ts';
import type { IndexEvent } from './index-events.ts';
import { readFile } from './read-file.ts';

const file: SourceFile = { name: 'book.pdf', bytes: new Uint8Array() };
const ingested = { id: 'doc', items: [], warnings: [] };
const turn = () => new Promise((resolve) => setTimeout(resolve));

async function read(ingest: Ingester['ingest']) {
  const events: IndexEvent[] = [];
  const reading = readFile(file, { ingest }, {});
  for (;;) {
    const step = await reading.next();
    if (step.done) return { events, result: step.value };
    events.push(step.value);
  }
}

it('tells the parts as they are read, then hands the file over', async () => {
  const { events, result } = await read(async (_, { onProgress } = {}) => {
    for (let page = 1; page <= 3; page++) {
      await turn();
      onProgress!(page, 3);
    }
    await turn();
    return ingested;
  });
  expect(result).toBe(ingested);
  expect(events).toEqual([
    { type: 'reading' },
    { type: 'reading', parts: { done: 1, total: 3 } },
    { type: 'reading', parts: { done: 2, total: 3 } },
    { type: 'reading', parts: { done: 3, total: 3 } },
  ]);
});

it('tells the last of several parts that came at once', async () => {
  const { events } = await read(async (_, { onProgress } = {}) => {
    await turn();
    for (let page = 1; page <= 50; page++) onProgress!(page, 50);
    await turn();
    return ingested;
  });
  expect(events).toEqual([
    { type: 'reading' },
    { type: 'reading', parts: { done: 50, total: 50 } },
  ]);
});

it('needs no progress, and passes a failure on', async () => {
  expect((await read(async () => ingested)).events).toEqual([{ type: 'reading' }]);
  await expect(
    read(async () => {
      await turn();
      throw new CanopyError('FILE_MALFORMED', 'book.pdf is broken.');
    }),
  ).rejects.toMatchObject({ code: 'FILE_MALFORMED' });
});

it('leaves no rejection behind when the caller turns away', async () => {
  let fail: (reason: Error) => void = () => undefined;
  const ingest: Ingester['ingest'] = (_, { onProgress } = {}) =>
    new Promise((_, reject) => {
      fail = reject;
      onProgress!(1, 2);
    });
  for await (const event of readFile(file, { ingest }, {})) {
    if (event.type === 'reading' && event.parts !== undefined) break;
  }
  // Vitest fails the run on an unhandled rejection.
  fail(new Error('aborted'));
  await turn();
});
